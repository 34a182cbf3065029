import { z } from 'zod'
import { paymentLink } from '@/lib/http/links'
import { metadata, presentMetadata } from '@/lib/http/metadata'
import { dayText, jsonNumber, moment, shortDayText } from '@/lib/http/schemas'
import { jsonAmount, jsonQuantity } from '@/lib/json'
import { formatIsoDate, formatShortDate } from '@/lib/time/dates'
import { type InvoiceRecord, totalMinor } from './invoice'
import { API_STATUSES, apiStatus } from './status'

const EXAMPLE = {
  id: '0199d1c2-468f-765b-aa4c-21f0cb229f3f',
  amount: 159.28,
  currency: 'USD',
  email: 'mary@example.com',
  provider: 'card',
  status: 'Paid',
  created_on: '02 Mar, 2026',
  paid_on: '03 Mar, 2026',
  payment_link: 'https://pay.example.com/pay/0351LT10lcnLt9rW77EtbO7cMm510JrottE6HBF1Fw21',
  items: [
    { name: 'Consulting, hours', qty: 1.5, price: 80 },
    { name: 'Travel', qty: 1, price: 34.5 },
  ],
  due_date: '2026-04-01',
  customer_id: '0199d1c2-4101-7487-8f43-cf036d7d314b',
  reference: 'order-1042',
  metadata: { source: 'web shop' },
}

export const reference = z.string().optional().describe('Your own number, if you sent one.')

/** One of the fields of an answer that only PostgreSQL writes. */
type StoredField<Schema extends z.ZodType> = {
  schema: Schema
  /** The SQL that writes the value as JSON, from a row of `INVOICES` (snapshot-json.ts) or of its items. */
  sql: string
  /** Absent where the SQL is NULL, and the value undefined. */
  isOptional: boolean
}

function stored<Schema extends z.ZodType>(schema: Schema, sql: string): StoredField<Schema> {
  return { schema, sql, isOptional: schema.safeParse(undefined).success }
}

/** A field that we write too. */
type Field<Source, Schema extends z.ZodType, Value> = StoredField<Schema> & {
  value: (source: Source) => Value
}

function field<Schema extends z.ZodType, Value, Source = InvoiceRecord>(
  schema: Schema,
  value: (source: Source) => Value,
  sql: string,
): Field<Source, Schema, Value> {
  return { ...stored(schema, sql), value }
}

type Fields = Record<string, StoredField<z.ZodType>>
type Schemas<Declared extends Fields> = { [Name in keyof Declared]: Declared[Name]['schema'] }
type Values<Declared extends Record<string, Field<never, z.ZodType, unknown>>> = {
  [Name in keyof Declared]: ReturnType<Declared[Name]['value']>
}

function schemasOf<Declared extends Fields>(fields: Declared): Schemas<Declared> {
  const schemas = Object.entries(fields).map(([name, { schema }]) => [name, schema])
  return Object.fromEntries(schemas) as Schemas<Declared>
}

function valuesOf<Source, Declared extends Record<string, Field<Source, z.ZodType, unknown>>>(
  fields: Declared,
  source: Source,
): Values<Declared> {
  const values: Record<string, unknown> = {}
  for (const [name, { value }] of Object.entries(fields)) values[name] = value(source)
  return values as Values<Declared>
}

/** The SQL that writes an object of the fields as JSON. */
function objectSql(fields: Fields): string {
  const written = Object.entries(fields).map(([name, { sql, isOptional }], place) => {
    const label = `${place === 0 ? '' : ','}"${name}":`
    return isOptional ? `'${label}' || ${sql}` : `'${label}', ${sql}`
  })
  return `concat('{', ${written.join(',\n')}, '}')`
}

const dayOf = (column: string) => `'"' || to_char(${column} AT TIME ZONE 'UTC', 'DD Mon, YYYY') || '"'`
const momentOf = (column: string) =>
  `'"' || to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"'`
const orNull = (sql: string) => `coalesce(${sql}, 'null')`
/** Exact: a NUMERIC times 0.01 is never rounded. */
const majorOf = (minor: string) => `trim_scale(${minor} * unit)`

const STATUS_SQL = `CASE coalesce(voided_from, status) ${Object.entries(API_STATUSES)
  .map(([status, label]) => `WHEN '${status}' THEN '"${label}"'`)
  .join(' ')} END`

type Item = InvoiceRecord['items'][number] & Pick<InvoiceRecord, 'currency'>

const ITEM_FIELDS = {
  name: field(z.string().describe('The `title` you sent.'), ({ title }: Item) => title, 'to_json(title)'),
  qty: field(
    jsonNumber,
    ({ quantityMicros }: Item) => jsonQuantity(quantityMicros),
    'trim_scale(quantity_micros * 0.000001)',
  ),
  price: field(
    jsonNumber.describe('The price of one unit, before the fee.'),
    ({ unitPriceMinor, currency }: Item) => jsonAmount(unitPriceMinor, currency),
    majorOf('unit_price_minor'),
  ),
}

const AMOUNT_CREDITED = 'The total of the credit notes issued before the invoice was paid.'

/** The contract's fields, in their order, and the optional ones that we have beside them. */
const FIELDS = {
  id: field(z.uuid(), ({ id }) => id, `'"', invoices.id, '"'`),
  amount: field(
    jsonNumber.describe('The amount that the buyer pays or has paid, including any fee on top.'),
    (invoice) => jsonAmount(totalMinor(invoice), invoice.currency),
    majorOf('total_minor'),
  ),
  currency: field(
    z.string().describe('ISO 4217, in upper case.'),
    ({ currency }) => currency,
    `'"', currency, '"'`,
  ),
  email: field(z.string().describe("The customer's email."), ({ email }) => email, 'to_json(email)'),
  provider: field(
    z
      .string()
      .nullable()
      .describe(
        'The payment method: `card`, or `bank_transfer`, `cash`, `check` or `other` where you recorded the payment. `null` until the invoice is paid.',
      ),
    ({ paymentMethod }) => paymentMethod,
    orNull('to_json(payment_method)::text'),
  ),
  status: field(z.enum(API_STATUSES).describe('See Statuses.'), apiStatus, STATUS_SQL),
  created_on: field(
    shortDayText.describe('`DD Mon, YYYY`.'),
    ({ createdAt }) => formatShortDate(createdAt),
    dayOf('created_at'),
  ),
  paid_on: field(
    shortDayText.nullable().describe('`DD Mon, YYYY`. `null` until the invoice is paid.'),
    ({ paidAt }) => paidAt && formatShortDate(paidAt),
    orNull(dayOf('paid_at')),
  ),
  payment_link: field(
    z.string(),
    ({ accountId, payToken }) => paymentLink(accountId, payToken),
    'to_json(:link::text || pay_token)',
  ),
  items: field(
    z.array(z.object(schemasOf(ITEM_FIELDS))).describe('At least one.'),
    ({ items, currency }) => items.map((item) => valuesOf(ITEM_FIELDS, { ...item, currency })),
    `'[', (SELECT string_agg(${objectSql(ITEM_FIELDS)}, ',' ORDER BY position) FROM invoice_items
      WHERE invoice_items.account_id = :accountId::uuid AND invoice_id = invoices.id), ']'`,
  ),
  due_date: field(
    dayText.describe('`YYYY-MM-DD`.'),
    ({ dueDate }) => formatIsoDate(dueDate),
    `'"', to_char(due_date, 'YYYY-MM-DD'), '"'`,
  ),
  customer_id: field(z.uuid(), ({ customerId }) => customerId, `'"', customer_id, '"'`),
  voided_on: field(
    shortDayText
      .optional()
      .describe('`DD Mon, YYYY`. Absent unless you have voided it, or credited all of it.'),
    ({ voidedAt }) => (voidedAt ? formatShortDate(voidedAt) : undefined),
    dayOf('voided_at'),
  ),
  reference: field(reference, (invoice) => invoice.reference ?? undefined, 'to_json(reference)'),
  metadata: field(metadata, (invoice) => presentMetadata(invoice.metadata).metadata, 'metadata::text'),
  amount_credited: field(
    jsonNumber.optional().describe(`${AMOUNT_CREDITED} Absent unless some or all of it was credited.`),
    ({ creditedMinor, currency }) => (creditedMinor > 0n ? jsonAmount(creditedMinor, currency) : undefined),
    majorOf('nullif(credited_minor, 0)'),
  ),
}

/** The payment that paid an invoice, by the index that admits one. */
const TRANSACTION_SQL = `(SELECT id FROM payments
  WHERE payments.account_id = :accountId::uuid AND payments.invoice_id = invoices.id AND payments.status = 'SUCCEEDED')`

/** Refunds that may still fail count: their money has left the wallet. */
const REFUNDED_SQL = `(SELECT coalesce(sum(amount_minor), 0) FROM refunds
  WHERE refunds.account_id = :accountId::uuid AND refunds.invoice_id = invoices.id AND refunds.status <> 'FAILED')`

/** The series whose period became the invoice, at once or by way of a draft. */
const RECURRING_SQL = `coalesce(
  (SELECT recurring_id FROM recurring_periods AS period
    WHERE period.account_id = :accountId::uuid AND period.invoice_id = invoices.id),
  (SELECT recurring_id FROM invoice_drafts AS draft
     JOIN recurring_periods AS period ON period.account_id = draft.account_id AND period.draft_id = draft.id
    WHERE draft.account_id = :accountId::uuid AND draft.invoice_id = invoices.id))`

/** As `leftToPayMinor` has it. */
const DUE_SQL = `CASE WHEN status IN ('PAID', 'VOIDED') THEN 0 ELSE total_minor - outside_minor - credited_minor END`

/** The fields of `invoiceDetail` beyond those, and one of those that is always there. */
const DETAIL_FIELDS = {
  amount_credited: stored(jsonNumber.describe(AMOUNT_CREDITED), majorOf('credited_minor')),
  base_amount: stored(
    jsonNumber.describe(
      'The amount before any fee on top. Your wallet receives it when a card pays, less the fee if you pay it.',
    ),
    majorOf('base_amount_minor'),
  ),
  number: stored(z.string().describe('As printed on the invoice.'), 'to_json(number)'),
  transaction_id: stored(
    z
      .uuid()
      .nullable()
      .describe('The payment, as on the buyer’s redirect. `null` until the invoice is paid.'),
    orNull(`'"' || ${TRANSACTION_SQL} || '"'`),
  ),
  amount_refunded: stored(
    jsonNumber.describe('The sum of the refunds, but for those that have failed.'),
    majorOf(REFUNDED_SQL),
  ),
  amount_due: stored(
    jsonNumber.describe(
      'The part of `amount` that the buyer has still to pay: less after you have recorded a payment or issued a credit note, and 0 once the invoice is paid or voided.',
    ),
    majorOf(DUE_SQL),
  ),
  redirect_url: stored(
    z
      .string()
      .nullable()
      .describe('The page that the buyer goes to after paying. `null` for a thank-you page.'),
    orNull('to_json(redirect_url)::text'),
  ),
  webhook_url: stored(
    z.string().nullable().describe('Receives every change of status. `null` if none.'),
    orNull('to_json(webhook_url)::text'),
  ),
  recurring_invoice_id: stored(
    z.uuid().nullable().describe('The recurring invoice that it comes from. `null` if none.'),
    orNull(`'"' || ${RECURRING_SQL} || '"'`),
  ),
  created_at: stored(moment.describe('ISO 8601.'), momentOf('created_at')),
  paid_at: stored(
    moment.nullable().describe('ISO 8601. `null` until the invoice is paid.'),
    orNull(momentOf('paid_at')),
  ),
  voided_at: stored(
    moment.nullable().describe('ISO 8601. `null` unless you have voided it, or credited all of it.'),
    orNull(momentOf('voided_at')),
  ),
}

/** The invoice object of webhooks and of the API. */
export function invoiceSnapshot(invoice: InvoiceRecord): Values<typeof FIELDS> {
  return valuesOf(FIELDS, invoice)
}

/** The same as JSON that PostgreSQL writes. `:link` is the beginning of every payment link. */
export const SNAPSHOT_SQL = objectSql(FIELDS)

/** An `invoiceDetail` as JSON that PostgreSQL writes. */
export const DETAIL_SQL = objectSql({ ...FIELDS, ...DETAIL_FIELDS })

/** The invoice as all answers of the API and the webhooks show it. */
export const invoice = z.object(schemasOf(FIELDS)).meta({
  id: 'Invoice',
  title: 'Invoice',
  description: 'Returned when you check an invoice or get a customer, and sent in webhooks.',
  examples: [EXAMPLE],
})

const DETAIL_EXAMPLE = {
  amount_credited: 0,
  base_amount: 154.5,
  number: 'INV-0042',
  transaction_id: null as string | null,
  amount_refunded: 0,
  amount_due: 0,
  redirect_url: 'https://shop.example.com/thanks',
  webhook_url: 'https://shop.example.com/hooks/counterfoil',
  recurring_invoice_id: null,
  created_at: '2026-03-02T14:05:31.000Z',
  paid_at: null as string | null,
  voided_at: null as string | null,
}

/** An `invoiceDetail` that nobody has paid. */
export const OPEN_EXAMPLE = {
  ...EXAMPLE,
  provider: null,
  status: 'Invoice Created',
  paid_on: null,
  ...DETAIL_EXAMPLE,
  amount_due: EXAMPLE.amount,
}

/** An `invoiceDetail` of which one item was credited. */
export const CREDITED_EXAMPLE = { ...OPEN_EXAMPLE, amount_credited: 35.57, amount_due: 123.71 }

const { reference: ownNumber, metadata: own, ...contractFields } = EXAMPLE

export const VOIDED_EXAMPLE = {
  ...contractFields,
  provider: null,
  status: 'Invoice Created',
  paid_on: null,
  voided_on: '05 Mar, 2026',
  reference: ownNumber,
  metadata: own,
  ...DETAIL_EXAMPLE,
  voided_at: '2026-03-05T10:20:30.000Z',
}

/** The invoice as the endpoints beyond the contract show it. */
export const invoiceDetail = invoice.extend(schemasOf(DETAIL_FIELDS)).meta({
  id: 'InvoiceDetail',
  title: 'Invoice, in detail',
  description:
    'An invoice with its payment, refunds, URLs and times: returned when you list, update, send, credit or void invoices.',
  examples: [
    {
      ...EXAMPLE,
      ...DETAIL_EXAMPLE,
      transaction_id: '0199d1c2-6f0a-7c55-b0a4-3f1c2d4e5f60',
      paid_at: '2026-03-03T09:12:45.000Z',
    },
  ],
})
