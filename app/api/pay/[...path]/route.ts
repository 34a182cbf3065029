import { routeHandlers } from '@/lib/api/next'
import { payApi } from '@/lib/api/pay'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(payApi)
