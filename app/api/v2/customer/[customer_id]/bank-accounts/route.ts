import { methods } from '@/lib/api/operation'
import { listBankAccounts } from '@/lib/bank-accounts/api'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: listBankAccounts })
