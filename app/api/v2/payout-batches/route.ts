import { routeHandlers } from '@/lib/api/next'
import { createPayoutBatch } from '@/lib/payouts/batch-api'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({ createPayoutBatch })
