import { linesOf } from '@/lib/branding/seller-fields'
import { type BilledTo, findCustomer } from '@/lib/customers/customer'
import { type Orm, sql } from '@/lib/db/client'
import type { InvoiceStatus, MailKind, Mode } from '@/lib/db/generated/enums'
import type { Queryable } from '@/lib/db/statement'
import { DomainError } from '@/lib/errors'
import { presentMetadata } from '@/lib/http/metadata'
import type { Locale } from '@/lib/i18n/locale'
import { addressLines } from '@/lib/i18n/postal-address'
import { isId } from '@/lib/ids'
import { entriesOf } from '@/lib/ledger/accounts'
import { mailsAbout } from '@/lib/mail/invoice-mail'
import type { Tax } from '@/lib/money/taxes'
import { accountsOf } from '@/lib/vendors/account'
import { withAttempts } from '@/lib/webhooks/delivery'
import type { LineAmounts } from './amounts'
import { type InvoiceNews, newsColumns } from './invoice-marks'
import { taxOfLine } from './invoice-sums'
import { findInvoiceRow, lockInvoiceRow, type StoredInvoice } from './statements'

/** Throws `invoice_not_found` for an unknown id, another account's, or an invalid one. */
export async function findInvoice(
  on: Queryable,
  accountId: string,
  invoiceId: string,
): Promise<InvoiceRecord> {
  const [row] = isId(invoiceId) ? await findInvoiceRow(on, { accountId, invoiceId }) : []
  if (!row) throw new DomainError('invoice_not_found')
  return withItems(row)
}

/**
 * Locks an invoice until the end of the transaction, as a change of its status does, and reads it as it is then. Throws
 * `invoice_not_found`.
 */
export async function lockInvoice(
  tx: Queryable,
  accountId: string,
  invoiceId: string,
): Promise<InvoiceRecord> {
  const [row] = isId(invoiceId) ? await lockInvoiceRow(tx, { accountId, invoiceId }) : []
  if (!row) throw new DomainError('invoice_not_found')
  return withItems(row)
}

export function withItems({ itemTexts, ...columns }: StoredInvoice): InvoiceRecord {
  const items = (itemTexts ?? []).map(
    ([title, quantity, unitPrice, lineAmount, discount, taxAmount, name, ratePpm, isInclusive]) => ({
      title,
      quantityMicros: BigInt(quantity),
      unitPriceMinor: BigInt(unitPrice),
      lineAmountMinor: BigInt(lineAmount),
      discountMinor: BigInt(discount),
      taxMinor: BigInt(taxAmount),
      tax: taxOfLine({ taxName: name, taxRatePpm: ratePpm, taxInclusive: isInclusive }),
    }),
  )
  return { ...columns, items }
}

/** The account of an invoice, for an operator who only has its id. Throws `invoice_not_found`. */
export async function findInvoiceAccount(tx: Orm, invoiceId: string): Promise<string> {
  const invoice = isId(invoiceId) ? await tx.invoice.findFirst({ where: { id: invoiceId } }) : null
  if (!invoice) throw new DomainError('invoice_not_found')
  return invoice.accountId
}

/** Kinds of mail to the buyer that refer to an invoice. */
const MAIL_KINDS: MailKind[] = [
  'invoice',
  'invoice_changed',
  'reminder_due_soon',
  'reminder_overdue',
  'reminder_long_overdue',
  'receipt',
  'refund',
  'credit_note',
]

/** Maximum number of payment attempts and events that are read. */
const MAX_HISTORY_ROWS = 100

export type InvoiceDetails = NonNullable<Awaited<ReturnType<typeof findInvoiceDetails>>>

/** A vendor's invoice in either mode with its history, or null. */
export async function findInvoiceDetails(tx: Orm, vendorId: string, invoiceId: string) {
  const account = isId(invoiceId) ? await accountOfInvoice(tx, vendorId, invoiceId) : null
  if (!account) return null
  const accountId = account.id
  const [invoice, payments, outsidePayments, credits, refunds, disputes, events, mails, hold, entries, acts] =
    await Promise.all([
      tx.invoice.findUniqueOrThrow({
        where: { accountId_id: { accountId, id: invoiceId } },
        include: {
          ...WITH_ITEMS,
          customer: { select: { name: true } },
          statusChanges: { orderBy: { sequence: 'asc' } },
          views: true,
        },
      }),
      tx.payment.findMany({
        where: { accountId, invoiceId },
        orderBy: { id: 'desc' },
        take: MAX_HISTORY_ROWS,
      }),
      tx.outsidePayment.findMany({
        where: { accountId, invoiceId, removedAt: null },
        orderBy: { id: 'asc' },
        take: MAX_HISTORY_ROWS,
      }),
      tx.invoiceCredit.findMany({
        where: { accountId, invoiceId },
        orderBy: { id: 'asc' },
        take: MAX_HISTORY_ROWS,
      }),
      tx.refund.findMany({
        where: { accountId, invoiceId },
        orderBy: { id: 'desc' },
        take: MAX_HISTORY_ROWS,
      }),
      tx.dispute.findMany({
        where: { accountId, invoiceId },
        orderBy: { id: 'desc' },
        take: MAX_HISTORY_ROWS,
      }),
      tx.webhookDelivery
        .findMany({
          where: { accountId, invoiceId },
          orderBy: { sequence: 'desc' },
          take: MAX_HISTORY_ROWS,
        })
        .then((deliveries) => withAttempts(tx, accountId, deliveries, 1)),
      tx.mailMessage.findMany({
        where: { ownerId: accountId, kind: { in: MAIL_KINDS }, reference: mailsAbout(invoiceId) },
        select: {
          id: true,
          kind: true,
          reference: true,
          recipient: true,
          status: true,
          note: true,
          createdAt: true,
          sentAt: true,
        },
      }),
      tx.walletHold.findUnique({ where: { accountId_invoiceId: { accountId, invoiceId } } }),
      entriesOf(tx, accountId, invoiceId),
      tx.auditEvent.findMany({
        where: { vendorId, subjectId: invoiceId, accountId, action: { startsWith: 'invoice.' } },
        select: { action: true, memberName: true, detail: true, createdAt: true },
        orderBy: { id: 'desc' },
        take: MAX_HISTORY_ROWS,
      }),
    ])
  return {
    account,
    invoice,
    payments,
    outsidePayments,
    credits,
    refunds,
    disputes,
    events,
    mails,
    hold,
    entries,
    acts,
  }
}

/** The account of a vendor's invoice, in either mode, or null. */
export async function accountOfInvoice(
  tx: Orm,
  vendorId: string,
  invoiceId: string,
): Promise<{ id: string; mode: Mode } | null> {
  for (const account of accountsOf(vendorId)) {
    const where = { accountId_id: { accountId: account.id, id: invoiceId } }
    if (await tx.invoice.findUnique({ where, select: { id: true } })) return account
  }
  return null
}

/** An invoice with its items in order, as the domain reads it. */
export type InvoiceRecord = Omit<StoredInvoice, 'itemTexts'> & {
  items: ({
    title: string
    quantityMicros: bigint
    unitPriceMinor: bigint
    tax: Tax | null
  } & LineAmounts)[]
}

const WITH_ITEMS = { items: { orderBy: { position: 'asc' } } } as const

/**
 * The name, address and tax details that an invoice bills: the address on the invoice, or else the customer's own. The customer is
 * as it was when the invoice was issued.
 */
export async function findBilledTo(
  on: Queryable,
  { accountId, customerId, billedTo, billingAddress }: InvoiceRecord,
  locale: Locale,
): Promise<Pick<BilledTo, 'name' | 'taxId' | 'taxTreatment' | 'taxExemptionReason'> & { address: string[] }> {
  const customer = billedTo ?? (await findCustomer(on, accountId, customerId))
  const address = billingAddress === null ? addressLines(customer, locale) : linesOf(billingAddress)
  const { name, taxId, taxTreatment, taxExemptionReason } = customer
  return { name, address, taxId, taxTreatment, taxExemptionReason }
}

/** The amount that the buyer is charged, in minor units. */
export function totalMinor(invoice: Pick<InvoiceRecord, 'baseAmountMinor' | 'feeAmountMinor'>): bigint {
  return invoice.baseAmountMinor + invoice.feeAmountMinor
}

/**
 * The amount that a card pays or has paid, in minor units: the total less the payments that the vendor recorded, and less what was
 * credited before.
 */
export function cardPartMinor(
  invoice: Pick<InvoiceRecord, 'baseAmountMinor' | 'feeAmountMinor' | 'outsideMinor' | 'creditedMinor'>,
): bigint {
  return totalMinor(invoice) - invoice.outsideMinor - invoice.creditedMinor
}

/** The amount that the buyer has still to pay, in minor units. */
export function leftToPayMinor(
  invoice: Pick<
    InvoiceRecord,
    'status' | 'baseAmountMinor' | 'feeAmountMinor' | 'outsideMinor' | 'creditedMinor'
  >,
): bigint {
  const isOver = invoice.status === 'PAID' || invoice.status === 'VOIDED'
  return isOver ? 0n : cardPartMinor(invoice)
}

/** The vendor's own reference and metadata, if given. */
export function presentOwn({ reference, metadata }: Pick<InvoiceRecord, 'reference' | 'metadata'>) {
  return { ...(reference === null ? {} : { reference }), ...presentMetadata(metadata) }
}

/** An invoice as a list row. Amounts in minor units. */
export type InvoiceSummary = {
  id: string
  number: string
  customerId: string
  email: string
  currency: string
  baseAmountMinor: bigint
  feeAmountMinor: bigint
  vendorFeeMinor: bigint
  outsideMinor: bigint
  creditedMinor: bigint
  status: InvoiceStatus
  uncollectibleAt: Date | null
  dueDate: Date
  createdAt: Date
  customer: { name: string }
} & InvoiceNews

/** The columns of a list's row, of `invoice` and `customer`. */
export const summaryColumns = (
  accountId: string,
) => sql`invoice.id, invoice.number, invoice.customer_id AS "customerId", invoice.email,
  invoice.currency, invoice.base_amount_minor AS "baseAmountMinor", invoice.fee_amount_minor AS "feeAmountMinor",
  invoice.vendor_fee_minor AS "vendorFeeMinor", invoice.outside_minor AS "outsideMinor", invoice.credited_minor AS "creditedMinor", invoice.status::text AS status, invoice.uncollectible_at AS "uncollectibleAt", invoice.due_date AS "dueDate",
  invoice.created_at AS "createdAt", json_build_object('name', customer.name) AS customer, ${newsColumns(accountId)}`

/** The latest invoices of one customer, newest first. */
export async function latestInvoices(
  tx: Orm,
  accountId: string,
  { customerId, limit }: { customerId: string; limit: number },
): Promise<InvoiceSummary[]> {
  return tx.$queryRaw<InvoiceSummary[]>`
    SELECT ${summaryColumns(accountId)}
      FROM invoices AS invoice
      JOIN customers AS customer ON customer.account_id = invoice.account_id AND customer.id = invoice.customer_id
     WHERE invoice.account_id = ${accountId}::uuid AND invoice.customer_id = ${customerId}::uuid
     ORDER BY invoice.id DESC LIMIT ${limit}`
}

/** Invoices of the account by their ids, newest first. */
export async function invoicesById(tx: Orm, accountId: string, ids: string[]): Promise<InvoiceSummary[]> {
  return tx.$queryRaw<InvoiceSummary[]>`
    SELECT ${summaryColumns(accountId)}
      FROM invoices AS invoice
      JOIN customers AS customer ON customer.account_id = invoice.account_id AND customer.id = invoice.customer_id
     WHERE invoice.account_id = ${accountId}::uuid AND invoice.id = ANY(${ids}::uuid[])
     ORDER BY invoice.id DESC`
}
