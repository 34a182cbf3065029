import { database } from '@/lib/db/client'
import { inTransaction, type Transaction } from '@/lib/db/transaction'
import { isId } from '@/lib/ids'
import { enqueue } from '@/lib/jobs/queue'
import type { PayoutProvider, Transfer } from '@/lib/providers/payout-provider'
import type { Outcome } from '@/lib/providers/shared/outcome'
import { now, signalAfter } from '@/lib/time/clock'
import type { PayoutRecord } from './payout'
import { sendTransfer } from './request-payout'
import { recordTransferOutcome } from './settle-payout'

/** No request is on its way for longer, whatever queues, proxies and retries lie on it. */
const LONGEST_ON_ITS_WAY_MS = 24 * 60 * 60 * 1000

export type PayoutKey = { accountId: string; payoutId: string }

/** Payouts that the provider is due to be asked about, the longest due first. */
export async function duePayouts(limit: number): Promise<PayoutKey[]> {
  const at = now()
  return database().$queryRaw`
    SELECT account_id AS "accountId", id AS "payoutId" FROM payouts
     WHERE next_attempt_at <= ${at}::timestamptz
       AND (lease_until IS NULL OR lease_until <= ${at}::timestamptz)
     ORDER BY next_attempt_at LIMIT ${limit}`
}

/**
 * Asks the provider what became of a payout and writes it. Returns the payout as it is then, or null
 * while somebody else is asking. It never reverses on a guess: only on the provider's own word.
 */
export async function reconcilePayout(
  { accountId, payoutId }: PayoutKey,
  { provider, timeoutMs }: { provider: PayoutProvider; timeoutMs: number },
): Promise<PayoutRecord | null> {
  const time = now()
  const leaseUntil = new Date(time.getTime() + 2 * timeoutMs)
  // While the request that sent it may still be waiting, a look-up could overtake its transfer.
  const { count } = await database().payout.updateMany({
    where: {
      accountId,
      id: payoutId,
      nextAttemptAt: { not: null },
      OR: [{ leaseUntil: null }, { leaseUntil: { lte: time } }],
    },
    data: { leaseUntil, nextAttemptAt: leaseUntil },
  })
  const payout = await database().payout.findUniqueOrThrow({
    where: { accountId_id: { accountId, id: payoutId } },
  })
  if (count !== 1) return payout.nextAttemptAt === null ? payout : null
  const outcome = await askProvider(payout, { provider, timeoutMs })
  return inTransaction((tx) => recordTransferOutcome(tx, payout, outcome))
}

/**
 * Looks the transfer up. A provider that has no record of it, and can't rule out that our request is
 * still on its way, is sent the same request again: under the same key it is made once. Only a yes
 * counts then, since a refusal of the second request says nothing about the first, until the first
 * can't be on its way any more.
 */
async function askProvider(
  payout: PayoutRecord & { createdAt: Date },
  { provider, timeoutMs }: { provider: PayoutProvider; timeoutMs: number },
): Promise<Outcome<Transfer>> {
  const found = await provider.lookUp(payout.id, signalAfter(timeoutMs))
  if (found.kind !== 'unknown' || !found.isUnseen || payout.status !== 'PROCESSING') return found
  // Whoever does not know what was accepted once, or what was meant for another account of theirs whose keys
  // the operator has replaced, would make the transfer a second time.
  if (payout.providerTransferId !== null || payout.providerAccount !== provider.account) return found
  const { accountId, id: payoutId } = payout
  const again = await sendTransfer({ accountId, payoutId }, { provider, timeoutMs })
  const isFirstOver = now().getTime() - payout.createdAt.getTime() > LONGEST_ON_ITS_WAY_MS
  return again.kind === 'rejected' && !isFirstOver ? found : again
}

/**
 * Asks about every payout that is not settled, and about the delivered ones that are still watched, now
 * instead of when it is due. `settled`: how many changed their status; `pending`: how many are still
 * not settled.
 */
export async function reconcileAllPayouts(
  providerOf: (name: string) => PayoutProvider,
  timeoutMs: number,
): Promise<{ settled: number; pending: number }> {
  const payouts = await database().$queryRaw<(PayoutKey & { status: string; provider: string })[]>`
    SELECT account_id AS "accountId", id AS "payoutId", status::text, provider FROM payouts
     WHERE next_attempt_at IS NOT NULL ORDER BY id`
  let settled = 0
  let pending = 0
  for (const payout of payouts) {
    const after = await reconcilePayout(payout, { provider: providerOf(payout.provider), timeoutMs })
    const status = after?.status ?? payout.status
    if (status !== payout.status) settled += 1
    if (status === 'PROCESSING') pending += 1
  }
  return { settled, pending }
}

/**
 * A provider says that something happened to a transfer: it is looked up at once. Nothing for a key that
 * is none of our payouts', or whose payout has failed or come back. A delivered payout is looked up however
 * long ago that was: a bank may send it back when nobody watches it any more. What the notification says is
 * not taken for true: notifications come late, twice and out of order, and a look-up does not.
 */
export async function wakePayout(tx: Transaction, provider: string, key: string): Promise<void> {
  if (!isId(key)) return
  const runAt = now()
  const payouts = await tx.$queryRaw<{ account_id: string }[]>`
    UPDATE payouts SET next_attempt_at = ${runAt}::timestamptz
     WHERE id = ${key}::uuid AND provider = ${provider} AND status IN ('PROCESSING', 'PAID')
    RETURNING account_id`
  for (const { account_id: accountId } of payouts) {
    await enqueue(tx, 'reconcile_payout', { accountId, payoutId: key }, { key, runAt })
  }
}
