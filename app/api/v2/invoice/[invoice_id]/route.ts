import { routeHandlers } from '@/lib/api/next'
import { getInvoice } from '@/lib/invoices/api'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({ getInvoice })
