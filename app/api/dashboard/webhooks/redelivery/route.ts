import { methods } from '@/lib/api/operation'
import { countFailedWebhooks, redeliverFailedWebhooks } from '@/lib/webhooks/dashboard'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: countFailedWebhooks,
  POST: redeliverFailedWebhooks,
})
