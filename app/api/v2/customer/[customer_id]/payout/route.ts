import { routeHandlers } from '@/lib/api/next'
import { createPayout } from '@/lib/payouts/api'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({ createPayout })
