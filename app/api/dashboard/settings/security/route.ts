import { methods } from '@/lib/api/operation'
import { getSecurity } from '@/lib/sign-in/security'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: getSecurity })
