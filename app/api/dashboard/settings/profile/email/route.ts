import { changeEmail } from '@/lib/api/dashboard/profile'
import { methods } from '@/lib/api/operation'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ POST: changeEmail })
