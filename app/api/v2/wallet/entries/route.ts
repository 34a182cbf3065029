import { routeHandlers } from '@/lib/api/next'
import { listWalletEntries } from '@/lib/wallet/api'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({ listWalletEntries })
