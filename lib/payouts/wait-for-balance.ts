import { connectionPool, sql } from '@/lib/db/client'
import { type Lease, release } from '@/lib/jobs/queue'
import { log } from '@/lib/log'
import type { PayoutProvider } from '@/lib/providers/payout-provider'
import { now, signalAfter } from '@/lib/time/clock'
import { MINUTE_MS, SECOND_MS } from '@/lib/time/units'
import { type PayoutIntent, type PayoutRecord, payoutQueue, readPayoutRecord } from './payout'
import { endWaitForBalance } from './statements'
import { likelyFee } from './transfer-fee'

/*
 * A payout that the provider's balance doesn't cover is not sent: the provider would refuse it, and the vendor would have to ask
 * again, for a reason that only the operator can change. It waits with its amount on hold, and the vendor sees why.
 */

/** Within the lease of the request beside the call that sends. */
const READ_MS = 2 * SECOND_MS

const RETRY_MS = 10 * MINUTE_MS

/**
 * True unless the provider says that it holds less than the amount, with the fee that it may take. One that doesn't answer
 * decides by itself.
 */
export async function isCovered(
  { accountId, amountMinor, currency }: Pick<PayoutIntent, 'accountId' | 'amountMinor' | 'currency'>,
  { provider, timeoutMs }: { provider: PayoutProvider; timeoutMs: number },
): Promise<boolean> {
  const outcome = await provider.readBalance?.(signalAfter(Math.min(timeoutMs, READ_MS)))
  if (outcome?.kind !== 'accepted') return true
  const balance = outcome.value.find((each) => each.currency === currency)
  const feeMinor = provider.readFee ? await likelyFee(accountId, provider.name, currency) : 0n
  return (balance?.availableMinor ?? 0n) >= amountMinor + feeMinor
}

/** Ends the lease of a payout that is not covered, and looks again in ten minutes. Nothing of its current try was sent. */
export async function waitForBalance(
  { accountId, payoutId, leaseUntil }: Pick<PayoutIntent, 'accountId' | 'payoutId' | 'leaseUntil'>,
  provider: Pick<PayoutProvider, 'name'>,
): Promise<PayoutRecord> {
  const lease: Lease = { tenantId: accountId, id: payoutId, leaseUntil }
  const at = now()
  const since = sql`waiting_since = coalesce(waiting_since, ${at}::timestamptz)`
  await release(connectionPool(), payoutQueue, lease, new Date(at.getTime() + RETRY_MS), since)
  log.warn({ payoutId, provider: provider.name }, 'a payout waits: the provider’s balance doesn’t cover it')
  return readPayoutRecord(connectionPool(), accountId, payoutId)
}

/** Ends the wait, before the try is sent; false if it is over by now, or the lease is another's. */
export async function endWait(key: {
  accountId: string
  payoutId: string
  leaseUntil: Date
}): Promise<boolean> {
  return (await endWaitForBalance(connectionPool(), { ...key, at: now() })).length === 1
}
