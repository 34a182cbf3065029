import { routeHandlers } from '@/lib/api/next'
import { getRecurringInvoice, updateRecurringInvoice } from '@/lib/recurring/api'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  getRecurringInvoice,
  updateRecurringInvoice,
})
