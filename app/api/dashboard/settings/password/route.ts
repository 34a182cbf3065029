import { methods } from '@/lib/api/operation'
import { changePassword } from '@/lib/sign-in/security'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ POST: changePassword })
