import { reconcile } from '@/lib/api/dashboard/operator/reconcile'
import { methods } from '@/lib/api/operation'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: reconcile })
