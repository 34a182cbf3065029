import { methods } from '@/lib/api/operation'
import { payInvoice } from '@/lib/payments/api'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ POST: payInvoice })
