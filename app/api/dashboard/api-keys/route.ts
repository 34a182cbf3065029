import { generateApiKey } from '@/lib/api/dashboard/generate-api-key'
import { listApiKeys } from '@/lib/api/dashboard/list-api-keys'
import { methods } from '@/lib/api/operation'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: listApiKeys,
  POST: generateApiKey,
})
