import { methods } from '@/lib/api/operation'
import { payByForm } from '@/lib/payments/pay-by-form'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ POST: payByForm })
