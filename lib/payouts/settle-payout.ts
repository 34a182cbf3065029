import assert from 'node:assert/strict'
import { type Sql, sql } from '@/lib/db/client'
import { type Runner, runComposed } from '@/lib/db/statement'
import { askAgainAt } from '@/lib/jobs/lease'
import { complete, type Lease, release } from '@/lib/jobs/queue'
import { postTransaction, reverseTransaction } from '@/lib/ledger/post-transaction'
import { log } from '@/lib/log'
import { mailPayout } from '@/lib/mail/account-mail'
import type { Transfer } from '@/lib/providers/payout-provider'
import type { Outcome } from '@/lib/providers/shared/outcome'
import { now } from '@/lib/time/clock'
import { getPayout, type PayoutRecord, payoutQueue } from './payout'
import { deliverPayout, lockPayoutRow } from './statements'

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
  tx: Runner,
  asked: Asked,
  outcome: Outcome<Transfer>,
): Promise<PayoutRecord> {
  const { accountId, id } = asked
  const [payout] = await lockPayoutRow(tx, accountId, id)
  assert(payout, 'the payout exists')
  const isHolder = payout.leaseUntil !== null && payout.leaseUntil.getTime() === asked.leaseUntil?.getTime()
  const isDelivered = outcome.kind === 'accepted' && outcome.value.state === 'delivered'
  if (payout.status === 'PROCESSING' && isDelivered) return deliver(tx, payout, outcome.value)
  if (payout.status === 'PROCESSING') await settleUnsettled(tx, payout, outcome, isHolder)
  else if (payout.status === 'PAID') await watchDelivered(tx, payout, outcome, isHolder)
  return getPayout(tx, accountId, id)
}

async function settleUnsettled(
  tx: Runner,
  payout: PayoutRecord,
  outcome: Outcome<Transfer>,
  isHolder: boolean,
): Promise<void> {
  if (outcome.kind === 'rejected') return fail(tx, payout, outcome, null)
  if (outcome.kind === 'accepted') {
    const transfer = outcome.value
    switch (transfer.state) {
      case 'failed':
        return fail(tx, payout, failureOf(transfer), transfer)
      case 'returned':
        // It was delivered and returned between two checks: book both.
        await update(
          tx,
          payout,
          sql`status = 'PAID', settled_at = ${now()}::timestamptz, ${transferColumns(transfer)}`,
        )
        await postDelivery(tx, payout)
        return takeBack(tx, payout, failureOf(transfer), transfer)
      case 'delivered':
        assert.fail('a delivery is booked before')
    }
    await update(tx, payout, transferColumns(transfer))
  }
  if (isHolder) await release(tx, payoutQueue, leaseOf(payout), askAgainAt(payout.attemptCount))
}

async function watchDelivered(
  tx: Runner,
  payout: PayoutRecord,
  outcome: Outcome<Transfer>,
  isHolder: boolean,
): Promise<void> {
  if (
    outcome.kind === 'accepted' &&
    (outcome.value.state === 'returned' || outcome.value.state === 'failed')
  ) {
    return takeBack(tx, payout, failureOf(outcome.value), outcome.value)
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

/** Books the delivery of a locked payout and mails the recipient. */
async function deliver(
  tx: Runner,
  { accountId, id }: PayoutRecord,
  transfer: Transfer,
): Promise<PayoutRecord> {
  const settledAt = now()
  const next = nextReturnCheckAt(settledAt)
  const { id: transferId, status } = transfer
  const [payout] = await deliverPayout(
    tx,
    accountId,
    id,
    settledAt,
    transferId,
    status,
    next,
    payoutQueue.job,
  )
  assert(payout, 'a locked payout keeps its status')
  await postDelivery(tx, payout)
  await mailPayout(tx, payout)
  return payout
}

async function postDelivery(tx: Runner, payout: PayoutRecord): Promise<void> {
  const { accountId, id, currency, amountMinor } = payout
  await postTransaction(tx, { accountId, reason: 'payout.delivered', referenceId: id, currency }, [
    { source: { kind: 'payouts_in_transit' }, destination: { kind: 'provider_clearing' }, amountMinor },
  ])
}

/** The outcome is written with the end of the lease, and the payout is locked: the lease is what we read. */
async function endLease(ending: Promise<boolean>): Promise<void> {
  assert(await ending, 'a locked payout keeps its lease')
}

/** A definite refusal: the funds go back the way they came. */
async function fail(
  tx: Runner,
  payout: PayoutRecord,
  failure: Failure,
  transfer: Transfer | null,
): Promise<void> {
  const { accountId, id: referenceId } = payout
  const settled = sql`status = 'FAILED', settled_at = ${now()}::timestamptz, ${failureColumns(failure)}`
  const columns = transfer ? sql`${settled}, ${transferColumns(transfer)}` : settled
  await endLease(complete(tx, payoutQueue, leaseOf(payout), columns))
  await reverseTransaction(tx, { accountId, referenceId, reason: 'payout.requested' })
}

/** A late failure: the bank returned the money. */
async function takeBack(
  tx: Runner,
  payout: PayoutRecord,
  failure: Failure,
  transfer: Transfer,
): Promise<void> {
  const { accountId, id: referenceId } = payout
  const returned = sql`status = 'RETURNED', ${failureColumns(failure)}, ${transferColumns(transfer)}`
  await endLease(complete(tx, payoutQueue, leaseOf(payout), returned))
  await reverseTransaction(tx, { accountId, referenceId, reason: 'payout.delivered' })
  await reverseTransaction(tx, { accountId, referenceId, reason: 'payout.requested' })
}

async function update(tx: Runner, { accountId, id }: PayoutRecord, columns: Sql): Promise<void> {
  const where = sql`account_id = ${accountId}::uuid AND id = ${id}::uuid`
  await runComposed(tx, sql`UPDATE payouts SET ${columns} WHERE ${where}`)
}

function transferColumns({ id, status }: Transfer): Sql {
  return sql`provider_transfer_id = ${id}, provider_transfer_status = ${status}`
}

function failureOf(transfer: Transfer): Failure {
  return transfer.failure ?? { code: transfer.status.toLowerCase(), detail: 'The transfer failed' }
}

function failureColumns({ code, detail }: Failure): Sql {
  return sql`failure_code = ${code.slice(0, 64)}, failure_detail = ${detail.slice(0, 1000)}`
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
