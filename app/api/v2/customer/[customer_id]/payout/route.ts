import { methods } from '@/lib/api/operation'
import { createPayout } from '@/lib/payouts/api'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ POST: createPayout })
