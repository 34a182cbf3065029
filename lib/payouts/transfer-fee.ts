import { connectionPool, database, sql } from '@/lib/db/client'
import { statement } from '@/lib/db/statement'
import { inTransaction, type Transaction } from '@/lib/db/transaction'
import { newId } from '@/lib/ids'
import { askAgainAt } from '@/lib/jobs/lease'
import { type Claim, complete, type LeasedQueue, release } from '@/lib/jobs/queue'
import { postTransaction } from '@/lib/ledger/post-transaction'
import { keepUnposted } from '@/lib/ledger/unposted-amounts'
import { log } from '@/lib/log'
import { payoutsOf } from '@/lib/providers/observed'
import type { PayoutProvider, Transfer } from '@/lib/providers/payout-provider'
import type { ProviderFee } from '@/lib/providers/shared/outcome'
import { storedProvider, unreachable } from '@/lib/providers/stored-provider'
import { now, signalAfter } from '@/lib/time/clock'
import { DAY_MS } from '@/lib/time/units'

/*
 * What a provider keeps of a transfer. The operator bears it, whatever becomes of the transfer: each try of a payout costs its own,
 * and a return doesn't bring it back.
 */

export const transferFeeQueue: LeasedQueue = {
  table: 'transfer_fees',
  tenantColumn: 'account_id',
  idColumn: 'id',
}

/** A transfer that took nothing from the balance, because it failed before, has no fee for ever. */
const ASK_FOR_MS = 30 * DAY_MS

/** The highest fee among the account's last twenty transfers through the provider, in minor units: the next one may cost as much. */
export async function likelyFee(accountId: string, provider: string, currency: string): Promise<bigint> {
  const [row] = await findHighestFee(connectionPool(), { accountId, provider, currency })
  return row?.amountMinor ?? 0n
}

const findHighestFee = statement<
  { accountId: string; provider: string; currency: string },
  { amountMinor: bigint | null }
>(
  'find_highest_transfer_fee',
  `SELECT max(amount_minor) AS "amountMinor"
     FROM (SELECT transfer_fees.amount_minor FROM transfer_fees
             JOIN payouts ON payouts.account_id = transfer_fees.account_id AND payouts.id = transfer_fees.payout_id
            WHERE transfer_fees.account_id = :accountId::uuid AND transfer_fees.currency = :currency
              AND payouts.provider = :provider
            ORDER BY transfer_fees.id DESC LIMIT 20) AS latest`,
)

/** Has the fee of a payout's transfer read, once, if its provider takes one. */
export async function awaitTransferFee(
  tx: Transaction,
  { accountId, id: payoutId }: { accountId: string; id: string },
  { id: transferId, hasFee }: Transfer,
): Promise<void> {
  if (hasFee) await addTransferFee(tx, { accountId, id: newId(), payoutId, transferId, at: now() })
}

const addTransferFee = statement<
  { accountId: string; id: string; payoutId: string; transferId: string; at: Date },
  object
>(
  'add_transfer_fee',
  `INSERT INTO transfer_fees (account_id, id, payout_id, provider_transfer_id, next_attempt_at, created_at)
   VALUES (:accountId::uuid, :id::uuid, :payoutId::uuid, :transferId, :at::timestamptz, :at::timestamptz)
   ON CONFLICT (account_id, payout_id, provider_transfer_id) DO NOTHING`,
)

/** Asks for the fee of a claimed transfer, and books it once its provider states it. */
export async function readTransferFee(
  lease: Claim,
  { providers, timeoutMs }: { providers: PayoutProvider[]; timeoutMs: number },
): Promise<void> {
  const { tenantId: accountId, id } = lease
  const row = await database().transferFee.findUniqueOrThrow({
    where: { accountId_id: { accountId, id } },
    include: { payout: { select: { id: true, provider: true, providerAccount: true, requestId: true } } },
  })
  const { payout, providerTransferId, createdAt } = row
  const provider = storedProvider(providers, payout)
  const outcome = provider
    ? await payoutsOf(provider, payout.requestId).readFee?.(providerTransferId, signalAfter(timeoutMs))
    : unreachable(payout)
  if (outcome?.kind === 'accepted' && outcome.value !== null) {
    const fee = outcome.value
    await inTransaction((tx) => recordTransferFee(tx, lease, { payout, providerTransferId, fee }))
    return
  }
  if (outcome && outcome.kind !== 'accepted') {
    const reason = outcome.kind === 'rejected' ? outcome.detail : outcome.reason
    log.warn(
      { requestId: payout.requestId ?? undefined, payoutId: payout.id, reason },
      'a fee could not be read',
    )
  }
  const isLast = now().getTime() - createdAt.getTime() > ASK_FOR_MS
  await release(database(), transferFeeQueue, lease, isLast ? null : askAgainAt(lease.attemptCount))
}

type StatedFee = { payout: { id: string; provider: string }; providerTransferId: string; fee: ProviderFee }

/**
 * Books a fee by a posting of its own, unless another worker has the lease by now. One that is no whole number of minor units is kept
 * for a person to look at.
 */
async function recordTransferFee(
  tx: Transaction,
  lease: Claim,
  { payout, providerTransferId, fee: { amountMinor, currency } }: StatedFee,
): Promise<void> {
  const { tenantId: accountId, id: referenceId } = lease
  if (amountMinor === null) {
    await keepUnposted(tx, {
      accountId,
      kind: 'payout',
      referenceId: payout.id,
      provider: payout.provider,
      providerReference: `${providerTransferId} fee`,
      expected: { amountMinor: 0n, currency },
      reported: { amountMinor, currency },
    })
    await complete(tx, transferFeeQueue, lease)
    return
  }
  const columns = sql`amount_minor = ${amountMinor}::bigint, currency = ${currency}::char(3)`
  const isOurs = await complete(tx, transferFeeQueue, lease, columns)
  if (!isOurs || amountMinor === 0n) return
  await postTransaction(tx, { accountId, reason: 'transfer.fee', referenceId, currency }, [
    { source: { kind: 'provider_fees' }, destination: { kind: 'provider_clearing' }, amountMinor },
  ])
}
