import { methods } from '@/lib/api/operation'
import { getInvoice } from '@/lib/invoices/api'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: getInvoice })
