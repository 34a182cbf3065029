import { methods } from '@/lib/api/operation'
import { updateCustomer } from '@/lib/customers/dashboard'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ POST: updateCustomer })
