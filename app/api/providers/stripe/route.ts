import { methods } from '@/lib/api/operation'
import { receiveStripeNotification } from '@/lib/payments/provider-notifications'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ POST: receiveStripeNotification })
