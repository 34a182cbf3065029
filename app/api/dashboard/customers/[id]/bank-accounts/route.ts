import { methods } from '@/lib/api/operation'
import { addBankAccount } from '@/lib/bank-accounts/dashboard'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ POST: addBankAccount })
