import { exportInvoiceList } from '@/lib/api/dashboard/list-invoices'
import { methods } from '@/lib/api/operation'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: exportInvoiceList })
