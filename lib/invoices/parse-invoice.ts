import { z } from 'zod'
import { checkEmailFormat, decimal, emailText, isMissing, optionalText, text } from '@/lib/http/fields'
import { type BodyObject, type BodyValue, isBodyObject } from '@/lib/http/json-body'
import { givenMetadata, parseMetadata } from '@/lib/http/metadata'
import { type RefusalCode, refuse, refuseInput } from '@/lib/http/refusals'
import { dayText, emailText as emailSchema, givenDecimal, shortText, urlText } from '@/lib/http/schemas'
import { isWebUrl, URL_LENGTH } from '@/lib/http/web-url'
import { exponentOf, parseCurrency } from '@/lib/money/currencies'
import { type Decimal, toMinor } from '@/lib/money/decimals'
import { ONE_MICROS, toQuantityMicros } from '@/lib/money/quantity'
import { type Tax, toRatePpm } from '@/lib/money/taxes'
import { parseIsoDate } from '@/lib/time/dates'
import {
  type Discount,
  exceedsInvoiceMaximum,
  invoiceAmounts,
  lineAmountMinor,
  MAXIMUM_ITEMS,
} from './amounts'
import { BILLING_ADDRESS_LENGTH, NOTES_LENGTH, TAX_NAME_LENGTH } from './invoice-fields'
import type { NewInvoice } from './issue-invoice'

/** Describes the body; `parseInvoice` checks it. */
export const invoiceBody = z.object({
  customer_id: z
    .string()
    .optional()
    .describe('An existing customer. This or `email` is required. With both, `email` is ignored.'),
  email: emailSchema
    .optional()
    .describe(
      'The customer with this address; one is created, with the address as name, if there is none. This or `customer_id` is required.',
    ),
  amount: givenDecimal
    .optional()
    .describe(
      'The whole amount before the fee, above 0. It becomes one item, titled `Payment`. This or `items` is required. Ignored when there are items.',
    ),
  items: z
    .array(
      z.object({
        title: shortText.describe('The name of the item.'),
        qty: givenDecimal.describe('Above 0, with at most six decimals.'),
        price: givenDecimal.describe(
          "The price of one unit: 0 or more, with at most the currency's decimals.",
        ),
      }),
    )
    .max(MAXIMUM_ITEMS)
    .optional()
    .describe('The total is their sum. An empty array counts as not given.'),
  currency: z.string().default('USD').describe('An ISO 4217 code, in either case.'),
  due_date: dayText
    .optional()
    .describe(
      '`YYYY-MM-DD`. Defaults to 30 days from today. The invoice becomes `Unpaid` when this day is over in UTC. A day in the past is accepted.',
    ),
  redirect_url: urlText
    .optional()
    .describe(
      'The page that the buyer goes to after paying, with `transaction_id` added to the query. http or https, without a user name. Defaults to a thank-you page.',
    ),
  webhook_url: urlText
    .optional()
    .describe('Receives every change of status of this invoice. The same rules as for `redirect_url`.'),
  reference: shortText.nullable().optional().describe('Your own number, such as that of the order.'),
  metadata: givenMetadata,
})

/** Refusals of `parseInvoice`, in the order of its checks. */
export const invoiceErrors = [
  'email_or_customer_id_required',
  'amount_or_items_required',
  'invoice_amount_not_positive',
  'invalid_redirect_url',
  'invalid_webhook_url',
  'invalid_due_date',
  'field_not_text',
  'field_too_long',
  'invalid_email',
  'items_not_array',
  'too_many_items',
  'item_incomplete',
  'invalid_amount',
  'item_out_of_range',
  'invalid_currency',
  'invoice_amount_too_large',
  'invalid_metadata',
] as const satisfies readonly RefusalCode[]

/** Above any invoice's maximum, and within a BIGINT. */
const MAXIMUM_PRICE_MINOR = 10n ** 15n

type RawItem = { title: BodyValue | undefined; qty: Decimal; price: Decimal }

/**
 * Parses the body of create invoice. Checks the rows of the contract's error table in its order, then the
 * additional rules in the order of the request table.
 */
export function parseInvoice(body: BodyObject): NewInvoice {
  const given = givenItems(body.items)
  if (isMissing(body.customer_id) && isMissing(body.email)) refuse('email_or_customer_id_required')
  if (!given && isMissing(body.amount)) refuse('amount_or_items_required')
  checkAboveZero(body.amount, given)
  for (const field of ['redirect_url', 'webhook_url'] as const) {
    if (!isMissing(body[field]) && !isWebUrl(body[field])) refuse(`invalid_${field}`)
  }
  const dueDate = dueDateOf(body.due_date)

  const customer = customerOf(body)
  const currency = isMissing(body.currency) ? 'USD' : parseCurrency(text(body.currency, 'currency'))
  // With an unknown currency, parse with two decimals, so that a faulty amount is reported first.
  const items = given ? itemsOf(given, currency) : [wholeAmount(body.amount, currency)]
  if (!currency) refuse('invalid_currency')
  const base = items.reduce(
    (sum, item) => sum + lineAmountMinor(item.quantityMicros, item.unitPriceMinor),
    0n,
  )
  if (base === 0n) refuse('invoice_amount_not_positive')
  if (exceedsInvoiceMaximum(base, exponentOf(currency))) refuse('invoice_amount_too_large')
  return {
    customer,
    currency,
    items,
    dueDate,
    redirectUrl: optionalText(body.redirect_url, 'redirect_url', URL_LENGTH),
    webhookUrl: optionalText(body.webhook_url, 'webhook_url', URL_LENGTH),
    reference: optionalText(body.reference, 'reference'),
    metadata: parseMetadata(body.metadata),
  }
}

/** The value of `items`; null if it counts as missing. */
function givenItems(items: BodyValue | undefined): Exclude<BodyValue, null> | null {
  if (isMissing(items) || (Array.isArray(items) && items.length === 0)) return null
  return items
}

/** Checks the sign only if there is one: an unreadable amount is reported later, with its own message. */
function checkAboveZero(amount: BodyValue | undefined, given: BodyValue | null): void {
  if (!given) {
    const value = decimal(amount)
    if (value && value.digits <= 0n) refuse('invoice_amount_not_positive')
    return
  }
  if (!Array.isArray(given) || given.length > MAXIMUM_ITEMS) return
  const items = given.map(readItem)
  const isFree = items.every((item) => item !== null && item.qty.digits > 0n && item.price.digits === 0n)
  if (isFree) refuse('invoice_amount_not_positive')
}

function dueDateOf(value: BodyValue | undefined): Date | null {
  if (isMissing(value)) return null
  const date = typeof value === 'string' ? parseIsoDate(value) : null
  return date ?? refuse('invalid_due_date')
}

function customerOf(body: BodyObject): NewInvoice['customer'] {
  // The customer's own email counts, so whatever stands in `email` is not even looked at.
  if (!isMissing(body.customer_id)) return { id: text(body.customer_id, 'customer_id') }
  checkEmailFormat(body.email)
  return { email: emailText(body.email) }
}

/** A single amount becomes one item titled `Payment` (Contract, endpoint 6, rule 1). */
function wholeAmount(value: BodyValue | undefined, currency: string | null) {
  const amount = decimal(value) ?? refuse('invalid_amount')
  return { title: 'Payment', quantityMicros: ONE_MICROS, unitPriceMinor: minorOf(amount, currency) }
}

function itemsOf(given: BodyValue, currency: string | null) {
  if (!Array.isArray(given)) refuse('items_not_array')
  if (given.length > MAXIMUM_ITEMS) refuse('too_many_items')
  for (const item of given) {
    if (!isBodyObject(item) || [item.title, item.qty, item.price].some(isMissing)) {
      refuse('item_incomplete')
    }
  }
  return given.map((value, index) => {
    const item = readItem(value) ?? refuse('invalid_amount')
    const title = text(item.title, `items[${index}].title`)
    if (item.qty.digits <= 0n || item.price.digits < 0n) {
      refuse('item_out_of_range')
    }
    const quantityMicros = toQuantityMicros(item.qty) ?? refuse('invalid_amount')
    return { title, quantityMicros, unitPriceMinor: minorOf(item.price, currency) }
  })
}

function readItem(item: BodyValue): RawItem | null {
  if (!isBodyObject(item)) return null
  const qty = decimal(item.qty)
  const price = decimal(item.price)
  return qty && price && { title: item.title, qty, price }
}

function minorOf(amount: Decimal, currency: string | null): bigint {
  const minor = toMinor(amount, currency ? exponentOf(currency) : amount.scale) ?? refuse('invalid_amount')
  if (minor > MAXIMUM_PRICE_MINOR) refuse('invoice_amount_too_large')
  return minor
}

/** The body of an invoice that is written in the dashboard; `parseWrittenInvoice` checks it. */
export const writtenInvoiceBody = invoiceBody.extend({
  tax_inclusive: z.boolean().optional().describe('True if the prices include the taxes.'),
  item_taxes: z
    .array(z.object({ name: z.string().max(TAX_NAME_LENGTH), percent: givenDecimal }).nullable())
    .max(MAXIMUM_ITEMS)
    .optional()
    .describe('The tax of each item, in order.'),
  discount: z
    .object({ percent: givenDecimal.optional(), amount: givenDecimal.optional() })
    .optional()
    .describe('Of the whole invoice, before taxes: one of the two.'),
  billing_address: z.string().max(BILLING_ADDRESS_LENGTH).optional(),
  notes: z.string().max(NOTES_LENGTH).optional(),
})

export const writtenInvoiceErrors = [...invoiceErrors, 'invalid_input'] as const

/** Parses what create invoice takes, and the taxes, discount and texts that only the dashboard has. */
export function parseWrittenInvoice(body: BodyObject): NewInvoice {
  const parsed = parseInvoice(body)
  const taxes = isMissing(body.item_taxes) ? [] : body.item_taxes
  if (!Array.isArray(taxes)) refuseInput('item_taxes must be an array')
  const isInclusive = body.tax_inclusive === true
  const invoice = {
    ...parsed,
    items: parsed.items.map((item, index) => ({ ...item, tax: taxOf(taxes[index], isInclusive) })),
    discount: discountOf(body.discount, parsed.currency),
    billingAddress: optionalText(body.billing_address, 'billing_address', BILLING_ADDRESS_LENGTH),
    notes: optionalText(body.notes, 'notes', NOTES_LENGTH),
  }
  checkSums(invoice)
  return invoice
}

function taxOf(value: BodyValue | undefined, isInclusive: boolean): Tax | null {
  if (isMissing(value)) return null
  if (!isBodyObject(value)) refuseInput('Each tax must have a name and a percent')
  const name = text(value.name, 'tax name', TAX_NAME_LENGTH).trim()
  if (name === '') refuseInput('Enter the name of the tax')
  const percent = decimal(value.percent)
  const ratePpm = percent && toRatePpm(percent)
  if (ratePpm === null) refuseInput('Enter a tax rate from 0 to 100, with at most three decimals')
  return { name, ratePpm, isInclusive }
}

function discountOf(value: BodyValue | undefined, currency: string): Discount | null {
  if (isMissing(value)) return null
  if (!isBodyObject(value)) refuseInput('The discount must have a percent or an amount')
  if (!isMissing(value.percent)) {
    const percent = decimal(value.percent)
    const ppm = percent && toRatePpm(percent)
    if (!ppm) refuseInput('Enter a discount above 0 and up to 100 percent, with at most three decimals')
    return { ppm }
  }
  const amount = decimal(value.amount)
  if (!amount || amount.digits < 0n) refuseInput('Enter a discount such as 12.50')
  const amountMinor = toMinor(amount, exponentOf(currency))
  return { amountMinor: amountMinor ?? refuseInput('The discount has too many decimals for this currency') }
}

function checkSums({ items, discount, currency }: NewInvoice): void {
  const sum = items.reduce(
    (total, item) => total + lineAmountMinor(item.quantityMicros, item.unitPriceMinor),
    0n,
  )
  if (discount && 'amountMinor' in discount && discount.amountMinor > sum) {
    refuseInput('The discount can be at most the sum of the items')
  }
  const { baseAmountMinor } = invoiceAmounts(items, discount)
  if (baseAmountMinor === 0n) refuse('invoice_amount_not_positive')
  if (exceedsInvoiceMaximum(baseAmountMinor, exponentOf(currency))) refuse('invoice_amount_too_large')
}
