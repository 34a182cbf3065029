import assert from 'node:assert/strict'
import type { Refund } from '@/lib/db/generated/client'
import type { Transaction } from '@/lib/db/transaction'
import { recordEvent } from '@/lib/events/record-event'
import { creditNoteNumber } from '@/lib/invoices/document-numbers'
import { findInvoice } from '@/lib/invoices/invoice'
import { mailRefund } from '@/lib/mail/invoice-mail'
import type { ReportedRefund } from '@/lib/providers/payment-provider'
import { now } from '@/lib/time/clock'
import { presentRefund } from './answer'
import { nextCreditNote } from './credit-notes'
import { findLeft, type LineColumns, linesInProportion } from './credited-lines'
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
import { addRefund, endRefund, type NewRefundRow, setRefundReference } from './statements'

/** Without a reference: its provider refused the refund, or knows no payment to refund. */
export type RefundReport = Omit<ReportedRefund, 'reference' | 'createdAt'> & { reference: string | null }

/**
 * Books what is reported of a refund of a charge, beside all that is booked of it; false if that has to wait for another
 * refund. Called by `recordReversals`, under its locks.
 */
export async function recordRefund(
  tx: Transaction,
  charge: ChargePart[],
  report: RefundReport,
): Promise<boolean> {
  const { reference, key } = report
  const booked = charge
    .flatMap(({ reversals }) => reversals.refunds)
    .filter(
      ({ id, providerReference }) =>
        id === key || (providerReference !== null && providerReference === reference),
    )
  const fit = fitOf(charge, report, booked)
  if (fit.kind === 'later') return false
  const providerReference = reference ?? key ?? charge[0]?.payment.invoiceId ?? ''
  if (fit.kind === 'never') {
    await keepUnexpected(tx, charge, report, { providerReference, expectedMinor: fit.expectedMinor })
  } else if (booked.some(wasRefused) && reducesFunds(report)) {
    // The provider had definitively refused this refund, yet made it. The vendor was already credited back.
    await keepUnexpected(tx, charge, report, { providerReference, expectedMinor: 0n })
  } else if (booked.length > 0) {
    for (const row of booked) await advance(tx, row, report)
  } else {
    const { status } = report
    const failureReason = failureReasonOf(report)
    const createdAt = now()
    for (const share of divide(charge, fit.amountMinor)) {
      const common = await newReversal(tx, share, { status, createdAt })
      await bookRefund(tx, { ...common, providerReference: reference, failureReason })
    }
  }
  return true
}

function wasRefused({ status, providerReference }: Refund): boolean {
  return status === 'FAILED' && providerReference === null
}

function failureReasonOf({ status, failureReason }: RefundReport): string | null {
  return status === 'FAILED' && failureReason ? failureReason.slice(0, 255) : null
}

/** What is not known of a refund yet, or not at all, is left out. */
type NewRefund = Omit<NewRefundRow, keyof typeof NO_OUTCOME | keyof CreditNoteColumns | keyof LineColumns> &
  Partial<Pick<NewRefundRow, keyof typeof NO_OUTCOME>>

const NO_OUTCOME = {
  providerReference: null,
  failureReason: null,
  note: null,
  requestId: null,
  leaseUntil: null,
  nextAttemptAt: null,
  settledAt: null,
}

type CreditNoteColumns = Pick<Refund, 'creditNoteNumber' | 'creditNoteAt'>

/**
 * Adds a refund and takes its amount. Without `lines` it is of all lines in proportion. Under the locks of `lockReversals`. Throws
 * `insufficient_balance` if the vendor may not owe what is missing.
 */
export async function bookRefund(
  tx: Transaction,
  refund: NewRefund,
  { mayOwe = true, lines = null }: { mayOwe?: boolean; lines?: LineColumns | null } = {},
): Promise<Refund> {
  const columns = {
    ...NO_OUTCOME,
    ...refund,
    ...(lines ?? (await linesOf(tx, refund))),
    ...(await creditNoteOf(tx, refund)),
  }
  const [row] = await addRefund(tx, columns)
  assert(row, 'the insert returns its row')
  await announce(tx, row)
  if (reducesFunds(row)) await takeMoney(tx, row, { reason: 'refund.made', mayOwe })
  return row
}

async function linesOf(tx: Transaction, refund: NewRefund): Promise<LineColumns> {
  const { accountId, invoiceId, amountMinor, baseMinor } = refund
  const invoice = await findInvoice(tx, accountId, invoiceId)
  // A fee that the customer paid on top is of no line.
  const left = await findLeft(tx, invoice)
  return linesInProportion(left, invoice.feeAmountMinor > 0n ? baseMinor : amountMinor)
}

/** The steps that a refund may take; any other is an older state that arrives late. */
const NEXT: Record<Refund['status'], Refund['status'][]> = {
  PENDING: ['SUCCEEDED', 'FAILED'],
  SUCCEEDED: ['FAILED'],
  FAILED: [],
}

async function advance(tx: Transaction, booked: Refund, report: RefundReport): Promise<void> {
  const { accountId, id, invoiceId } = booked
  if (booked.providerReference === null && report.reference !== null) {
    await setRefundReference(tx, { accountId, id, providerReference: report.reference })
  }
  const { status } = report
  if (!NEXT[booked.status].includes(status)) return
  const [row] = await endRefund(tx, {
    accountId,
    id,
    status,
    settledAt: now(),
    failureReason: failureReasonOf(report),
    ...(await creditNoteOf(tx, { accountId, invoiceId, status })),
  })
  assert(row, 'a refund stays')
  await announce(tx, row)
  if (status === 'FAILED') await giveMoneyBack(tx, row, 'refund.failed')
}

/** The number and the time of a credit note, once the buyer has the money or gets it; before, nulls. */
async function creditNoteOf(
  tx: Transaction,
  { accountId, invoiceId, status }: Pick<Refund, 'accountId' | 'invoiceId' | 'status'>,
): Promise<CreditNoteColumns> {
  return status === 'SUCCEEDED'
    ? { creditNoteNumber: await nextCreditNote(tx, { accountId, invoiceId }), creditNoteAt: now() }
    : { creditNoteNumber: null, creditNoteAt: null }
}

/** Records the event of a refund that has an outcome now, and mails the buyer the credit note of one that is made. */
async function announce(tx: Transaction, row: Refund): Promise<void> {
  const { accountId, id, status, requestId } = row
  if (status === 'PENDING') return
  const type = status === 'SUCCEEDED' ? 'refund.succeeded' : 'refund.failed'
  await recordEvent(tx, { accountId, type, subjectId: id, data: presentRefund(row), requestId })
  if (status === 'FAILED' || row.creditNoteNumber === null) return
  const invoice = await findInvoice(tx, accountId, row.invoiceId)
  const creditNote = creditNoteNumber(invoice.number, row.creditNoteNumber)
  await mailRefund(tx, invoice, { id, creditNote, amountMinor: row.amountMinor, reason: row.note }, requestId)
}
