import { revealBankAccount } from '@/lib/api/dashboard/bank-accounts'
import { methods } from '@/lib/api/operation'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ POST: revealBankAccount })
