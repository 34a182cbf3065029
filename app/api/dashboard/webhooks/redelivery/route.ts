import { countFailedWebhooks, redeliverFailedWebhooks } from '@/lib/api/dashboard/webhooks'
import { methods } from '@/lib/api/operation'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: countFailedWebhooks,
  POST: redeliverFailedWebhooks,
})
