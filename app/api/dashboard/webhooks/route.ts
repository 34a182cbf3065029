import { methods } from '@/lib/api/operation'
import { listWebhooks } from '@/lib/webhooks/dashboard'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: listWebhooks })
