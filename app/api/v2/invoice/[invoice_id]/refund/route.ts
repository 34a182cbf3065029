import { routeHandlers } from '@/lib/api/next'
import { refundInvoice } from '@/lib/payments/refund-api'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({ refundInvoice })
