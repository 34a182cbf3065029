import { methods } from '@/lib/api/operation'
import { getCustomer } from '@/lib/customers/api'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: getCustomer })
