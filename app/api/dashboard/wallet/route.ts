import { methods } from '@/lib/api/operation'
import { getWallet } from '@/lib/wallet/dashboard'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: getWallet })
