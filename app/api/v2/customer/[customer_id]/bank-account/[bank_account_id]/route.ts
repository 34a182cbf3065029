import { routeHandlers } from '@/lib/api/next'
import { archiveBankAccount } from '@/lib/bank-accounts/api'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({ archiveBankAccount })
