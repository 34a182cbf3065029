import { routeHandlers } from '@/lib/api/next'
import { archiveCustomer, updateCustomer } from '@/lib/customers/api'
import { getCustomer } from '@/lib/invoices/customer-api'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  getCustomer,
  updateCustomer,
  archiveCustomer,
})
