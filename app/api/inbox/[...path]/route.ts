import { inboxApi } from '@/lib/api/inbox'
import { routeHandlers } from '@/lib/api/next'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(inboxApi)
