import { methods } from '@/lib/api/operation'
import { exportPayoutList } from '@/lib/payouts/dashboard'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: exportPayoutList })
