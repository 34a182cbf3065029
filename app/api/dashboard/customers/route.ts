import { methods } from '@/lib/api/operation'
import { createCustomer, listCustomers } from '@/lib/customers/dashboard'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: listCustomers,
  POST: createCustomer,
})
