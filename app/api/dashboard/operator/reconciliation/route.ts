import { methods } from '@/lib/api/operation'
import { reconcile } from '@/lib/reconciliation/dashboard'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: reconcile })
