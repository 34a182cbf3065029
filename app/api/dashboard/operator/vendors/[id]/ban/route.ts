import { methods } from '@/lib/api/operation'
import { banVendor } from '@/lib/vendors/dashboard'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ POST: banVendor })
