import assert from 'node:assert/strict'
import { type Sql, sql } from '@/lib/db/client'
import { type Queryable, runComposed } from '@/lib/db/statement'
import type { Transaction } from '@/lib/db/transaction'
import type { EventType } from '@/lib/events/event-types'
import { recordEvent } from '@/lib/events/record-event'
import { newId } from '@/lib/ids'
import { askAgainAt } from '@/lib/jobs/lease'
import { complete, type Lease, release } from '@/lib/jobs/queue'
import { toJson } from '@/lib/json'
import {
  createAccounts,
  type EntrySides,
  postTransaction,
  reverseTransaction,
} from '@/lib/ledger/post-transaction'
import { isExpected, keepUnposted } from '@/lib/ledger/unposted-amounts'
import { lockVendorFunds, settleDebt } from '@/lib/ledger/vendor-funds'
import { log } from '@/lib/log'
import { payoutMail } from '@/lib/mail/account-mail'
import { mailRow, senderOf } from '@/lib/mail/queue-mail'
import type { Transfer } from '@/lib/providers/payout-provider'
import type { Outcome } from '@/lib/providers/shared/outcome'
import { now } from '@/lib/time/clock'
import { presentPayout } from './answer'
import { type PayoutIntent, type PayoutRecord, payoutQueue, readPayoutRecord } from './payout'
import { deliverPayout, findPayoutToSend, lockPayoutRow, uncountPayout } from './statements'
import { awaitTransferFee } from './transfer-fee'

type Failure = { code: string; detail: string }

/** The try that follows if the provider refuses the current one because the bank doesn't take part in its rail. */
export type Fallback = { rail: string; leaseUntil: Date }

type PayoutLease = {
  accountId: string
  id: string
  /** Until then the caller holds the payout's lease. */
  leaseUntil?: Date | null
  /** The rail that the outcome is of. */
  rail?: string | null
  fallback?: Fallback | null
}

/**
 * Records the provider's outcome of a payout with its ledger entries, and returns the payout as it then is.
 * Locks the payout and reads its status again first, so that an outcome reported by both request and
 * reconciler is booked once. A certain outcome counts from any caller; an unknown one only from the holder of
 * the lease. If there is a fallback, a refusal because of the rail commits the intent of the next try instead: the payout
 * stays in progress, and the holder of the lease, who has it anew, sends that.
 */
export async function recordTransferOutcome(
  tx: Transaction,
  payoutLease: PayoutLease,
  outcome: Outcome<Transfer>,
): Promise<PayoutRecord> {
  const { accountId, id, rail = null, fallback = null } = payoutLease
  const [payout] = await lockPayoutRow(tx, { accountId, payoutId: id })
  assert(payout, 'the payout exists')
  // Whatever becomes of the transfer, and before the next try replaces its id.
  if (outcome.kind === 'accepted') await awaitTransferFee(tx, payout, outcome.value)
  const current = rail === payout.rail ? outcome : outcomeOfFormerTry(payout, outcome)
  const verified = await requireExpectedAmount(tx, payout, current)
  const isHolder =
    payout.leaseUntil !== null && payout.leaseUntil.getTime() === payoutLease.leaseUntil?.getTime()
  const isDelivered = verified.kind === 'accepted' && verified.value.status === 'delivered'
  if (payout.status === 'PROCESSING' && isDelivered) return deliver(tx, payout, verified.value)
  if (payout.status === 'PROCESSING' && fallback && isOffRail(verified)) {
    await tryNextRail(tx, payout, fallback, isHolder)
  } else if (payout.status === 'PROCESSING') await settleUnsettled(tx, payout, verified, isHolder)
  else if (payout.status === 'PAID') await watchDelivered(tx, payout, verified, isHolder)
  return readPayoutRecord(tx, accountId, id)
}

/** What somebody heard about a try that was refused meanwhile says nothing about the current one. */
function outcomeOfFormerTry(
  { id: payoutId, rail }: PayoutRecord,
  outcome: Outcome<Transfer>,
): Outcome<Transfer> {
  if (outcome.kind === 'accepted' && outcome.value.status !== 'failed') {
    log.error(
      { payoutId, rail, transfer: outcome.value.id },
      'a payout needs a person: a transfer is under way that the provider had refused',
    )
  }
  return { kind: 'unknown', reason: 'the outcome is of a former try' }
}

/** The provider is certain that nothing arrived, nor will, because the bank doesn't take part in the rail. */
function isOffRail(outcome: Outcome<Transfer>): boolean {
  if (outcome.kind === 'rejected') return outcome.isOffRail === true
  return (
    outcome.kind === 'accepted' &&
    outcome.value.status === 'failed' &&
    outcome.value.failure?.isOffRail === true
  )
}

/** Commits the intent of a locked payout's next try, under the caller's new lease or for the holder of the old one. */
async function tryNextRail(
  tx: Transaction,
  payout: PayoutRecord,
  { rail, leaseUntil }: Fallback,
  isHolder: boolean,
): Promise<void> {
  const { id: payoutId, requestId, rail: from } = payout
  log.info(
    { requestId, payoutId, from, to: rail },
    'the bank does not take part in the rail: the next one is tried',
  )
  const lease = isHolder
    ? sql`, lease_until = ${leaseUntil}::timestamptz, next_attempt_at = ${leaseUntil}::timestamptz`
    : sql``
  await update(
    tx,
    payout,
    sql`former_rails = former_rails || rail, rail = ${rail}, rail_since = ${now()}::timestamptz,
        provider_transfer_id = NULL, provider_transfer_status = NULL ${lease}`,
  )
}

/**
 * The outcome, if its transfer is of the payout's amount. If not, the provider moved something else: it is kept
 * for a person to look at, and the payout's outcome stays unknown.
 */
async function requireExpectedAmount(
  tx: Transaction,
  payout: PayoutRecord,
  outcome: Outcome<Transfer>,
): Promise<Outcome<Transfer>> {
  if (outcome.kind !== 'accepted') return outcome
  const { accountId, id: referenceId, provider, amountMinor, currency } = payout
  const compared = { expected: { amountMinor, currency }, reported: outcome.value }
  if (isExpected(compared)) return outcome
  const providerReference = outcome.value.id
  await keepUnposted(tx, { accountId, kind: 'payout', referenceId, provider, providerReference, ...compared })
  return { kind: 'unknown', reason: 'the transfer is of another amount' }
}

async function settleUnsettled(
  tx: Transaction,
  payout: PayoutRecord,
  outcome: Outcome<Transfer>,
  isHolder: boolean,
): Promise<void> {
  if (outcome.kind === 'rejected') return fail(tx, payout, outcome, null)
  if (outcome.kind === 'accepted') {
    const transfer = outcome.value
    switch (transfer.status) {
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
        await recordPayoutEvent(tx, 'payout.paid', payout)
        return takeBack(tx, payout, failureOf(transfer), transfer)
      case 'delivered':
        assert.fail('a delivery is booked before')
    }
    await update(tx, payout, transferColumns(transfer))
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
    (outcome.value.status === 'returned' || outcome.value.status === 'failed')
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

/**
 * Books the delivery of a payout and mails the recipient, in one statement. Null, with nothing booked, if
 * another caller has booked an outcome, the transfer is of another amount or rail, or it is the account's first
 * delivery: `recordTransferOutcome` looks further.
 */
export async function recordDelivery(
  on: Queryable,
  { accountId, payoutId, amountMinor, currency, rail, metadata, requestId, recipient }: PayoutIntent,
  transfer: Transfer,
): Promise<PayoutRecord | null> {
  if (!isExpected({ expected: { amountMinor, currency }, reported: transfer })) return null
  const settledAt = now()
  const mail = payoutMail(
    { id: payoutId, amountMinor, currency },
    recipient,
    senderOf(accountId, recipient.sender),
  )
  const eventData = toJson(
    presentPayout({
      id: payoutId,
      customerId: recipient.customerId,
      bankAccountId: recipient.id,
      amountMinor,
      currency,
      status: 'PAID',
      providerTransferId: transfer.id,
      providerTransferStatus: transfer.providerStatus,
      metadata,
    }),
  )
  return deliverPayout(on, {
    accountId,
    id: payoutId,
    rail,
    settledAt,
    transferId: transfer.id,
    transferStatus: transfer.providerStatus,
    nextAttemptAt: nextReturnCheckAt(settledAt),
    amountMinor,
    currency,
    ledgerTransactionId: newId(),
    eventId: newId(),
    eventData,
    ...mailRow({ ...mail, requestId }),
  })
}

/** Books the delivery of a locked payout. */
async function deliver(tx: Transaction, payout: PayoutRecord, transfer: Transfer): Promise<PayoutRecord> {
  const { accountId, id: payoutId, currency } = payout
  const [row] = await findPayoutToSend(tx, { accountId, payoutId })
  assert(row, 'the payout exists')
  const {
    amountMinor,
    leaseUntil,
    currency: _,
    rail,
    formerRails,
    payoutMetadata,
    requestId,
    ...recipient
  } = row
  const intent = { accountId, payoutId, amountMinor, currency, rail, formerRails, leaseUntil }
  const requested = { ...intent, metadata: payoutMetadata, requestId, recipient }
  const delivered = await recordDelivery(tx, requested, transfer)
  if (delivered) return delivered
  await createAccounts(tx, { accountId, currency }, [DELIVERY])
  const again = await recordDelivery(tx, requested, transfer)
  assert(again, 'a locked payout keeps its status')
  return again
}

const DELIVERY: EntrySides = {
  source: { kind: 'payouts_in_transit' },
  destination: { kind: 'provider_clearing' },
}

async function postDelivery(tx: Transaction, payout: PayoutRecord): Promise<void> {
  const { accountId, id, currency, amountMinor } = payout
  await postTransaction(tx, { accountId, reason: 'payout.delivered', referenceId: id, currency }, [
    { ...DELIVERY, amountMinor },
  ])
}

/** The outcome is written with the end of the lease, and the payout is locked: the lease is what we read. */
async function endLease(ending: Promise<boolean>): Promise<void> {
  assert(await ending, 'a locked payout keeps its lease')
}

/** A definite refusal: the funds go back the way they came. */
async function fail(
  tx: Transaction,
  payout: PayoutRecord,
  failure: Failure,
  transfer: Transfer | null,
): Promise<void> {
  const { accountId, id: referenceId } = payout
  const settled = sql`status = 'FAILED', settled_at = ${now()}::timestamptz, ${failureColumns(failure)}`
  const columns = transfer ? sql`${settled}, ${transferColumns(transfer)}` : settled
  await endLease(complete(tx, payoutQueue, leaseOf(payout), columns))
  await giveBack(tx, payout)
  // After the wallet, in the order of a new payout: the other one could deadlock.
  await uncountPayout(tx, { accountId, payoutId: referenceId })
  await recordPayoutEvent(tx, 'payout.failed', payout)
}

/** Records an event about a locked payout as it is now. */
async function recordPayoutEvent(
  tx: Transaction,
  type: EventType,
  { accountId, id }: PayoutRecord,
): Promise<void> {
  const payout = await readPayoutRecord(tx, accountId, id)
  const { requestId } = payout
  await recordEvent(tx, { accountId, type, subjectId: id, data: presentPayout(payout), requestId })
}

/** The funds of a payout are the vendor's again, who may owe something by now. */
async function giveBack(
  tx: Transaction,
  { accountId, id: referenceId, currency }: PayoutRecord,
): Promise<void> {
  await lockVendorFunds(tx, accountId, currency)
  await reverseTransaction(tx, { accountId, referenceId, reason: 'payout.requested' })
  await settleDebt(tx, { accountId, currency, referenceId })
}

/** A late failure: the bank returned the money. */
async function takeBack(
  tx: Transaction,
  payout: PayoutRecord,
  failure: Failure,
  transfer: Transfer,
): Promise<void> {
  const { accountId, id: referenceId } = payout
  const returnColumns = sql`status = 'RETURNED', ${failureColumns(failure)}, ${transferColumns(transfer)}`
  await endLease(complete(tx, payoutQueue, leaseOf(payout), returnColumns))
  await reverseTransaction(tx, { accountId, referenceId, reason: 'payout.delivered' })
  await giveBack(tx, payout)
  await recordPayoutEvent(tx, 'payout.returned', payout)
}

async function update(tx: Transaction, { accountId, id }: PayoutRecord, columns: Sql): Promise<void> {
  await runComposed(
    tx,
    sql`UPDATE payouts SET ${columns} WHERE account_id = ${accountId}::uuid AND id = ${id}::uuid`,
  )
}

function transferColumns({ id, providerStatus: status }: Transfer): Sql {
  return sql`provider_transfer_id = ${id}, provider_transfer_status = ${status}`
}

function failureOf(transfer: Transfer): Failure {
  return transfer.failure ?? { code: transfer.providerStatus.toLowerCase(), detail: 'The transfer failed' }
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
