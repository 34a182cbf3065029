import assert from 'node:assert/strict'
import { type OutsidePayment, Prisma } from '@/lib/db/generated/client'
import type { OutsideMethod } from '@/lib/db/generated/enums'
import { modelColumns, statement } from '@/lib/db/statement'
import type { Transaction } from '@/lib/db/transaction'
import { DomainError } from '@/lib/errors'
import { isId, newId } from '@/lib/ids'
import { changeInvoiceStatus } from '@/lib/invoices/change-invoice-status'
import { closeCheckouts } from '@/lib/invoices/checkout-session'
import { type InvoiceRecord, leftToPayMinor, lockInvoice, withItems } from '@/lib/invoices/invoice'
import { changeOutsideMinorRow } from '@/lib/invoices/statements'
import { postTransaction, reverseTransaction } from '@/lib/ledger/post-transaction'
import { mailPartReceipt, mailReceipt } from '@/lib/mail/invoice-mail'
import { formatMajor } from '@/lib/money/money'
import { now } from '@/lib/time/clock'
import { formatIsoDate } from '@/lib/time/dates'
import { nextReceiptOrder, receiptOf } from './receipts'
import { OUTSIDE_METHODS } from './status'

/*
 * Payments that the vendor received outside the wallet, by bank transfer for example, and recorded by hand. They are its
 * income, but no money of ours: the ledger keeps them in accounts of their own, nothing of them can be paid out, and no fee
 * is taken (docs/decisions/0089-payments-outside-the-wallet.md).
 */

type Subject = { accountId: string; invoiceId: string }

export type NewOutsidePayment = {
  method: OutsideMethod
  /** Minor units of the invoice's currency, above zero; null: all that is left to pay. */
  amountMinor: bigint | null
  /** Midnight UTC of the day on which the vendor received it. */
  receivedOn: Date
  /** What the vendor finds it by at its bank. */
  reference: string | null
  mailsReceipt: boolean
}

const OUTSIDE_COLUMNS = modelColumns(Prisma.OutsidePaymentScalarFieldEnum)

const addOutsidePayment = statement<Omit<OutsidePayment, 'removedAt'>, OutsidePayment>(
  'add_outside_payment',
  `INSERT INTO outside_payments (account_id, id, invoice_id, method, amount_minor, currency, received_on, reference, receipt_number,
                                 created_at)
   VALUES (:accountId::uuid, :id::uuid, :invoiceId::uuid, :method::outside_method, :amountMinor::bigint, :currency,
           (:receivedOn::timestamptz AT TIME ZONE 'UTC')::date, :reference, :receiptNumber::int, :createdAt::timestamptz)
   RETURNING ${OUTSIDE_COLUMNS}`,
)

/** No row if the invoice has no such payment, or it is removed. */
const removeOutsideRow = statement<Subject & { id: string; removedAt: Date }, OutsidePayment>(
  'remove_outside_payment',
  `UPDATE outside_payments SET removed_at = :removedAt::timestamptz
    WHERE account_id = :accountId::uuid AND id = :id::uuid AND invoice_id = :invoiceId::uuid AND removed_at IS NULL
   RETURNING ${OUTSIDE_COLUMNS}`,
)

/**
 * Records a payment of an invoice that was received outside the wallet. With the last of what is left to pay, the invoice is
 * paid, with the event of any payment. Before that it stays open; a buyer's open page at the provider, which asks for more
 * than is left by then, is closed, and money that a card pays there after all is given back in full. The payments of an
 * invoice never exceed its total, however many are recorded at once: its row is locked.
 *
 * Throws `invoice_not_found`, `invoice_voided`, `invoice_already_paid` and `payment_too_large`, in this order.
 */
export async function recordOutsidePayment(
  tx: Transaction,
  { accountId, invoiceId }: Subject,
  { method, amountMinor, receivedOn, reference, mailsReceipt }: NewOutsidePayment,
  requestId: string | null = null,
): Promise<{ payment: OutsidePayment; invoice: InvoiceRecord }> {
  const before = await lockCheckoutsAndInvoice(tx, { accountId, invoiceId })
  if (before.status === 'VOIDED') throw new DomainError('invoice_voided')
  if (before.status === 'PAID') throw new DomainError('invoice_already_paid')
  const leftMinor = leftToPayMinor(before)
  const paidMinor = amountMinor ?? leftMinor
  if (paidMinor > leftMinor) throw new DomainError('payment_too_large')
  const { currency } = before
  const id = newId()
  const receiptOrder = await nextReceiptOrder(tx, { accountId, invoiceId })
  const [payment] = await addOutsidePayment(tx, {
    accountId,
    id,
    invoiceId,
    method,
    amountMinor: paidMinor,
    currency,
    receivedOn,
    reference,
    receiptNumber: receiptOrder,
    createdAt: now(),
  })
  assert(payment, 'the insert returns its row')
  const receipt = receiptOf(before.number, {
    receiptOrder,
    amountMinor: paidMinor,
    paidWith: method,
    last4: null,
  })
  const part = await changeOutsideMinor(tx, { accountId, invoiceId }, paidMinor)
  await postTransaction(tx, { accountId, reason: 'payment.recorded', referenceId: id, currency }, [
    { source: { kind: 'outside_funds' }, destination: { kind: 'outside_income' }, amountMinor: paidMinor },
  ])
  if (leftToPayMinor(part) > 0n) {
    if (mailsReceipt) {
      const paid = { id, amountMinor: paidMinor, receivedOn }
      await mailPartReceipt(tx, { ...part, receipt }, paid, requestId)
    }
    return { payment, invoice: part }
  }
  const change = { to: 'PAID', paymentMethod: method } as const
  const paid = await changeInvoiceStatus(tx, { accountId, invoiceId }, change, requestId)
  assert(paid, 'an invoice that is locked and open can be paid')
  if (mailsReceipt) await mailReceipt(tx, { ...paid, receipt, paidOn: receivedOn }, requestId)
  return { payment, invoice: paid }
}

/**
 * Takes a recorded payment back, by a reversing entry: it was recorded by mistake, or given back. What is left to pay grows
 * by it. Once the invoice is paid it stays, as a paid invoice does.
 *
 * Throws `invoice_not_found`, `payment_not_found` and `invoice_already_paid`, in this order.
 */
export async function removeOutsidePayment(
  tx: Transaction,
  { accountId, invoiceId, paymentId }: Subject & { paymentId: string },
): Promise<OutsidePayment> {
  const { status } = await lockCheckoutsAndInvoice(tx, { accountId, invoiceId })
  const [removed] = isId(paymentId)
    ? await removeOutsideRow(tx, { accountId, id: paymentId, invoiceId, removedAt: now() })
    : []
  if (!removed) throw new DomainError('payment_not_found')
  if (status === 'PAID') throw new DomainError('invoice_already_paid')
  await changeOutsideMinor(tx, { accountId, invoiceId }, -removed.amountMinor)
  await reverseTransaction(tx, { accountId, referenceId: paymentId, reason: 'payment.recorded' })
  return removed
}

/**
 * Locks the invoice, after its sessions: a card payment is booked in that order too. The worker then closes
 * the sessions that ask for another amount than is left to pay.
 */
export async function lockCheckoutsAndInvoice(tx: Transaction, subject: Subject): Promise<InvoiceRecord> {
  const { accountId, invoiceId } = subject
  if (!isId(invoiceId)) throw new DomainError('invoice_not_found')
  await closeCheckouts(tx, { accountId, invoiceIds: [invoiceId] })
  return lockInvoice(tx, accountId, invoiceId)
}

/** Changes what was paid outside the wallet of an invoice that is locked. */
async function changeOutsideMinor(
  tx: Transaction,
  { accountId, invoiceId }: Subject,
  changeMinor: bigint,
): Promise<InvoiceRecord> {
  const [row] = await changeOutsideMinorRow(tx, { accountId, invoiceId, changeMinor })
  assert(row, 'the invoice is locked')
  return withItems(row)
}

/** A recorded payment for the audit log: `40.00 USD, bank transfer, received 2026-03-02, reference 4711`. */
export function outsideDetail({
  amountMinor,
  currency,
  method,
  receivedOn,
  reference,
}: OutsidePayment): string {
  return [
    `${formatMajor(amountMinor, currency)} ${currency}`,
    OUTSIDE_METHODS[method].toLowerCase(),
    `received ${formatIsoDate(receivedOn)}`,
    ...(reference ? [`reference ${reference}`] : []),
  ].join(', ')
}
