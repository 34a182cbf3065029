import { routeHandlers } from '@/lib/api/next'
import { saveCustomerByExternalId } from '@/lib/customers/api'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({ saveCustomerByExternalId })
