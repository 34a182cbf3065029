import { methods } from '@/lib/api/operation'
import { revokeOtherSessions } from '@/lib/sign-in/security'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ DELETE: revokeOtherSessions })
