import type { Dispute } from '@/lib/db/generated/client'
import type { OrmTransaction } from '@/lib/db/transaction'
import type { EventType } from '@/lib/events/event-types'
import { recordEvent } from '@/lib/events/record-event'
import { postTransaction } from '@/lib/ledger/post-transaction'
import { keepUnposted } from '@/lib/ledger/unposted-amounts'
import { lockVendorFunds, settleDebt, takeFromVendor } from '@/lib/ledger/vendor-funds'
import type { DisputeFee, ReportedDispute } from '@/lib/providers/payment-provider'
import { now } from '@/lib/time/clock'
import { presentDispute } from './answer'
import {
  fitOf,
  giveMoneyBack,
  keepUnexpected,
  newReversal,
  type Reversals,
  type ReversiblePayment,
  reducesFunds,
  takeMoney,
} from './reversal-money'

/**
 * Books what is reported of a dispute, beside `all` that is booked of its payment; false if that has to wait for a refund.
 * Called by `recordReversals`, under its locks.
 */
export async function recordDispute(
  tx: OrmTransaction,
  payment: ReversiblePayment,
  report: ReportedDispute,
  all: Reversals,
): Promise<boolean> {
  const { reference: providerReference, fee } = report
  const booked = all.disputes.find((row) => row.providerReference === providerReference)
  // It never took anything, unless we learned of it earlier as an open one.
  if (report.isPrevented && !booked) return true
  const fit = fitOf(payment, report, booked, all)
  if (fit.kind === 'later') return false
  let row = booked
  if (fit.kind === 'never') {
    await keepUnexpected(tx, payment, report, { providerReference, expectedMinor: fit.expectedMinor })
  } else if (booked) {
    await advance(tx, booked, report)
  } else {
    row = await add(tx, payment, { ...report, amountMinor: fit.amountMinor }, all)
  }
  if (row && fee) await recordFee(tx, row, fee)
  return true
}

async function add(
  tx: OrmTransaction,
  payment: ReversiblePayment,
  report: ReportedDispute & { amountMinor: bigint },
  before: Reversals,
): Promise<Dispute> {
  const row = await tx.dispute.create({
    data: {
      ...(await newReversal(tx, payment, report, before)),
      providerReference: report.reference,
      reason: report.reason?.slice(0, 255) ?? null,
      evidenceDueAt: report.evidenceDueAt,
      providerUrl: report.url,
    },
  })
  await recordStep(tx, 'dispute.opened', { ...row, status: 'OPEN' })
  if (row.status !== 'OPEN') await recordStep(tx, 'dispute.closed', row)
  if (reducesFunds(row)) await takeMoney(tx, row, { reason: 'dispute.opened' })
  return row
}

/** The steps that a dispute may take; any other is an older state that arrives late. */
const NEXT: Record<Dispute['status'], Dispute['status'][]> = {
  OPEN: ['LOST', 'WON'],
  LOST: ['WON'],
  WON: [],
}

async function advance(
  tx: OrmTransaction,
  booked: Dispute,
  { status, reason, evidenceDueAt, url }: ReportedDispute,
): Promise<void> {
  const { accountId, id } = booked
  const where = { accountId_id: { accountId, id } }
  // The provider may give more time. What it no longer states is kept.
  const answer = {
    evidenceDueAt: evidenceDueAt ?? booked.evidenceDueAt,
    providerUrl: url ?? booked.providerUrl,
  }
  const { evidenceDueAt: dueAt, providerUrl } = booked
  if (answer.evidenceDueAt?.getTime() !== dueAt?.getTime() || answer.providerUrl !== providerUrl) {
    await tx.dispute.update({ where, data: answer })
  }
  if (!NEXT[booked.status].includes(status)) return
  const row = await tx.dispute.update({
    where,
    data: { status, settledAt: now(), ...(reason ? { reason: reason.slice(0, 255) } : {}) },
  })
  await recordStep(tx, 'dispute.closed', row)
  if (status === 'WON') await giveMoneyBack(tx, row, 'dispute.won')
}

async function recordStep(tx: OrmTransaction, type: EventType, row: Dispute): Promise<void> {
  await recordEvent(tx, { accountId: row.accountId, type, subjectId: row.id, data: presentDispute(row) })
}

/**
 * Books the provider's fee for a dispute, once, and its return, once. The vendor bears it, and owes what it does not have.
 * In the currency that the provider states, which may be another than the payment's. One that changes is kept for a person
 * to look at.
 */
async function recordFee(
  tx: OrmTransaction,
  { accountId, id, invoiceId, provider, providerReference, ...booked }: Dispute,
  { takenMinor, returnedMinor, currency }: DisputeFee,
): Promise<void> {
  const expectedMinor = booked.feeMinor ?? takenMinor
  const expectedCurrency = booked.feeCurrency ?? currency
  const isOdd =
    takenMinor === null ||
    returnedMinor === null ||
    takenMinor !== expectedMinor ||
    returnedMinor > takenMinor ||
    // A look older than the return may come late.
    (booked.feeReturnedMinor !== null && returnedMinor !== 0n && returnedMinor !== booked.feeReturnedMinor) ||
    expectedCurrency !== currency
  if (isOdd) {
    await keepUnposted(tx, {
      accountId,
      kind: 'dispute',
      referenceId: invoiceId,
      provider,
      providerReference: `${providerReference} fee`,
      expected: { amountMinor: expectedMinor ?? 0n, currency: expectedCurrency },
      reported: { amountMinor: takenMinor, currency },
    })
    return
  }
  await lockVendorFunds(tx, accountId, currency)
  const where = { accountId_id: { accountId, id } }
  const header = { accountId, referenceId: id, currency }
  const clearing = { kind: 'provider_clearing' } as const
  if (booked.feeMinor === null) {
    await tx.dispute.update({ where, data: { feeMinor: takenMinor, feeCurrency: currency } })
    const taking = { accountId, currency, amountMinor: takenMinor, invoiceId }
    const postings = await takeFromVendor(tx, taking, clearing)
    await postTransaction(tx, { ...header, reason: 'dispute.fee' }, postings)
  }
  if (booked.feeReturnedMinor === null && returnedMinor > 0n) {
    await tx.dispute.update({ where, data: { feeReturnedMinor: returnedMinor } })
    await postTransaction(tx, { ...header, reason: 'dispute.fee_returned' }, [
      { source: clearing, destination: { kind: 'credit_wallet' }, amountMinor: returnedMinor },
    ])
    await settleDebt(tx, { ...header, invoiceId })
  }
}
