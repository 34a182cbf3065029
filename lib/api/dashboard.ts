import { joinTables } from '@/lib/http/operation'
import * as wallet from '@/lib/wallet/dashboard'

/** The dashboard's own API: the operations of every area. */
export const dashboardApi = joinTables(wallet)
