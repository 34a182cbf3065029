import { routeHandlers } from '@/lib/api/next'
import { getInvoice, updateInvoice } from '@/lib/invoices/api'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({ getInvoice, updateInvoice })
