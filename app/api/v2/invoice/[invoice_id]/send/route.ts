import { routeHandlers } from '@/lib/api/next'
import { sendInvoice } from '@/lib/invoices/api'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({ sendInvoice })
