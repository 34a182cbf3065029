import { methods } from '@/lib/api/operation'
import { disableTotp } from '@/lib/sign-in/security'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ POST: disableTotp })
