import { updateCustomer } from '@/lib/api/dashboard/customers'
import { methods } from '@/lib/api/operation'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ POST: updateCustomer })
