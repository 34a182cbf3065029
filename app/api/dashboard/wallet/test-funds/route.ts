import { methods } from '@/lib/api/operation'
import { addTestFunds } from '@/lib/wallet/dashboard'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ POST: addTestFunds })
