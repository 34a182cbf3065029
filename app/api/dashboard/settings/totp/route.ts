import { methods } from '@/lib/api/operation'
import { startTotp } from '@/lib/sign-in/security'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ POST: startTotp })
