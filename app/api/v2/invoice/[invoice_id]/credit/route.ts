import { routeHandlers } from '@/lib/api/next'
import { creditInvoice } from '@/lib/payments/credit-api'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({ creditInvoice })
