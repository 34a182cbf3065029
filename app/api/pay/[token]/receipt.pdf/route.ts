import { methods } from '@/lib/api/operation'
import { paymentReceiptPdf } from '@/lib/payments/api'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: paymentReceiptPdf })
