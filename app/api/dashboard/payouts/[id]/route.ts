import { methods } from '@/lib/api/operation'
import { getPayout } from '@/lib/payouts/dashboard'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: getPayout })
