import type { Access } from '../access'
import type { Outcome } from '../outcome'
import type { ApiClient } from './api-client'
import { listTransfers } from './listing'

const LAST_MINUTE_MS = 60_000

/**
 * Logs in and lists the transfers of the last minute ("List all Transfers",
 * airwallex.com/docs/api/payouts/transfers): cheap, and unlike the balance
 * (`GET /api/v1/balances/current`) it needs the very permission that our look-ups do. Airwallex does not
 * say whether an account is one of its sandbox's.
 */
export async function checkAccess(api: ApiClient, signal: AbortSignal): Promise<Outcome<Access>> {
  const until = new Date()
  const from = new Date(until.getTime() - LAST_MINUTE_MS)
  const listed = await listTransfers(api, { from, until }, null, signal)
  return listed.kind === 'accepted' ? { kind: 'accepted', value: { movesRealMoney: null } } : listed
}
