import { methods } from '@/lib/api/operation'
import { invoicePdf } from '@/lib/invoices/dashboard'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: invoicePdf })
