import { methods } from '@/lib/api/operation'
import { signUp } from '@/lib/sign-in/dashboard'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ POST: signUp })
