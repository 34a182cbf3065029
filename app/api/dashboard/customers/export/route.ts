import { methods } from '@/lib/api/operation'
import { exportCustomerList } from '@/lib/customers/dashboard'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: exportCustomerList })
