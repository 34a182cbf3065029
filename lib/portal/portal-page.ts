import { decodeId } from '@/lib/crypto/base62'
import { connectionPool, database, type Orm } from '@/lib/db/client'
import { type Queryable, statement } from '@/lib/db/statement'
import { paymentToken } from '@/lib/http/links'
import { isId } from '@/lib/ids'
import { type AmountView, presentAmount } from '@/lib/money/money'
import { findCreditNotesOf } from '@/lib/payments/credit-notes'
import { findJointCheckout, MAX_JOINT_INVOICES } from '@/lib/payments/joint-checkout'
import { findReceipts, type Receipt } from '@/lib/payments/receipts'
import { now } from '@/lib/time/clock'
import { formatIsoDate } from '@/lib/time/dates'
import { dayIn, type Zone } from '@/lib/time/zone'
import { choiceOf } from './invoice-choice'

/* The invoices of one customer, as the customer sees them. Drafts are none yet, and voided ones none any more. */

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
  isPartPaid: boolean
}

export type PaidInvoice = {
  id: string
  number: string
  token: string
  total: AmountView
  /** `YYYY-MM-DD` */
  paidOn: string
  /** Of the last payment; null if the invoice has no recorded one. */
  receipt: PortalReceipt | null
  creditNotes: { id: string; number: string; amount: AmountView; isRefund: boolean }[]
}

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
  /** A page of the paid ones, latest first. */
  paid: PaidInvoice[]
  /** Where the next page begins; null on the last one. */
  olderThan: string | null
}

const OPEN_SHOWN = 100
const PAID_SHOWN = 20

type Customer = { accountId: string; customerId: string }

/** Days are those of `zone`. `olderThan`: the last paid invoice of the page before; an unknown one begins with the latest. */
export async function readPortalInvoices(
  { accountId, customerId, zone }: Customer & { zone: Zone },
  { olderThan = null }: { olderThan?: string | null } = {},
): Promise<PortalInvoices> {
  const tx = database()
  const key = { accountId, customerId }
  const before = olderThan !== null && isId(olderThan) ? olderThan : null
  const [open, sums, paid] = await Promise.all([
    findOpen(tx, { ...key, limit: OPEN_SHOWN }),
    sumOpen(tx, key),
    findPaid(tx, { ...key, before, limit: PAID_SHOWN + 1 }),
  ])
  const page = paid.slice(0, PAID_SHOWN)
  return {
    open: open.map((row) => presentOpen(accountId, zone, row)),
    openCount: sums.reduce((count, sum) => count + sum.count, 0),
    mostAtOnce: MAX_JOINT_INVOICES,
    due: sums.map(({ currency, dueMinor }) => presentAmount(dueMinor, currency)),
    paid: await presentPaid(tx, accountId, zone, page),
    olderThan: paid.length > PAID_SHOWN ? (page.at(-1)?.id ?? null) : null,
  }
}

type InvoiceRow = { id: string; number: string; payToken: string; currency: string; totalMinor: bigint }
type OpenRow = InvoiceRow & { dueMinor: bigint; dueDate: Date }
type PaidRow = InvoiceRow & { paidAt: Date; receivedOn: Date | null }

const COLUMNS = `invoice.id, invoice.number, invoice.pay_token AS "payToken", invoice.currency,
          invoice.total_minor AS "totalMinor"`
const OF_CUSTOMER = 'invoice.account_id = :accountId::uuid AND invoice.customer_id = :customerId::uuid'
const IS_OPEN = `invoice.status IN ('CREATED', 'FAILED', 'UNPAID')`

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

/** A payment outside the wallet has the day on which the vendor received it, as on the receipt. */
const findPaid = statement<Customer & { before: string | null; limit: number }, PaidRow>(
  'find_paid_portal_invoices',
  `SELECT ${COLUMNS},
          invoice.paid_at AS "paidAt",
          (SELECT max(received_on) FROM outside_payments AS outside
            WHERE outside.account_id = :accountId::uuid AND outside.invoice_id = invoice.id
              AND outside.removed_at IS NULL AND invoice.payment_method <> 'card') AS "receivedOn"
     FROM invoices AS invoice
    WHERE ${OF_CUSTOMER} AND invoice.status = 'PAID'
      AND (:before::uuid IS NULL OR (invoice.paid_at, invoice.id) < (
            SELECT last.paid_at, last.id FROM invoices AS last
             WHERE last.account_id = :accountId::uuid AND last.customer_id = :customerId::uuid
               AND last.id = :before::uuid))
    ORDER BY invoice.paid_at DESC, invoice.id DESC LIMIT :limit`,
)

function presentOpen(accountId: string, zone: Zone, row: OpenRow): OpenInvoice {
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
    isPartPaid: dueMinor < totalMinor,
  }
}

async function presentPaid(
  tx: Orm & Queryable,
  accountId: string,
  zone: Zone,
  rows: PaidRow[],
): Promise<PaidInvoice[]> {
  const creditNotes = await findCreditNotesOf(tx, accountId, rows)
  const receipts = await findReceipts(tx, accountId, rows)
  return rows.map(({ id, number, payToken, currency, totalMinor, paidAt, receivedOn }) => ({
    id,
    number,
    token: paymentToken(accountId, payToken),
    total: presentAmount(totalMinor, currency),
    paidOn: formatIsoDate(receivedOn ?? dayIn(zone, paidAt)),
    receipt: portalReceipt(receipts.get(id), totalMinor, currency),
    creditNotes: (creditNotes.get(id) ?? [])
      .filter(({ isVoid }) => !isVoid)
      .map(({ id, number, amountMinor, isRefund }) => ({
        id,
        number,
        amount: presentAmount(amountMinor, currency),
        isRefund,
      })),
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
