import { decodeId } from '@/lib/crypto/base62'
import { connectionPool, database } from '@/lib/db/client'
import { statement } from '@/lib/db/statement'
import { paymentToken } from '@/lib/http/links'
import { isId } from '@/lib/ids'
import { type AmountView, presentAmount } from '@/lib/money/money'
import { type CreditNote, findCreditNotesOf } from '@/lib/payments/credit-notes'
import { findJointCheckout, MAX_JOINT_INVOICES } from '@/lib/payments/joint-checkout'
import { findReceipts, type Receipt } from '@/lib/payments/receipts'
import { now } from '@/lib/time/clock'
import { formatIsoDate } from '@/lib/time/dates'
import { dayIn, type Zone } from '@/lib/time/zone'
import { choiceOf } from './invoice-choice'

/*
 * The invoices of one customer, as the customer sees them. Drafts are none yet, and voided ones none any more; those that were
 * credited in full are, by their credit notes.
 */

export type OpenInvoice = {
  id: string
  /** Its name in the form that pays several at once. */
  choice: string
  number: string
  /** Of the payment page. */
  token: string
  /** `YYYY-MM-DD` */
  dueDate: string
  isOverdue: boolean
  total: AmountView
  amountDue: AmountView
  /** True if a part was paid or credited. */
  isReduced: boolean
  creditNotes: PortalCreditNote[]
}

/** One with nothing left to pay. */
export type ClosedInvoice = {
  id: string
  number: string
  token: string
  total: AmountView
  /** Credited: in full, before it was paid. */
  closedBy: 'payment' | 'credit'
  /** `YYYY-MM-DD` */
  closedOn: string
  /** Of the last payment; null if the invoice has no recorded one. */
  receipt: PortalReceipt | null
  creditNotes: PortalCreditNote[]
}

type PortalCreditNote = { id: string; number: string; amount: AmountView; isRefund: boolean }

type PortalReceipt = Pick<Receipt, 'number' | 'paidWith'> & {
  /** Set if it is less than the total: others came before. */
  amount: AmountView | null
}

export type PortalInvoices = {
  /** The first that are due, up to `OPEN_SHOWN`. */
  open: OpenInvoice[]
  openCount: number
  /** The most that can be paid at once. */
  mostAtOnce: number
  /** What is left to pay of all open ones, by currency. */
  due: AmountView[]
  /** A page of those with nothing left to pay, latest first. */
  closed: ClosedInvoice[]
  /** True if one of the closed ones was credited, on whichever page. */
  hasCredited: boolean
  /** Where the next page begins; null on the last one. */
  olderThan: string | null
}

const OPEN_SHOWN = 100
const CLOSED_SHOWN = 20

type Customer = { accountId: string; customerId: string }

/** Days are those of `zone`. `olderThan`: the last closed invoice of the page before; a text that is no id begins with the latest. */
export async function readPortalInvoices(
  { accountId, customerId, zone }: Customer & { zone: Zone },
  { olderThan = null }: { olderThan?: string | null } = {},
): Promise<PortalInvoices> {
  const tx = database()
  const key = { accountId, customerId }
  const before = olderThan !== null && isId(olderThan) ? olderThan : null
  const [open, sums, closed, credited] = await Promise.all([
    findOpen(tx, { ...key, limit: OPEN_SHOWN }),
    sumOpen(tx, key),
    findClosed(tx, { ...key, before, limit: CLOSED_SHOWN + 1 }),
    findCredited(tx, key),
  ])
  const page = closed.slice(0, CLOSED_SHOWN)
  const creditNotes = await findCreditNotesOf(tx, accountId, [...open, ...page])
  const receipts = await findReceipts(tx, accountId, page)
  return {
    open: open.map((row) => presentOpen(accountId, zone, row, creditNotes.get(row.id))),
    openCount: sums.reduce((count, sum) => count + sum.count, 0),
    mostAtOnce: MAX_JOINT_INVOICES,
    due: sums.map(({ currency, dueMinor }) => presentAmount(dueMinor, currency)),
    closed: page.map((row) =>
      presentClosed(accountId, zone, row, {
        creditNotes: creditNotes.get(row.id),
        receipt: receipts.get(row.id),
      }),
    ),
    hasCredited: credited.length > 0,
    olderThan: closed.length > CLOSED_SHOWN ? (page.at(-1)?.id ?? null) : null,
  }
}

type InvoiceRow = { id: string; number: string; payToken: string; currency: string; totalMinor: bigint }
type OpenRow = InvoiceRow & { dueMinor: bigint; dueDate: Date }
type ClosedRow = InvoiceRow & { closedBy: ClosedInvoice['closedBy']; closedAt: Date; receivedOn: Date | null }

const COLUMNS = `invoice.id, invoice.number, invoice.pay_token AS "payToken", invoice.currency,
          invoice.total_minor AS "totalMinor"`
const OF_CUSTOMER = 'invoice.account_id = :accountId::uuid AND invoice.customer_id = :customerId::uuid'
const IS_OPEN = `invoice.status IN ('CREATED', 'FAILED', 'UNPAID')`
const IS_CREDITED = `invoice.status = 'VOIDED' AND invoice.credited_minor > 0`

const findOpen = statement<Customer & { limit: number }, OpenRow>(
  'find_open_portal_invoices',
  `SELECT ${COLUMNS}, invoice.total_minor - invoice.outside_minor - invoice.credited_minor AS "dueMinor", invoice.due_date AS "dueDate"
     FROM invoices AS invoice
    WHERE ${OF_CUSTOMER} AND ${IS_OPEN}
    ORDER BY invoice.due_date, invoice.id LIMIT :limit`,
)

const sumOpen = statement<Customer, { currency: string; dueMinor: bigint; count: number }>(
  'sum_open_portal_invoices',
  `SELECT invoice.currency, sum(invoice.total_minor - invoice.outside_minor - invoice.credited_minor)::bigint AS "dueMinor",
          count(*)::int AS count
     FROM invoices AS invoice
    WHERE ${OF_CUSTOMER} AND ${IS_OPEN}
    GROUP BY invoice.currency ORDER BY invoice.currency`,
)

/** The latest of one kind before that of `:before`, by the column with the time at which they were closed. */
const closedRows = (by: ClosedInvoice['closedBy'], condition: string, at: string, receivedOn: string) => `
  (SELECT ${COLUMNS}, '${by}' AS "closedBy", invoice.${at} AS "closedAt", ${receivedOn} AS "receivedOn"
     FROM invoices AS invoice
    WHERE ${OF_CUSTOMER} AND ${condition}
      AND (:before::uuid IS NULL OR (invoice.${at}, invoice.id) < (
            SELECT coalesce(last.paid_at, last.voided_at), last.id FROM invoices AS last
             WHERE last.account_id = :accountId::uuid AND last.customer_id = :customerId::uuid
               AND last.id = :before::uuid))
    ORDER BY invoice.${at} DESC, invoice.id DESC LIMIT :limit)`

/** The day on which the vendor received a payment outside the wallet, as on the receipt. */
const RECEIVED_ON = `(SELECT max(received_on) FROM outside_payments AS outside
            WHERE outside.account_id = :accountId::uuid AND outside.invoice_id = invoice.id
              AND outside.removed_at IS NULL AND invoice.payment_method <> 'card')`

const findClosed = statement<Customer & { before: string | null; limit: number }, ClosedRow>(
  'find_closed_portal_invoices',
  `${closedRows('payment', `invoice.status = 'PAID'`, 'paid_at', RECEIVED_ON)}
   UNION ALL${closedRows('credit', IS_CREDITED, 'voided_at', 'NULL::date')}
   ORDER BY "closedAt" DESC, id DESC LIMIT :limit`,
)

const findCredited = statement<Customer, { id: string }>(
  'find_credited_portal_invoice',
  `SELECT invoice.id FROM invoices AS invoice WHERE ${OF_CUSTOMER} AND ${IS_CREDITED} LIMIT 1`,
)

function presentOpen(
  accountId: string,
  zone: Zone,
  row: OpenRow,
  creditNotes: CreditNote[] | undefined,
): OpenInvoice {
  const { id, number, payToken, currency, totalMinor, dueMinor, dueDate } = row
  return {
    id,
    choice: choiceOf({ invoiceId: id, amountMinor: dueMinor }),
    number,
    token: paymentToken(accountId, payToken),
    dueDate: formatIsoDate(dueDate),
    isOverdue: dayIn(zone, now()) > dueDate,
    total: presentAmount(totalMinor, currency),
    amountDue: presentAmount(dueMinor, currency),
    isReduced: dueMinor < totalMinor,
    creditNotes: presentCreditNotes(creditNotes, currency),
  }
}

type Papers = { creditNotes: CreditNote[] | undefined; receipt: Receipt | undefined }

function presentClosed(accountId: string, zone: Zone, row: ClosedRow, papers: Papers): ClosedInvoice {
  const { id, number, payToken, currency, totalMinor, closedBy, closedAt, receivedOn } = row
  return {
    id,
    number,
    token: paymentToken(accountId, payToken),
    total: presentAmount(totalMinor, currency),
    closedBy,
    closedOn: formatIsoDate(receivedOn ?? dayIn(zone, closedAt)),
    receipt: portalReceipt(papers.receipt, totalMinor, currency),
    creditNotes: presentCreditNotes(papers.creditNotes, currency),
  }
}

function presentCreditNotes(creditNotes: CreditNote[] = [], currency: string): PortalCreditNote[] {
  return creditNotes
    .filter(({ isVoid }) => !isVoid)
    .map(({ id, number, amountMinor, isRefund }) => ({
      id,
      number,
      amount: presentAmount(amountMinor, currency),
      isRefund,
    }))
}

function portalReceipt(
  receipt: Receipt | undefined,
  shownMinor: bigint,
  currency: string,
): PortalReceipt | null {
  if (!receipt) return null
  const { number, paidWith, amountMinor } = receipt
  return {
    number,
    paidWith,
    amount: amountMinor === shownMinor ? null : presentAmount(amountMinor, currency),
  }
}

export type JointReceiptView = {
  paid: { id: string; number: string; token: string; amount: AmountView; receipt: PortalReceipt | null }[]
  /** The sum of these; null if none was paid. */
  total: AmountView | null
  /** The numbers of invoices that were paid or changed before, and the sum that goes back for them; null: none were. */
  returned: { numbers: string[]; amount: AmountView } | null
}

/** What became of a payment of several invoices at once, by the last segment of its page's address; null for an unknown one. */
export async function readJointReceipt(customer: Customer, key: string): Promise<JointReceiptView | null> {
  const id = decodeId(key)
  const parts = id && (await findJointCheckout(connectionPool(), { ...customer, id }))
  if (!parts) return null
  const paid = parts.filter(({ payment }) => payment === 'SUCCEEDED')
  const returned = parts.filter(({ payment }) => payment !== null && payment !== 'SUCCEEDED')
  const refundTotal = sumOf(returned)
  const invoices = paid.map(({ invoiceId, number }) => ({ id: invoiceId, number }))
  const receipts = await findReceipts(connectionPool(), customer.accountId, invoices)
  return {
    paid: paid.map(({ invoiceId: id, number, payToken, amountMinor, currency }) => ({
      id,
      number,
      token: paymentToken(customer.accountId, payToken),
      amount: presentAmount(amountMinor, currency),
      receipt: portalReceipt(receipts.get(id), amountMinor, currency),
    })),
    total: sumOf(paid),
    returned: refundTotal && { numbers: returned.map(({ number }) => number), amount: refundTotal },
  }
}

function sumOf(parts: { amountMinor: bigint; currency: string }[]): AmountView | null {
  const [first] = parts
  if (!first) return null
  return presentAmount(
    parts.reduce((sum, { amountMinor }) => sum + amountMinor, 0n),
    first.currency,
  )
}
