import { routeHandlers } from '@/lib/api/next'
import { disputeTestInvoice } from '@/lib/test-mode/api'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({ disputeTestInvoice })
