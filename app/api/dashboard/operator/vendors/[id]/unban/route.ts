import { methods } from '@/lib/api/operation'
import { unbanVendor } from '@/lib/vendors/dashboard'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ POST: unbanVendor })
