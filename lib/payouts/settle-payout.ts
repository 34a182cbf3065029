import type { Transaction } from '@/lib/db/transaction'
import { enqueue } from '@/lib/jobs/queue'
import { postTransaction, reverseTransaction } from '@/lib/ledger/post-transaction'
import { log } from '@/lib/log'
import { mailPayout } from '@/lib/mail/account-mail'
import type { Transfer } from '@/lib/providers/payout-provider'
import type { Outcome } from '@/lib/providers/shared/outcome'
import { now } from '@/lib/time/clock'
import type { PayoutRecord } from './payout'

type Failure = { code: string; detail: string }

/**
 * Writes what the provider said of a payout, with the ledger entries that follow from it, and returns
 * the payout as it is then. The payout is locked and its status read again first, so that an outcome
 * that comes twice, from the request and from the reconciler, is booked once.
 */
export async function recordTransferOutcome(
  tx: Transaction,
  { accountId, id }: { accountId: string; id: string },
  outcome: Outcome<Transfer>,
): Promise<PayoutRecord> {
  await tx.$queryRaw`
    SELECT 1 FROM payouts WHERE account_id = ${accountId}::uuid AND id = ${id}::uuid FOR UPDATE`
  const where = { accountId_id: { accountId, id } }
  const payout = await tx.payout.findUniqueOrThrow({ where })
  if (payout.status === 'PROCESSING') await settleUnsettled(tx, payout, outcome)
  else if (payout.status === 'PAID') await watchDelivered(tx, payout, outcome)
  return tx.payout.findUniqueOrThrow({ where })
}

async function settleUnsettled(
  tx: Transaction,
  payout: PayoutRecord,
  outcome: Outcome<Transfer>,
): Promise<void> {
  if (outcome.kind === 'rejected') return fail(tx, payout, outcome)
  if (outcome.kind === 'unknown') return askAgainLater(tx, payout, nextCheckDelayMs(payout.attemptCount))
  const transfer = outcome.value
  await noteTransfer(tx, payout, transfer)
  switch (transfer.state) {
    case 'processing':
      return askAgainLater(tx, payout, nextCheckDelayMs(payout.attemptCount))
    case 'failed':
      return fail(tx, payout, failureOf(transfer))
    case 'delivered':
      await deliver(tx, payout)
      return mailPayout(tx, payout)
    case 'returned':
      // It was delivered and sent back while nobody looked: both happened, and both are booked.
      await deliver(tx, payout)
      return takeBack(tx, payout, failureOf(transfer))
  }
}

async function watchDelivered(
  tx: Transaction,
  payout: PayoutRecord,
  outcome: Outcome<Transfer>,
): Promise<void> {
  if (
    outcome.kind === 'accepted' &&
    (outcome.value.state === 'returned' || outcome.value.state === 'failed')
  ) {
    await noteTransfer(tx, payout, outcome.value)
    return takeBack(tx, payout, failureOf(outcome.value))
  }
  if (outcome.kind === 'rejected') {
    // The provider denies a transfer that it reported as delivered: for people to sort out, never a reversal.
    log.error(
      { payoutId: payout.id, code: outcome.code },
      'the provider no longer knows a delivered transfer',
    )
  }
  const deliveredAt = payout.settledAt ?? now()
  await askAgainLater(tx, payout, nextReturnCheckDelayMs(now().getTime() - deliveredAt.getTime()))
}

async function deliver(tx: Transaction, payout: PayoutRecord): Promise<void> {
  const { accountId, id, currency, amountMinor } = payout
  await moveOn(tx, payout, { status: 'PAID', settledAt: now(), attemptCount: 0 })
  await postTransaction(tx, { accountId, reason: 'payout.delivered', referenceId: id, currency }, [
    { source: { kind: 'payouts_in_transit' }, destination: { kind: 'provider_clearing' }, amountMinor },
  ])
  await askAgainLater(tx, { ...payout, attemptCount: 0 }, nextReturnCheckDelayMs(0))
}

/** A certain refusal: the funds go back the way they came. */
async function fail(tx: Transaction, payout: PayoutRecord, failure: Failure): Promise<void> {
  const { accountId, id: referenceId, currency } = payout
  await moveOn(tx, payout, {
    status: 'FAILED',
    settledAt: now(),
    nextAttemptAt: null,
    ...failureColumns(failure),
  })
  await reverseTransaction(tx, { accountId, referenceId, currency, reason: 'payout.requested' })
}

/** A late failure: the bank sent back what it had been given. */
async function takeBack(tx: Transaction, payout: PayoutRecord, failure: Failure): Promise<void> {
  const { accountId, id: referenceId, currency } = payout
  await moveOn(tx, payout, { status: 'RETURNED', nextAttemptAt: null, ...failureColumns(failure) })
  await reverseTransaction(tx, { accountId, referenceId, currency, reason: 'payout.delivered' })
  await reverseTransaction(tx, { accountId, referenceId, currency, reason: 'payout.requested' })
}

type StatusChange = {
  status: 'PAID' | 'FAILED' | 'RETURNED'
  settledAt?: Date
  nextAttemptAt?: null
  attemptCount?: number
  failureCode?: string
  failureDetail?: string
}

async function moveOn(tx: Transaction, { accountId, id }: PayoutRecord, change: StatusChange): Promise<void> {
  await tx.payout.update({
    where: { accountId_id: { accountId, id } },
    data: { ...change, leaseUntil: null },
  })
}

async function noteTransfer(
  tx: Transaction,
  { accountId, id }: PayoutRecord,
  transfer: Transfer,
): Promise<void> {
  await tx.payout.update({
    where: { accountId_id: { accountId, id } },
    data: { providerTransferId: transfer.id, providerTransferStatus: transfer.status },
  })
}

/**
 * Sets when the provider is asked next; null: never again. At once, where it has sent word of the transfer
 * while it was being asked: what it said may be from before that.
 */
async function askAgainLater(tx: Transaction, payout: PayoutRecord, delayMs: number | null): Promise<void> {
  const { accountId, id, leaseUntil, nextAttemptAt: dueAt } = payout
  // Whoever takes the lease sets the next check to its end; only a notification sets an earlier one.
  const isWoken = leaseUntil !== null && dueAt !== null && dueAt < leaseUntil
  const waitMs = isWoken ? 0 : delayMs
  const nextAttemptAt = waitMs === null ? null : new Date(now().getTime() + waitMs)
  await tx.payout.update({
    where: { accountId_id: { accountId, id } },
    data: { leaseUntil: null, nextAttemptAt, attemptCount: payout.attemptCount + 1 },
  })
  if (nextAttemptAt) {
    await enqueue(tx, 'reconcile_payout', { accountId, payoutId: id }, { key: id, runAt: nextAttemptAt })
  }
}

function failureOf(transfer: Transfer): Failure {
  return transfer.failure ?? { code: transfer.status.toLowerCase(), detail: 'The transfer failed' }
}

function failureColumns(failure: Failure) {
  return { failureCode: failure.code.slice(0, 64), failureDetail: failure.detail.slice(0, 1000) }
}

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** When a provider that has not said is asked again: soon at first, then every hour until it knows. */
const UNSETTLED_DELAYS_MS = [15 * SECOND, 30 * SECOND, MINUTE, 5 * MINUTE, 15 * MINUTE]

/** How long after its delivery a payout is looked at again, since a bank may still send it back. */
const DELIVERED_CHECKS_MS = [10 * MINUTE, HOUR, 25 * HOUR, 97 * HOUR]

/** Milliseconds until the next look-up of what is not settled, after `attemptCount` look-ups. */
export function nextCheckDelayMs(attemptCount: number): number {
  return UNSETTLED_DELAYS_MS[attemptCount] ?? HOUR
}

/**
 * The same for a payout that was delivered so many milliseconds ago; null when it has been watched for
 * long enough. By time and not by count: notifications, of which there may be many, lead to look-ups too.
 */
function nextReturnCheckDelayMs(deliveredForMs: number): number | null {
  const next = DELIVERED_CHECKS_MS.find((checkMs) => checkMs > deliveredForMs)
  return next === undefined ? null : next - deliveredForMs
}
