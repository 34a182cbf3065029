import { routeHandlers } from '@/lib/api/next'
import { metrics } from '@/lib/operator/metrics'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({ metrics })
