import { findBranding, findLogo } from '@/lib/branding/branding'
import { findSellerOf } from '@/lib/branding/seller'
import type { CustomerRecord } from '@/lib/customers/customer'
import { connectionPool, database } from '@/lib/db/client'
import { statement } from '@/lib/db/statement'
import type { StatementFacts } from '@/lib/documents/render-statement'
import { isRealMoney } from '@/lib/env'
import type { Locale } from '@/lib/i18n/locale'
import { addressLines } from '@/lib/i18n/postal-address'
import { creditNoteNumber } from '@/lib/invoices/document-numbers'
import { type AmountView, presentAmount } from '@/lib/money/money'
import { now } from '@/lib/time/clock'
import { formatIsoDate } from '@/lib/time/dates'
import { dayIn } from '@/lib/time/zone'
import type { Portal } from './portal'

/*
 * The statement of one customer and year: what the invoices charged, what was paid, and the balance after each. A credit
 * note of a refund takes back both, because its money went back to the customer, and one of an open invoice takes back the charge.
 */

export type StatementLine = {
  id: string
  kind: 'invoice' | 'payment' | 'credit_note'
  /** The invoice's, or the credit note's. */
  number: string
  /** `YYYY-MM-DD` in UTC. */
  day: string
  charged: AmountView | null
  paid: AmountView | null
  balance: AmountView
}

export type CurrencyStatement = {
  currency: string
  broughtForward: AmountView
  /** Oldest first. */
  lines: StatementLine[]
  closing: AmountView
}

export type PortalStatement = {
  year: number
  /** Those that can be chosen, latest first. */
  years: number[]
  currencies: CurrencyStatement[]
}

/** The latest ones of a year with more: what came before is in the balance brought forward. */
const LINES_SHOWN = 1000

type Customer = { accountId: string; customerId: string }

/** Of this year unless another one is asked for that the customer has invoices since. */
export async function readPortalStatement(
  customer: Customer,
  askedYear: number | null,
): Promise<PortalStatement> {
  const thisYear = now().getUTCFullYear()
  const [first] = await findFirstYear(connectionPool(), customer)
  const years = yearsBetween(first?.year ?? thisYear, thisYear)
  const year = years.find((each) => each === askedYear) ?? thisYear
  const rows = await findLines(connectionPool(), {
    ...customer,
    from: new Date(Date.UTC(year, 0, 1)),
    until: new Date(Date.UTC(year + 1, 0, 1)),
    limit: LINES_SHOWN,
  })
  const oldestFirst = rows.toReversed()
  const currencies = [...new Set(oldestFirst.map(({ currency }) => currency))].toSorted()
  return {
    year,
    years,
    currencies: currencies.map((currency) =>
      presentCurrency(
        currency,
        oldestFirst.filter((row) => row.currency === currency),
      ),
    ),
  }
}

/** The statement as its PDF shows it, with who sends it to whom today. */
export async function readStatementFacts(
  { accountId, vendorId, mode, zone }: Portal,
  customer: CustomerRecord,
  { year, locale }: { year: number | null; locale: Locale },
): Promise<StatementFacts> {
  const [statement, { name, color }, logo, seller] = await Promise.all([
    readPortalStatement({ accountId, customerId: customer.id }, year),
    findBranding(database(), vendorId),
    findLogo(database(), vendorId),
    findSellerOf(database(), { seller: null }, vendorId, locale),
  ])
  return {
    locale,
    isTest: !isRealMoney(mode),
    vendor: { name, color, logo: logo?.bytes ?? null },
    seller,
    customer: {
      name: customer.name,
      email: customer.email,
      address: addressLines(customer, locale),
      taxId: customer.taxId,
    },
    year: statement.year,
    issuedOn: formatIsoDate(dayIn(zone, now())),
    currencies: statement.currencies,
  }
}

function yearsBetween(first: number, last: number): number[] {
  return Array.from({ length: Math.max(1, last - first + 1) }, (_, index) => last - index)
}

const findFirstYear = statement<Customer, { year: number | null }>(
  'find_first_statement_year',
  `SELECT extract(year FROM min(created_at) AT TIME ZONE 'UTC')::int AS year FROM invoices
    WHERE account_id = :accountId::uuid AND customer_id = :customerId::uuid`,
)

type LineRow = {
  id: string
  kind: StatementLine['kind']
  invoiceNumber: string
  creditNoteOrder: number | null
  day: Date
  currency: string
  chargedMinor: bigint
  paidMinor: bigint
  balanceMinor: bigint
}

const OF_CUSTOMER = 'invoice.account_id = :accountId::uuid AND invoice.customer_id = :customerId::uuid'

/** The lines of a year, latest first, with the balance since the first invoice. */
const findLines = statement<Customer & { from: Date; until: Date; limit: number }, LineRow>(
  'find_statement_lines',
  `WITH entry AS (
     SELECT (invoice.created_at AT TIME ZONE 'UTC')::date AS day, 0 AS rank, invoice.id, 'invoice' AS kind,
            invoice.number, NULL::int AS credit_note, invoice.currency, invoice.total_minor AS charged,
            0::bigint AS paid
       FROM invoices AS invoice
      WHERE ${OF_CUSTOMER} AND (invoice.status <> 'VOIDED' OR invoice.credited_minor > 0)
      UNION ALL
     SELECT (payment.settled_at AT TIME ZONE 'UTC')::date, 1, payment.id, 'payment', invoice.number, NULL,
            payment.currency, 0, payment.amount_minor
       FROM invoices AS invoice
       JOIN payments AS payment ON payment.account_id = :accountId::uuid AND payment.invoice_id = invoice.id
      WHERE ${OF_CUSTOMER} AND payment.status = 'SUCCEEDED'
      UNION ALL
     SELECT outside.received_on, 1, outside.id, 'payment', invoice.number, NULL, outside.currency, 0,
            outside.amount_minor
       FROM invoices AS invoice
       JOIN outside_payments AS outside ON outside.account_id = :accountId::uuid AND outside.invoice_id = invoice.id
      WHERE ${OF_CUSTOMER} AND outside.removed_at IS NULL
      UNION ALL
     SELECT (refund.settled_at AT TIME ZONE 'UTC')::date, 2, refund.id, 'credit_note', invoice.number,
            refund.credit_note_number, refund.currency, -refund.amount_minor, -refund.amount_minor
       FROM invoices AS invoice
       JOIN refunds AS refund ON refund.account_id = :accountId::uuid AND refund.invoice_id = invoice.id
      WHERE ${OF_CUSTOMER} AND refund.status = 'SUCCEEDED' AND refund.credit_note_number IS NOT NULL
      UNION ALL
     SELECT (credit.created_at AT TIME ZONE 'UTC')::date, 2, credit.id, 'credit_note', invoice.number,
            credit.credit_note_number, credit.currency, -credit.amount_minor, 0
       FROM invoices AS invoice
       JOIN invoice_credits AS credit ON credit.account_id = :accountId::uuid AND credit.invoice_id = invoice.id
      WHERE ${OF_CUSTOMER}),
   line AS (
     SELECT entry.*,
            (sum(charged - paid) OVER (PARTITION BY currency ORDER BY day, rank, id))::bigint AS balance
       FROM entry WHERE day < :until::date)
   SELECT id, kind, number AS "invoiceNumber", credit_note AS "creditNoteOrder", day, currency,
          charged AS "chargedMinor", paid AS "paidMinor", balance AS "balanceMinor"
     FROM line WHERE day >= :from::date
    ORDER BY day DESC, rank DESC, id DESC LIMIT :limit`,
)

function presentCurrency(currency: string, rows: LineRow[]): CurrencyStatement {
  const [first] = rows
  const broughtForwardMinor = first ? first.balanceMinor - first.chargedMinor + first.paidMinor : 0n
  const amount = (minor: bigint) => presentAmount(minor, currency)
  return {
    currency,
    broughtForward: amount(broughtForwardMinor),
    lines: rows.map(
      ({ id, kind, invoiceNumber, creditNoteOrder, day, chargedMinor, paidMinor, balanceMinor }) => ({
        id,
        kind,
        number: creditNoteOrder === null ? invoiceNumber : creditNoteNumber(invoiceNumber, creditNoteOrder),
        day: formatIsoDate(day),
        charged: chargedMinor === 0n ? null : amount(chargedMinor),
        paid: paidMinor === 0n ? null : amount(paidMinor),
        balance: amount(balanceMinor),
      }),
    ),
    closing: amount(rows.at(-1)?.balanceMinor ?? broughtForwardMinor),
  }
}
