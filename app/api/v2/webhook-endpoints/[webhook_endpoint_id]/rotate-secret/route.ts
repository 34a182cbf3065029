import { routeHandlers } from '@/lib/api/next'
import { rotateWebhookEndpointSecret } from '@/lib/webhooks/api'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({ rotateWebhookEndpointSecret })
