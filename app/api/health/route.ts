import { routeHandlers } from '@/lib/api/next'
import { health } from '@/lib/operator/api'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({ health })
