import { routeHandlers } from '@/lib/api/next'
import { getPayoutBatch } from '@/lib/payouts/batch-api'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({ getPayoutBatch })
