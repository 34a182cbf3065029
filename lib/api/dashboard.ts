import * as apiKeys from '@/lib/api-keys/dashboard'
import * as audit from '@/lib/audit/dashboard'
import * as bankAccounts from '@/lib/bank-accounts/dashboard'
import * as branding from '@/lib/branding/dashboard'
import * as customers from '@/lib/customers/dashboard'
import { joinTables } from '@/lib/http/operation'
import * as wallet from '@/lib/wallet/dashboard'

/** The dashboard's own API: the operations of every area. */
export const dashboardApi = joinTables(apiKeys, audit, branding, wallet, bankAccounts, customers)
