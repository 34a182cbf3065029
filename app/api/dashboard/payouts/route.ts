import { methods } from '@/lib/api/operation'
import { listPayouts, requestPayout } from '@/lib/payouts/dashboard'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: listPayouts,
  POST: requestPayout,
})
