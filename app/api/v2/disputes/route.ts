import { routeHandlers } from '@/lib/api/next'
import { listDisputes } from '@/lib/payments/dispute-api'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({ listDisputes })
