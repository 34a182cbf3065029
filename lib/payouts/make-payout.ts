import { connectionPool } from '@/lib/db/client'
import { inTransaction, type Transaction } from '@/lib/db/transaction'
import { env } from '@/lib/env'
import { DomainError } from '@/lib/errors'
import type { Commit } from '@/lib/http/idempotency'
import { leaseMs } from '@/lib/jobs/lease'
import { payoutProviderFor, payoutProviders } from '@/lib/providers/registry'
import type { Account } from '@/lib/vendors/account'
import { getPayout, type PayoutRecord } from './payout'
import { reconcilePayout } from './reconcile-payout'
import { type PayoutOrder, requestPayout, sendPayout } from './request-payout'

/** Steps in the transaction of a payout's intent. */
type WithIntent = {
  /** Before it: makes sure of a second person's approval, without which a large payout is refused. */
  approve?: (tx: Transaction) => Promise<void>
  onRequested?: (tx: Transaction, payoutId: string) => Promise<void>
}

/**
 * Commits the intent to pay out, calls the provider, and returns the payout as it then is: delivered, refused
 * and reversed, or not settled yet. Under an idempotency key whose first request died, it resolves that
 * request's payout and creates no other.
 */
export async function makePayout(
  account: Account,
  request: PayoutOrder,
  { claim, requestId }: Pick<Commit, 'claim'> & { requestId: string | null },
  { approve, onRequested }: WithIntent = {},
): Promise<PayoutRecord> {
  const timeoutMs = env.PROVIDER_TIMEOUT_MS
  const accountId = account.id
  if (claim?.resourceId) {
    // The first request with this key died after committing its payout: resolve that one instead of creating
    // another.
    const payoutId = claim.resourceId
    const payout = await getPayout(connectionPool(), accountId, payoutId)
    if (payout.status !== 'PROCESSING') return payout
    const settled = await reconcilePayout(
      { accountId, payoutId },
      { providers: payoutProviders(), timeoutMs, isEarly: true },
    )
    if (!settled) throw new DomainError('idempotency_key_in_progress')
    return settled
  }
  const provider = payoutProviderFor(account.mode, requestId)
  // In a transaction although it is one statement: that of a process that was killed while it waited for a lock
  // would be finished and committed by the server, and a refusal would leave its new ledger accounts behind.
  const requested = await inTransaction(async (tx) => {
    await approve?.(tx)
    const payout = await requestPayout(tx, account, request, {
      provider,
      leaseMs: leaseMs(timeoutMs),
      claim,
      ...(requestId === null ? {} : { requestId }),
      isApproved: approve !== undefined,
    })
    await onRequested?.(tx, payout.payoutId)
    return payout
  })
  return sendPayout(requested, { provider, timeoutMs })
}

/** Throws `payout_refused` for a payout that the provider refused, which frees the idempotency key. */
export function refuseFailed({ status, provider, failureCode, failureDetail }: PayoutRecord): void {
  if (status !== 'FAILED') return
  throw new DomainError('payout_refused', { provider, code: failureCode ?? '', detail: failureDetail ?? '' })
}
