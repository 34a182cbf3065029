import { routeHandlers } from '@/lib/api/next'
import { getPayout } from '@/lib/payouts/api'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({ getPayout })
