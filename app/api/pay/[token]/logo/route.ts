import { methods } from '@/lib/api/operation'
import { paymentLogo } from '@/lib/api/payment-logo'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: paymentLogo })
