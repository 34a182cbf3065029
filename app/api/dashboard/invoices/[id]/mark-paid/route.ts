import { markInvoicePaid } from '@/lib/api/dashboard/mark-invoice-paid'
import { methods } from '@/lib/api/operation'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ POST: markInvoicePaid })
