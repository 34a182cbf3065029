import { now } from '@/lib/clock'
import type { Transaction } from '@/lib/db/transaction'
import { isId } from '@/lib/ids'
import { enqueue } from '@/lib/jobs/queue'

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
    UPDATE payouts SET next_check_at = ${runAt}::timestamptz
     WHERE id = ${key}::uuid AND provider = ${provider} AND status IN ('PROCESSING', 'PAID')
    RETURNING account_id`
  for (const { account_id: accountId } of payouts) {
    await enqueue(tx, 'reconcile_payout', { accountId, payoutId: key }, { key, runAt })
  }
}
