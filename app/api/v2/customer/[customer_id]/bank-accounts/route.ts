import { methods } from '@/lib/api/operation'
import { listBankAccounts } from '@/lib/api/v2/list-bank-accounts'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: listBankAccounts })
