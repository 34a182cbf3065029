import { methods } from '@/lib/api/operation'
import { changeName, getProfile } from '@/lib/vendors/profile-dashboard'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: getProfile, POST: changeName })
