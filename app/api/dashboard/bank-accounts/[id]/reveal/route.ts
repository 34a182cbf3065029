import { methods } from '@/lib/api/operation'
import { revealBankAccount } from '@/lib/bank-accounts/dashboard'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ POST: revealBankAccount })
