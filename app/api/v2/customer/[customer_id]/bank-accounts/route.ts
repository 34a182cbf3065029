import { routeHandlers } from '@/lib/api/next'
import { listBankAccounts } from '@/lib/bank-accounts/api'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({ listBankAccounts })
