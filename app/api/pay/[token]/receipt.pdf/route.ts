import { methods } from '@/lib/api/operation'
import { paymentReceiptPdf } from '@/lib/api/payment-documents'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: paymentReceiptPdf })
