import { methods } from '@/lib/api/operation'
import { createCustomer } from '@/lib/api/v2/create-customer'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ POST: createCustomer })
