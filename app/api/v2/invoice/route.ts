import { methods } from '@/lib/api/operation'
import { createInvoice } from '@/lib/invoices/api'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ POST: createInvoice })
