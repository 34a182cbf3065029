import { methods } from '@/lib/api/operation'
import { exportStatementList } from '@/lib/wallet/dashboard'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: exportStatementList })
