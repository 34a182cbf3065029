import { methods } from '@/lib/api/operation'
import { startCheckout } from '@/lib/payments/api'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ POST: startCheckout })
