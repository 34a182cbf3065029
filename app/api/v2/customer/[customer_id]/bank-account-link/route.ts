import { routeHandlers } from '@/lib/api/next'
import { createBankAccountLink } from '@/lib/bank-accounts/api'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({ createBankAccountLink })
