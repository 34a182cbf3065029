import assert from 'node:assert/strict'
import type { Orm } from '@/lib/db/client'
import type { InvoiceCredit } from '@/lib/db/generated/client'
import type { OrmTransaction } from '@/lib/db/transaction'
import { DomainError } from '@/lib/errors'
import { isId, newId } from '@/lib/ids'
import { creditableMinor, creditDueMinor } from '@/lib/invoices/amounts'
import { changeInvoiceStatus } from '@/lib/invoices/change-invoice-status'
import { creditNoteNumber } from '@/lib/invoices/document-numbers'
import { type InvoiceRecord, leftToPayMinor, withItems } from '@/lib/invoices/invoice'
import { changeCreditedMinorRow } from '@/lib/invoices/statements'
import { mailCredit } from '@/lib/mail/invoice-mail'
import { formatMajor } from '@/lib/money/money'
import { now } from '@/lib/time/clock'
import { nextCreditNote } from './credit-notes'
import { type ChosenItem, chosenLines, findLeft, linesInProportion } from './credited-lines'
import { lockCheckoutsAndInvoice } from './outside-payment'

/** Each may email the customer. */
const MAX_CREDITS = 100

type Subject = { accountId: string; invoiceId: string }

export type NewCredit = {
  /** Minor units before a fee on top, above zero; null: all that can be credited. */
  amountMinor: bigint | null
  /** The items that it is about, whose amounts add up to it; null: all lines, in proportion. */
  items: ChosenItem[] | null
  /** Why, in the vendor's words, for the customer too. */
  note: string | null
  mailsCustomer: boolean
}

/**
 * Credits an invoice that is not paid yet: adds a credit note with the next number of the invoice, and lowers what is due. No
 * money moves. A credit of all that is due ends the invoice: it is void for programs and payers alike, or, where a part was
 * recorded as paid before, paid by that. A customer's open page at the provider, which asks for more by then, is closed, and
 * money that a card pays there after all is given back. Nothing is credited beyond what is due, however many credits, payments and
 * voids come at once: the invoice's row is locked.
 *
 * Throws `invoice_not_found`, `invoice_voided`, `invoice_already_paid`, `credited_item_not_found`, `credited_item_too_large`,
 * `credit_too_large` and `too_many_credits`, in this order.
 */
export async function issueCredit(
  tx: OrmTransaction,
  subject: Subject,
  { amountMinor: wantedMinor, items, note, mailsCustomer }: NewCredit,
  requestId: string | null = null,
): Promise<{ credit: InvoiceCredit; invoice: InvoiceRecord }> {
  const { accountId, invoiceId } = subject
  const before = await lockCheckoutsAndInvoice(tx, subject)
  if (before.status === 'VOIDED') throw new DomainError('invoice_voided')
  if (before.status === 'PAID') throw new DomainError('invoice_already_paid')
  const left = await findLeft(tx, before)
  const chosen = items && chosenLines(left, items)
  const leftMinor = leftToPayMinor(before)
  const linesLeftMinor = left.reduce((sum, { grossMinor }) => sum + grossMinor, 0n)
  const mostMinor = creditableMinor(leftMinor, linesLeftMinor, before)
  const linesMinor = wantedMinor ?? mostMinor
  if (linesMinor <= 0n || linesMinor > mostMinor) throw new DomainError('credit_too_large')
  const amountMinor = creditDueMinor(linesMinor, { leftMinor, mostMinor, linesLeftMinor }, before)
  const order = await nextCreditNote(tx, subject)
  // All that is left can be credited in any case: an invoice with credits can't be voided.
  if (order > MAX_CREDITS && linesMinor < mostMinor) throw new DomainError('too_many_credits')
  const credit = await tx.invoiceCredit.create({
    data: {
      accountId,
      id: newId(),
      invoiceId,
      amountMinor,
      currency: before.currency,
      note,
      creditNoteNumber: order,
      ...(chosen ?? linesInProportion(left, linesMinor)),
      createdAt: now(),
    },
  })
  const [row] = await changeCreditedMinorRow(tx, { accountId, invoiceId, changeMinor: amountMinor })
  assert(row, 'the invoice is locked')
  const invoice = await endIfNothingIsDue(tx, withItems(row), requestId)
  if (mailsCustomer) {
    const creditNote = creditNoteNumber(before.number, order)
    await mailCredit(tx, invoice, { id: credit.id, creditNote, amountMinor, reason: note }, requestId)
  }
  return { credit, invoice }
}

/** Throws `credit_not_found` for an unknown id, another account's, or an invalid one. */
export async function findCredit(
  tx: Orm,
  accountId: string,
  creditId: string,
): Promise<InvoiceCredit & { invoice: { number: string } }> {
  const where = { accountId_id: { accountId, id: creditId } }
  const include = { invoice: { select: { number: true } } }
  const credit = isId(creditId) ? await tx.invoiceCredit.findUnique({ where, include }) : null
  if (!credit) throw new DomainError('credit_not_found')
  return credit
}

/** A credit for the audit log: `40.00 USD, INV-0042-CN1: Delivered late`. */
export function creditDetail(
  invoice: { number: string },
  { amountMinor, currency, creditNoteNumber: order, note }: InvoiceCredit,
): string {
  const what = `${formatMajor(amountMinor, currency)} ${currency}, ${creditNoteNumber(invoice.number, order)}`
  return note ? `${what}: ${note}` : what
}

async function endIfNothingIsDue(
  tx: OrmTransaction,
  invoice: InvoiceRecord,
  requestId: string | null,
): Promise<InvoiceRecord> {
  if (leftToPayMinor(invoice) > 0n) return invoice
  const { accountId, id: invoiceId } = invoice
  const last = await tx.outsidePayment.findFirst({
    where: { accountId, invoiceId, removedAt: null },
    orderBy: { receiptNumber: 'desc' },
  })
  const change = last ? ({ to: 'PAID', paymentMethod: last.method } as const) : ({ to: 'VOIDED' } as const)
  const ended = await changeInvoiceStatus(tx, { accountId, invoiceId }, change, requestId)
  assert(ended, 'an invoice that is locked and open can be ended')
  return ended
}
