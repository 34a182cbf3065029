import { methods } from '@/lib/api/operation'
import { changeEmail } from '@/lib/vendors/profile-dashboard'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ POST: changeEmail })
