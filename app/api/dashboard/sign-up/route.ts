import { signUp } from '@/lib/api/dashboard/sign-up'
import { methods } from '@/lib/api/operation'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ POST: signUp })
