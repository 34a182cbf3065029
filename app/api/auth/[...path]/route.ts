import { authApi } from '@/lib/api/auth'
import { routeHandlers } from '@/lib/api/next'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(authApi)
