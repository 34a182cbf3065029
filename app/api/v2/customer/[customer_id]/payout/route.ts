import { methods } from '@/lib/api/operation'
import { createPayout } from '@/lib/api/v2/create-payout'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ POST: createPayout })
