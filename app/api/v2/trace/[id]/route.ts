import { routeHandlers } from '@/lib/api/next'
import { getTrace } from '@/lib/search/api'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({ getTrace })
