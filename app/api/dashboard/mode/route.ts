import { methods } from '@/lib/api/operation'
import { switchMode } from '@/lib/sign-in/dashboard'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ POST: switchMode })
