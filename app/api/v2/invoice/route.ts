import { routeHandlers } from '@/lib/api/next'
import { createInvoice } from '@/lib/invoices/api'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({ createInvoice })
