import { exportPayoutList } from '@/lib/api/dashboard/payouts'
import { methods } from '@/lib/api/operation'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: exportPayoutList })
