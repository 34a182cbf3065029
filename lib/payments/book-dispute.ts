import assert from 'node:assert/strict'
import type { Dispute } from '@/lib/db/generated/client'
import type { Transaction } from '@/lib/db/transaction'
import type { EventType } from '@/lib/events/event-types'
import { recordEvent } from '@/lib/events/record-event'
import { postTransaction } from '@/lib/ledger/post-transaction'
import { keepUnposted } from '@/lib/ledger/unposted-amounts'
import { lockVendorFunds, settleDebt, takeFromVendor } from '@/lib/ledger/vendor-funds'
import type { DisputeFee, ReportedDispute } from '@/lib/providers/payment-provider'
import { now } from '@/lib/time/clock'
import { presentDispute } from './answer'
import {
  type ChargePart,
  divide,
  fitOf,
  giveMoneyBack,
  keepUnexpected,
  newReversal,
  reducesFunds,
  takeMoney,
} from './reversal-money'
import { addDispute, endDispute, setDisputeAnswer, setDisputeFee, setDisputeFeeReturned } from './statements'

/**
 * Books what is reported of a dispute of a charge, beside all that is booked of it; false if that has to wait for a refund.
 * Called by `recordReversals`, under its locks.
 */
export async function recordDispute(
  tx: Transaction,
  charge: ChargePart[],
  report: ReportedDispute,
): Promise<boolean> {
  const { reference: providerReference, fee } = report
  const booked = charge
    .flatMap(({ reversals }) => reversals.disputes)
    .filter((row) => row.providerReference === providerReference)
  // It never took anything, unless we learned of it earlier as an open one.
  if (report.isPrevented && booked.length === 0) return true
  const fit = fitOf(charge, report, booked)
  if (fit.kind === 'later') return false
  let rows = booked
  if (fit.kind === 'never') {
    await keepUnexpected(tx, charge, report, { providerReference, expectedMinor: fit.expectedMinor })
  } else if (booked.length > 0) {
    for (const row of booked) await advance(tx, row, report)
  } else {
    const createdAt = now()
    rows = []
    for (const share of divide(charge, fit.amountMinor)) {
      rows.push(
        await bookDispute(tx, await newReversal(tx, share, { status: report.status, createdAt }), report),
      )
    }
  }
  // One fee for the charge, on the dispute of its first invoice.
  if (rows[0] && fee) await recordFee(tx, rows[0], fee)
  return true
}

async function bookDispute(
  tx: Transaction,
  common: Awaited<ReturnType<typeof newReversal<Dispute['status']>>>,
  report: ReportedDispute,
): Promise<Dispute> {
  const [row] = await addDispute(tx, {
    ...common,
    providerReference: report.reference,
    reason: report.reason?.slice(0, 255) ?? null,
    evidenceDueAt: report.evidenceDueAt,
    providerUrl: report.url,
    feeMinor: null,
    feeReturnedMinor: null,
    feeCurrency: null,
  })
  assert(row, 'the insert returns its row')
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
  tx: Transaction,
  booked: Dispute,
  { status, reason, evidenceDueAt, url }: ReportedDispute,
): Promise<void> {
  const { accountId, id } = booked
  // The provider may give more time. What it no longer states is kept.
  const answer = {
    evidenceDueAt: evidenceDueAt ?? booked.evidenceDueAt,
    providerUrl: url ?? booked.providerUrl,
  }
  const { evidenceDueAt: dueAt, providerUrl } = booked
  if (answer.evidenceDueAt?.getTime() !== dueAt?.getTime() || answer.providerUrl !== providerUrl) {
    await setDisputeAnswer(tx, { accountId, id, ...answer })
  }
  if (!NEXT[booked.status].includes(status)) return
  const [row] = await endDispute(tx, {
    accountId,
    id,
    status,
    settledAt: now(),
    reason: reason ? reason.slice(0, 255) : null,
  })
  assert(row, 'a dispute stays')
  await recordStep(tx, 'dispute.closed', row)
  if (status === 'WON') await giveMoneyBack(tx, row, 'dispute.won')
}

async function recordStep(tx: Transaction, type: EventType, row: Dispute): Promise<void> {
  await recordEvent(tx, { accountId: row.accountId, type, subjectId: row.id, data: presentDispute(row) })
}

/**
 * Books the provider's fee for a dispute, once, and its return, once. The vendor bears it, and owes what it does not have.
 * In the currency that the provider states, which may be another than the payment's. One that changes is kept for a person
 * to look at.
 */
async function recordFee(
  tx: Transaction,
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
  const header = { accountId, referenceId: id, currency }
  const clearing = { kind: 'provider_clearing' } as const
  if (booked.feeMinor === null) {
    await setDisputeFee(tx, { accountId, id, feeMinor: takenMinor, feeCurrency: currency })
    const taking = { accountId, currency, amountMinor: takenMinor, invoiceId }
    const postings = await takeFromVendor(tx, taking, clearing)
    await postTransaction(tx, { ...header, reason: 'dispute.fee' }, postings)
  }
  if (booked.feeReturnedMinor === null && returnedMinor > 0n) {
    await setDisputeFeeReturned(tx, { accountId, id, feeReturnedMinor: returnedMinor })
    await postTransaction(tx, { ...header, reason: 'dispute.fee_returned' }, [
      { source: clearing, destination: { kind: 'credit_wallet' }, amountMinor: returnedMinor },
    ])
    await settleDebt(tx, { ...header, invoiceId })
  }
}
