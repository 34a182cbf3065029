import { listStatement } from '@/lib/api/dashboard/wallet'
import { methods } from '@/lib/api/operation'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: listStatement })
