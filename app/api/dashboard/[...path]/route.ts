import { dashboardApi } from '@/lib/api/dashboard'
import { routeHandlers } from '@/lib/api/next'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(dashboardApi)
