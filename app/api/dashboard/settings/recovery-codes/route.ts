import { methods } from '@/lib/api/operation'
import { renewRecoveryCodes } from '@/lib/sign-in/security'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ POST: renewRecoveryCodes })
