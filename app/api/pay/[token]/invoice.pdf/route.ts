import { methods } from '@/lib/api/operation'
import { paymentInvoicePdf } from '@/lib/payments/api'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: paymentInvoicePdf })
