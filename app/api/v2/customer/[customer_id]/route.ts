import { routeHandlers } from '@/lib/api/next'
import { getCustomer, updateCustomer } from '@/lib/customers/api'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({ getCustomer, updateCustomer })
