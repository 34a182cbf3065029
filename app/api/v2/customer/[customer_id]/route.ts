import { methods } from '@/lib/api/operation'
import { getCustomer } from '@/lib/api/v2/get-customer'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: getCustomer })
