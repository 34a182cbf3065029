import { methods } from '@/lib/api/operation'
import { addBankAccount } from '@/lib/api/v2/add-bank-account'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ POST: addBankAccount })
