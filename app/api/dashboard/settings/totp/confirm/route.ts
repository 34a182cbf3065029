import { methods } from '@/lib/api/operation'
import { confirmTotp } from '@/lib/sign-in/security'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ POST: confirmTotp })
