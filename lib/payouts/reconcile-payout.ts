import { database, sql } from '@/lib/db/client'
import type { Queryable } from '@/lib/db/statement'
import { inTransaction } from '@/lib/db/transaction'
import { isId } from '@/lib/ids'
import { askLeaseMs } from '@/lib/jobs/lease'
import { type Claim, claim, wake } from '@/lib/jobs/queue'
import { log } from '@/lib/log'
import { payoutsOf } from '@/lib/providers/observed'
import type { PayoutProvider, Transfer } from '@/lib/providers/payout-provider'
import { providerUnderRules } from '@/lib/providers/registry'
import type { Outcome } from '@/lib/providers/shared/outcome'
import { storedProvider, unreachable } from '@/lib/providers/stored-provider'
import { now, signalAfter } from '@/lib/time/clock'
import { vendorOfAccount } from '@/lib/vendors/account'
import { findPayout, type PayoutRecord, payoutQueue, readPayoutRecord } from './payout'
import { payoutIdOf, transferKey } from './rails'
import { fallbackOf, findPayoutIntent, holdsFallback, sendPayout, sendTransfer } from './send-payout'
import { recordTransferOutcome } from './settle-payout'
import { endWait, isCovered, waitForBalance } from './wait-for-balance'

/** The longest that a request can be in transit, across queues, proxies and retries. */
const LONGEST_ON_ITS_WAY_MS = 24 * 60 * 60 * 1000

export type PayoutKey = { accountId: string; payoutId: string }

/**
 * Asks the provider for the outcome of a payout that is due (with `isEarly`, before it is due) and records
 * it. Returns the payout as it then is, or null if the provider was not asked: it is not due, or somebody
 * else is asking. Only the provider's own word reverses a payout, never a guess.
 */
export async function reconcilePayout(
  { accountId, payoutId }: PayoutKey,
  options: { providers: PayoutProvider[]; timeoutMs: number; isEarly?: boolean },
): Promise<PayoutRecord | null> {
  const { timeoutMs, isEarly = false } = options
  const row = { tenantId: accountId, id: payoutId }
  // While the request that sent it may still be waiting, a look-up could overtake the transfer; that request
  // holds the lease.
  const lease = await claim(database(), payoutQueue, row, { leaseMs: askLeaseMs(timeoutMs), isEarly })
  if (lease) return reconcileClaimedPayout(lease, options)
  const payout = await readPayoutRecord(database(), accountId, payoutId)
  return payout.nextAttemptAt === null ? payout : null
}

/** `reconcilePayout` for a payout whose lease the caller has taken. */
export async function reconcileClaimedPayout(
  lease: Claim,
  options: { providers: PayoutProvider[]; timeoutMs: number },
): Promise<PayoutRecord> {
  const { tenantId: accountId, id: payoutId } = lease
  const payout = await findPayout(database(), accountId, payoutId)
  const { providers, timeoutMs } = options
  const configured = storedProvider(providers, payout)
  const provider =
    configured &&
    (await providerUnderRules(payoutsOf(configured, payout.requestId), () =>
      vendorOfAccount(database(), accountId),
    ))
  if (provider && payout.waitingSince && payout.status === 'PROCESSING') {
    return sendOnceCovered(payout, lease, { provider, timeoutMs })
  }
  const outcome = await askProvider(payout, options)
  const fallback = provider && fallbackOf(payout, { provider, timeoutMs })
  const payoutLease = { accountId, id: payoutId, leaseUntil: lease.leaseUntil, rail: payout.rail, fallback }
  const after = await inTransaction((tx) => recordTransferOutcome(tx, payoutLease, outcome))
  if (!provider || !fallback || !holdsFallback(after, fallback)) return after
  return sendPayout(await findPayoutIntent({ accountId, payoutId }), { provider, timeoutMs })
}

/** Sends a payout that waits for the provider's balance if that covers it by now; nothing was sent of its try. */
async function sendOnceCovered(
  payout: PayoutRecord,
  { tenantId: accountId, id: payoutId, leaseUntil }: Claim,
  options: { provider: PayoutProvider; timeoutMs: number },
): Promise<PayoutRecord> {
  const key = { accountId, payoutId }
  if (!(await isCovered({ ...payout, accountId }, options)))
    return waitForBalance({ ...key, leaseUntil }, options.provider)
  // Committed before it is sent, as any try: from here on it may have been.
  if (!(await endWait({ ...key, leaseUntil }))) return readPayoutRecord(database(), accountId, payoutId)
  return sendPayout(await findPayoutIntent(key), { ...options, isCovered: true })
}

/**
 * Looks the transfer up at the provider it was sent to. If the provider has no record of it and can't rule
 * out that our request is still in transit, sends the same request again: under the same key it takes effect
 * once. Then only an acceptance counts, because a refusal of the second request says nothing about the first,
 * until the first can't be in transit any more. What is too old for the provider to know its key is never sent again: it
 * stays in progress with the funds on hold until the provider or a person tells what became of it.
 */
async function askProvider(
  payout: PayoutRecord & { createdAt: Date },
  { providers, timeoutMs }: { providers: PayoutProvider[]; timeoutMs: number },
): Promise<Outcome<Transfer>> {
  const configured = storedProvider(providers, payout)
  if (!configured) {
    const outcome = unreachable(payout)
    log.error(
      { requestId: payout.requestId, payoutId: payout.id, reason: outcome.reason },
      'a payout cannot be asked about',
    )
    return outcome
  }
  const provider = payoutsOf(configured, payout.requestId)
  const transfer = { key: transferKey(payout), id: payout.providerTransferId }
  const answer = await provider.lookUp(transfer, signalAfter(timeoutMs))
  if (answer.kind !== 'unknown' || !answer.isUnseen || payout.status !== 'PROCESSING') return answer
  // An accepted transfer that the provider forgot, or one that may have been sent from another account, would
  // be made a second time.
  if (payout.providerTransferId !== null || payout.providerAccount !== provider.account) return answer
  const { accountId, id: payoutId } = payout
  const ageMs = now().getTime() - (payout.railSince ?? payout.createdAt).getTime()
  if (ageMs > provider.keyLifetimeMs) {
    log.error(
      { requestId: payout.requestId, payoutId, provider: provider.name },
      'a payout needs a person: the provider may have forgotten its key, so it is not sent again',
    )
    return answer
  }
  const again = await sendTransfer(await findPayoutIntent({ accountId, payoutId }), {
    provider,
    timeoutMs,
  })
  return again.kind === 'rejected' && ageMs <= LONGEST_ON_ITS_WAY_MS ? answer : again
}

/**
 * Checks every unsettled payout, and the delivered ones still being watched, now rather than when due.
 * `settled`: how many changed status; `pending`: how many are still unsettled; `unreachable`: how many could
 * not be asked about.
 */
export async function reconcileAllPayouts(
  providers: PayoutProvider[],
  timeoutMs: number,
): Promise<{ settled: number; pending: number; unreachable: number }> {
  const payouts = await database().$queryRaw<
    (PayoutKey & { status: string; provider: string; providerAccount: string })[]
  >`
    SELECT account_id AS "accountId", id AS "payoutId", status::text, provider,
           provider_account AS "providerAccount" FROM payouts
     WHERE next_attempt_at IS NOT NULL ORDER BY id`
  let settled = 0
  let pending = 0
  let unreachable = 0
  for (const payout of payouts) {
    if (!storedProvider(providers, payout)) unreachable += 1
    const after = await reconcilePayout(payout, { providers, timeoutMs, isEarly: true })
    const status = after?.status ?? payout.status
    if (status !== payout.status) settled += 1
    if (status === 'PROCESSING') pending += 1
  }
  return { settled, pending, unreachable }
}

/**
 * Schedules an immediate look-up after a provider's notification about a transfer. Does nothing for a key
 * that is not a payout's, or whose payout has failed or been returned. A delivered payout is looked up
 * however long ago that was: a bank may return it when nobody polls any more. The notification's content is
 * not trusted: notifications come late, twice and out of order, and a look-up does not.
 */
export async function wakePayout(tx: Queryable, provider: string, key: string): Promise<void> {
  const payoutId = payoutIdOf(key)
  if (!isId(payoutId)) return
  const isNamed = sql`id = ${payoutId}::uuid AND provider = ${provider} AND status IN ('PROCESSING', 'PAID')`
  await wake(tx, payoutQueue, isNamed)
}
