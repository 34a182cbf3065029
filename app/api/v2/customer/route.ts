import { methods } from '@/lib/api/operation'
import { createCustomer } from '@/lib/customers/api'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ POST: createCustomer })
