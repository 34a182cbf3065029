import { getOperatorHealth } from '@/lib/api/dashboard/operator/get-operator-health'
import { methods } from '@/lib/api/operation'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: getOperatorHealth })
