import { methods } from '@/lib/api/operation'
import { receiveStripeNotification } from '@/lib/api/provider-notifications'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ POST: receiveStripeNotification })
