import { routeHandlers } from '@/lib/api/next'
import { listCredits } from '@/lib/payments/credit-api'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({ listCredits })
