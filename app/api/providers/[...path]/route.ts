import { routeHandlers } from '@/lib/api/next'
import { providersApi } from '@/lib/api/providers'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(providersApi)
