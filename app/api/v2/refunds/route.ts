import { routeHandlers } from '@/lib/api/next'
import { listRefunds } from '@/lib/payments/refund-api'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({ listRefunds })
