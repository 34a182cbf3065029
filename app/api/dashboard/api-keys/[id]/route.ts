import { methods } from '@/lib/api/operation'
import { revokeApiKey } from '@/lib/api-keys/dashboard'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ DELETE: revokeApiKey })
