import { disableTotp } from '@/lib/api/dashboard/security'
import { methods } from '@/lib/api/operation'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ POST: disableTotp })
