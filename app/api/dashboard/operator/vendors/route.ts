import { methods } from '@/lib/api/operation'
import { listVendors } from '@/lib/vendors/dashboard'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: listVendors })
