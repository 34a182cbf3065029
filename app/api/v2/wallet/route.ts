import { routeHandlers } from '@/lib/api/next'
import { getWallet } from '@/lib/wallet/api'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({ getWallet })
