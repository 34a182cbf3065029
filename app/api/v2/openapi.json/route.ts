import { routeHandlers } from '@/lib/api/next'
import { getApiDescription } from '@/lib/api/v2'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({ getApiDescription })
