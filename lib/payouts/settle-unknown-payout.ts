import { connectionPool, sql } from '@/lib/db/client'
import { type Queryable, runComposed } from '@/lib/db/statement'
import { inTransaction, type Transaction } from '@/lib/db/transaction'
import { DomainError } from '@/lib/errors'
import { isId } from '@/lib/ids'
import type { PayoutProvider, Transfer } from '@/lib/providers/payout-provider'
import type { Outcome } from '@/lib/providers/shared/outcome'
import { storedProvider } from '@/lib/providers/stored-provider'
import { now, signalAfter } from '@/lib/time/clock'
import { findPayout, type PayoutRecord } from './payout'
import { transferKey } from './rails'
import type { PayoutKey } from './reconcile-payout'
import { recordTransferOutcome } from './settle-payout'

/** Throws `payout_not_found`. */
export async function findPayoutAccount(on: Queryable, payoutId: string): Promise<string> {
  const [payout] = isId(payoutId)
    ? await runComposed<{ accountId: string }>(
        on,
        sql`SELECT account_id AS "accountId" FROM payouts WHERE id = ${payoutId}::uuid`,
      )
    : []
  if (!payout) throw new DomainError('payout_not_found')
  return payout.accountId
}

type ByHand = {
  /** The transfer that a person found at the provider; null: they found that there is none. */
  transferId: string | null
  reason: string
  providers: PayoutProvider[]
  timeoutMs: number
  /** Records who did it, with the outcome. */
  record: (tx: Transaction) => Promise<void>
}

/**
 * Ends a payout that would stay in progress for ever, because the provider has no record of it and may have forgotten its
 * key. The provider is asked first, and by the id of the transfer that a person found: what it says is booked. Only
 * where it still knows nothing, and nothing sent under the key can be on its way any more, the person's word that no transfer was
 * made gives the money back.
 *
 * Throws `payout_not_found`, `payout_has_outcome`, `payout_not_forgotten` while the service may still learn the outcome by
 * itself, and `payout_transfer_unknown` if the provider has no such transfer of this payout.
 */
export async function settleUnknownPayout(
  { accountId, payoutId }: PayoutKey,
  { transferId, reason, providers, timeoutMs, record }: ByHand,
): Promise<PayoutRecord> {
  const payout = await findPayout(connectionPool(), accountId, payoutId)
  if (payout.status !== 'PROCESSING') throw new DomainError('payout_has_outcome')
  const provider = storedProvider(providers, payout)
  // Without its keys nobody can be asked, and the account of other keys says nothing about it.
  if (!provider || payout.providerTransferId !== null) throw new DomainError('payout_not_forgotten')
  const reference = { key: transferKey(payout), id: transferId }
  const answer = await provider.lookUp(reference, signalAfter(timeoutMs))
  if (transferId !== null && answer.kind !== 'accepted') throw new DomainError('payout_transfer_unknown')
  const ageMs = now().getTime() - (payout.railSince ?? payout.createdAt).getTime()
  const isForgotten = answer.kind === 'unknown' && answer.isUnseen === true && ageMs > provider.keyLifetimeMs
  if (answer.kind === 'unknown' && !isForgotten) throw new DomainError('payout_not_forgotten')
  const outcome: Outcome<Transfer> = isForgotten ? neverSent(reason) : answer
  return inTransaction(async (tx) => {
    const settled = await recordTransferOutcome(tx, { accountId, id: payoutId, rail: payout.rail }, outcome)
    await record(tx)
    return settled
  })
}

function neverSent(reason: string): Outcome<Transfer> {
  return {
    kind: 'rejected',
    code: 'never_accepted',
    detail: `Looked up by the operator: ${reason}`,
    httpStatus: 404,
  }
}
