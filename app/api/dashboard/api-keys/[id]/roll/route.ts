import { methods } from '@/lib/api/operation'
import { rollApiKey } from '@/lib/api-keys/dashboard'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ POST: rollApiKey })
