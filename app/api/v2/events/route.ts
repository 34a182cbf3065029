import { routeHandlers } from '@/lib/api/next'
import { listEvents } from '@/lib/webhooks/event-api'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({ listEvents })
