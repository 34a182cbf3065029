import { methods } from '@/lib/api/operation'
import { confirmEmail } from '@/lib/sign-in/dashboard'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ POST: confirmEmail })
