import { methods } from '@/lib/api/operation'
import { paymentLogo } from '@/lib/payments/api'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: paymentLogo })
