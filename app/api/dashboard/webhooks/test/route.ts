import { methods } from '@/lib/api/operation'
import { sendTestEvent } from '@/lib/webhooks/dashboard'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ POST: sendTestEvent })
