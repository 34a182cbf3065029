import { methods } from '@/lib/api/operation'
import { markInvoicePaid } from '@/lib/invoices/dashboard'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ POST: markInvoicePaid })
