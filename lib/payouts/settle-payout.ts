import type { Transaction } from '@/lib/db/transaction'
import { askAgainAt } from '@/lib/jobs/lease'
import { complete, type Lease, release } from '@/lib/jobs/queue'
import { postTransaction, reverseTransaction } from '@/lib/ledger/post-transaction'
import { log } from '@/lib/log'
import { mailPayout } from '@/lib/mail/account-mail'
import type { Transfer } from '@/lib/providers/payout-provider'
import type { Outcome } from '@/lib/providers/shared/outcome'
import { now } from '@/lib/time/clock'
import { type PayoutRecord, payoutQueue } from './payout'

type Failure = { code: string; detail: string }

/** With `leaseUntil`, the caller holds the payout's lease until then. */
type Asked = { accountId: string; id: string; leaseUntil?: Date | null }

/**
 * Records the provider's outcome of a payout with its ledger entries, and returns the payout as it then is.
 * Locks the payout and reads its status again first, so that an outcome reported by both request and
 * reconciler is booked once. A certain outcome counts from any caller; an unknown one only from the holder of
 * the lease.
 */
export async function recordTransferOutcome(
  tx: Transaction,
  asked: Asked,
  outcome: Outcome<Transfer>,
): Promise<PayoutRecord> {
  const { accountId, id } = asked
  await tx.$queryRaw`
    SELECT 1 FROM payouts WHERE account_id = ${accountId}::uuid AND id = ${id}::uuid FOR UPDATE`
  const where = { accountId_id: { accountId, id } }
  const payout = await tx.payout.findUniqueOrThrow({ where })
  const isHolder = payout.leaseUntil !== null && payout.leaseUntil.getTime() === asked.leaseUntil?.getTime()
  if (payout.status === 'PROCESSING') await settleUnsettled(tx, payout, outcome, isHolder)
  else if (payout.status === 'PAID') await watchDelivered(tx, payout, outcome, isHolder)
  return tx.payout.findUniqueOrThrow({ where })
}

async function settleUnsettled(
  tx: Transaction,
  payout: PayoutRecord,
  outcome: Outcome<Transfer>,
  isHolder: boolean,
): Promise<void> {
  if (outcome.kind === 'rejected') return fail(tx, payout, outcome)
  if (outcome.kind === 'accepted') {
    const transfer = outcome.value
    await update(tx, payout, { providerTransferId: transfer.id, providerTransferStatus: transfer.status })
    switch (transfer.state) {
      case 'failed':
        return fail(tx, payout, failureOf(transfer))
      case 'delivered':
        await deliver(tx, payout)
        await release(tx, payoutQueue, leaseOf(payout), nextReturnCheckAt(now()))
        return mailPayout(tx, payout)
      case 'returned':
        // It was delivered and returned between two checks: book both.
        await deliver(tx, payout)
        return takeBack(tx, payout, failureOf(transfer))
    }
  }
  if (isHolder) await release(tx, payoutQueue, leaseOf(payout), askAgainAt(payout.attemptCount))
}

async function watchDelivered(
  tx: Transaction,
  payout: PayoutRecord,
  outcome: Outcome<Transfer>,
  isHolder: boolean,
): Promise<void> {
  if (
    outcome.kind === 'accepted' &&
    (outcome.value.state === 'returned' || outcome.value.state === 'failed')
  ) {
    const { id: providerTransferId, status: providerTransferStatus } = outcome.value
    await update(tx, payout, { providerTransferId, providerTransferStatus })
    return takeBack(tx, payout, failureOf(outcome.value))
  }
  if (outcome.kind === 'rejected') {
    // The provider denies a transfer that it reported as delivered: a person has to look, and nothing is
    // reversed.
    log.error(
      { payoutId: payout.id, code: outcome.code },
      'the provider no longer knows a delivered transfer',
    )
  }
  if (isHolder) await release(tx, payoutQueue, leaseOf(payout), nextReturnCheckAt(payout.settledAt ?? now()))
}

async function deliver(tx: Transaction, payout: PayoutRecord): Promise<void> {
  const { accountId, id, currency, amountMinor } = payout
  await update(tx, payout, { status: 'PAID', settledAt: now() })
  await postTransaction(tx, { accountId, reason: 'payout.delivered', referenceId: id, currency }, [
    { source: { kind: 'payouts_in_transit' }, destination: { kind: 'provider_clearing' }, amountMinor },
  ])
}

/** A definite refusal: the funds go back the way they came. */
async function fail(tx: Transaction, payout: PayoutRecord, failure: Failure): Promise<void> {
  const { accountId, id: referenceId, currency } = payout
  await update(tx, payout, { status: 'FAILED', settledAt: now(), ...failureColumns(failure) })
  await complete(tx, payoutQueue, leaseOf(payout))
  await reverseTransaction(tx, { accountId, referenceId, currency, reason: 'payout.requested' })
}

/** A late failure: the bank returned the money. */
async function takeBack(tx: Transaction, payout: PayoutRecord, failure: Failure): Promise<void> {
  const { accountId, id: referenceId, currency } = payout
  await update(tx, payout, { status: 'RETURNED', ...failureColumns(failure) })
  await complete(tx, payoutQueue, leaseOf(payout))
  await reverseTransaction(tx, { accountId, referenceId, currency, reason: 'payout.delivered' })
  await reverseTransaction(tx, { accountId, referenceId, currency, reason: 'payout.requested' })
}

async function update(
  tx: Transaction,
  { accountId, id }: PayoutRecord,
  data: Partial<PayoutRecord>,
): Promise<void> {
  await tx.payout.update({ where: { accountId_id: { accountId, id } }, data })
}

function failureOf(transfer: Transfer): Failure {
  return transfer.failure ?? { code: transfer.status.toLowerCase(), detail: 'The transfer failed' }
}

function failureColumns(failure: Failure) {
  return { failureCode: failure.code.slice(0, 64), failureDetail: failure.detail.slice(0, 1000) }
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** Checks after delivery, because a bank may still return the money. */
const DELIVERED_CHECKS_MS = [10 * MINUTE_MS, HOUR_MS, 25 * HOUR_MS, 97 * HOUR_MS]

/**
 * The next check of a payout delivered at `deliveredAt`; null once it has been watched for long enough. By
 * time rather than count, because notifications, of which there may be many, trigger look-ups too.
 */
function nextReturnCheckAt(deliveredAt: Date): Date | null {
  const checks = DELIVERED_CHECKS_MS.map((checkMs) => new Date(deliveredAt.getTime() + checkMs))
  return checks.find((checkAt) => checkAt > now()) ?? null
}

/** The lease of a locked payout, held by anyone. */
function leaseOf({ accountId, id, leaseUntil }: PayoutRecord): Lease {
  return { tenantId: accountId, id, leaseUntil }
}
