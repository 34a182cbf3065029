import { methods } from '@/lib/api/operation'
import { redeliverEvent } from '@/lib/webhooks/dashboard'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ POST: redeliverEvent })
