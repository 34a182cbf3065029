import { rollApiKey } from '@/lib/api/dashboard/roll-api-key'
import { methods } from '@/lib/api/operation'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ POST: rollApiKey })
