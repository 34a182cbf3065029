import { revokeApiKey } from '@/lib/api/dashboard/revoke-api-key'
import { methods } from '@/lib/api/operation'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ DELETE: revokeApiKey })
