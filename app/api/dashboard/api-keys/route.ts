import { methods } from '@/lib/api/operation'
import { generateApiKey, listApiKeys } from '@/lib/api-keys/dashboard'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: listApiKeys,
  POST: generateApiKey,
})
