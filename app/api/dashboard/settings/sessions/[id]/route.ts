import { methods } from '@/lib/api/operation'
import { revokeSession } from '@/lib/sign-in/security'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ DELETE: revokeSession })
