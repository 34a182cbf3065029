import { confirmEmail } from '@/lib/api/dashboard/email-confirmation'
import { methods } from '@/lib/api/operation'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ POST: confirmEmail })
