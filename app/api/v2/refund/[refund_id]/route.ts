import { routeHandlers } from '@/lib/api/next'
import { getRefund } from '@/lib/payments/refund-api'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({ getRefund })
