import { methods } from '@/lib/api/operation'
import { exportInvoiceList } from '@/lib/invoices/dashboard'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: exportInvoiceList })
