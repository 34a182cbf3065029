import { routeHandlers } from '@/lib/api/next'
import { listCustomers } from '@/lib/customers/api'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({ listCustomers })
