import { methods } from '@/lib/api/operation'
import { getOperatorHealth } from '@/lib/operator/dashboard'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: getOperatorHealth })
