import { routeHandlers } from '@/lib/api/next'
import { getDispute } from '@/lib/payments/dispute-api'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({ getDispute })
