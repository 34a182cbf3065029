import { requestPasswordReset } from '@/lib/api/dashboard/password-reset'
import { methods } from '@/lib/api/operation'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ POST: requestPasswordReset })
