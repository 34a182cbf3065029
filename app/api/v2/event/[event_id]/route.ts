import { routeHandlers } from '@/lib/api/next'
import { getEvent } from '@/lib/webhooks/event-api'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({ getEvent })
