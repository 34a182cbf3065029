import { checkLedger } from '@/lib/api/dashboard/operator/check-ledger'
import { methods } from '@/lib/api/operation'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: checkLedger })
