import { routeHandlers } from '@/lib/api/next'
import { voidInvoice } from '@/lib/invoices/api'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({ voidInvoice })
