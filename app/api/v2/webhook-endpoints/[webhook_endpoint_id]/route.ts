import { routeHandlers } from '@/lib/api/next'
import { deleteWebhookEndpoint, updateWebhookEndpoint } from '@/lib/webhooks/api'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  updateWebhookEndpoint,
  deleteWebhookEndpoint,
})
