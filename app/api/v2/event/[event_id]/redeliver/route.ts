import { routeHandlers } from '@/lib/api/next'
import { redeliverEvent } from '@/lib/webhooks/event-api'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({ redeliverEvent })
