import { routeHandlers } from '@/lib/api/next'
import { getCredit } from '@/lib/payments/credit-api'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({ getCredit })
