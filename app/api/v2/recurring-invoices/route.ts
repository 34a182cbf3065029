import { routeHandlers } from '@/lib/api/next'
import { createRecurringInvoice, listRecurringInvoices } from '@/lib/recurring/api'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  createRecurringInvoice,
  listRecurringInvoices,
})
