import { routeHandlers } from '@/lib/api/next'
import { addWebhookEndpoint, listWebhookEndpoints } from '@/lib/webhooks/api'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  addWebhookEndpoint,
  listWebhookEndpoints,
})
