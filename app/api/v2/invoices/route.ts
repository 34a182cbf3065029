import { routeHandlers } from '@/lib/api/next'
import { listInvoices } from '@/lib/invoices/api'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({ listInvoices })
