import { z } from 'zod'
import { MAX_BUYER_REFERENCE_CHARACTERS } from '@/lib/customers/customer-fields'
import type { Field } from '@/lib/http/field'
import * as field from '@/lib/http/fields'
import { type BodyValue, isBodyObject, isMissing } from '@/lib/http/json-body'
import { metadataChangesField, metadataField } from '@/lib/http/metadata'
import { type Fault, inputFault, refuse, refuseInput } from '@/lib/http/refusals'
import { isWebUrl, URL_LENGTH } from '@/lib/http/web-url'
import { exponentOf } from '@/lib/money/currencies'
import { type Decimal, exceedsMaxAmount, toMinor } from '@/lib/money/decimals'
import { ONE_MICROS, toQuantityMicros } from '@/lib/money/quantity'
import { MAX_TAX_NAME_CHARACTERS, toRatePpm } from '@/lib/money/taxes'
import { type Discount, invoiceAmounts, lineAmountMinor, MAX_ITEMS } from './amounts'
import { BILLING_ADDRESS_LENGTH, NOTES_LENGTH, WHOLE_TITLE } from './invoice-fields'
import type { NewInvoice } from './issue-invoice'
import type { InvoiceChanges } from './update-invoice'

/** Above any invoice's maximum, and within a BIGINT. */
const MAX_PRICE_MINOR = 10n ** 15n

const item = field
  .object({
    title: field.text().required('item_incomplete').describe('The name of the item.'),
    qty: field.decimal().required('item_incomplete').describe('Above 0, with at most six decimals.'),
    price: field
      .decimal()
      .required('item_incomplete')
      .describe("The price of one unit: 0 or more, with at most the currency's decimals."),
  })
  .check(({ qty, price }) => qty.digits > 0n && price.digits >= 0n, 'item_out_of_range')
  .parse(({ title, qty, price }) => {
    const quantityMicros = toQuantityMicros(qty)
    return quantityMicros === null ? null : { title, quantityMicros, price }
  }, 'invalid_amount')

const webUrl = (fault: Fault) => field.text(URL_LENGTH).checkEarly(isWebUrl, fault)

const bill = {
  customer_id: field
    .code()
    .requiredIf(({ email }) => isMissing(email), 'email_or_customer_id_required')
    .describe('An existing customer. This or `email` is required. With both, `email` is ignored.'),
  email: field
    .email()
    .allLate()
    .optional()
    // The customer's own email counts, so whatever stands here is not even looked at.
    .ignoredIf(({ customer_id }) => !isMissing(customer_id))
    .describe(
      'The customer with this address; one is created, with the address as name, if there is none. This or `customer_id` is required.',
    ),
  amount: field
    .decimal()
    .checkEarly(isAboveZero, 'invoice_amount_not_positive')
    .optional()
    .ignoredIf(({ items }) => !isEmpty(items))
    .describe(
      'The whole amount before the fee, above 0. It becomes one item, titled `Payment`. This or `items` is required. Ignored when there are items.',
    ),
  items: field
    .array(item, { max: MAX_ITEMS, notArray: 'items_not_array', tooMany: 'too_many_items' })
    .checkEarly((items) => !isFree(items), 'invoice_amount_not_positive')
    .requiredIf(({ amount }) => isMissing(amount), 'amount_or_items_required', isEmpty)
    .describe('The total is their sum. An empty array counts as not given.'),
  currency: field.currency().default('USD').describe('An ISO 4217 code, in either case.'),
}

const undatedTerms = {
  redirect_url: webUrl('invalid_redirect_url')
    .optional()
    .describe(
      'The page that the buyer goes to after paying, with `transaction_id` added at the end of its query. http or https, without a user name. Defaults to a thank-you page.',
    ),
  webhook_url: webUrl('invalid_webhook_url')
    .optional()
    .describe('Receives every change of status of the invoice. The same rules as for `redirect_url`.'),
  reference: field.text().nullable().describe('Your own number, such as that of the order.'),
  metadata: metadataField,
}

const terms = {
  due_date: field
    .day('invalid_due_date')
    .allEarly()
    .optional()
    .describe(
      '`YYYY-MM-DD`. Defaults to 30 days from today. The invoice becomes `Unpaid` when this day is over in UTC. A day in the past is accepted.',
    ),
  ...undatedTerms,
}

const billBody = field
  .object(bill, ['customer_id', 'email', 'items'])
  .map(({ customerId, email, amount, items, currency }) => {
    const customer = customerId
      ? { id: customerId }
      : { email: email ?? refuse('email_or_customer_id_required') }
    const priced = (items ?? wholeOf(amount)).map((item) => inMinor(item, currency))
    checkTotal(sumOf(priced), currency)
    return { customer, items: priced, currency }
  }, 'invoice_amount_too_large')

/** The body of create invoice. */
export const invoiceBody: Field<NewInvoice> = field.join(
  billBody,
  field.object(terms, ['redirect_url', 'webhook_url']),
)

/** The same without a due date, for invoices that count theirs from a day to come. */
export const undatedInvoiceBody: Field<NewInvoice> = field
  .join(billBody, field.object(undatedTerms, ['redirect_url', 'webhook_url']))
  .map((values) => ({ ...values, dueDate: null }))

const changes = {
  redirect_url: webUrl('invalid_redirect_url')
    .nullable()
    .describe('The page that the buyer goes to after paying. `null` for a thank-you page.'),
  webhook_url: webUrl('invalid_webhook_url')
    .nullable()
    .describe('Receives later changes of status. `null` for none.'),
  due_date: field
    .day('invalid_due_date')
    .allEarly()
    .describe('`YYYY-MM-DD`. Reminders follow it. A day in the past is accepted.'),
  reference: terms.reference,
}

/** The body of update invoice. A URL or reference that is `null` or blank is cleared; a due date can't be. */
export const invoiceChangesBody: Field<InvoiceChanges> = field.changes({
  ...changes,
  metadata: metadataChangesField,
})

/** The body of a change in the dashboard, with the texts that only that has. */
export const writtenChangesBody: Field<InvoiceChanges> = field.changes({
  ...changes,
  billing_address: field.text(BILLING_ADDRESS_LENGTH).nullable(),
  buyer_reference: field.name(MAX_BUYER_REFERENCE_CHARACTERS).nullable(),
  notes: field.text(NOTES_LENGTH).nullable(),
})

function isEmpty(items: BodyValue | undefined): boolean {
  return isMissing(items) || (Array.isArray(items) && items.length === 0)
}

/** An unreadable amount is reported later, with its own message. */
function isAboveZero(amount: BodyValue | undefined): boolean {
  const value = field.parseDecimal(amount)
  return value === null || value.digits > 0n
}

/** True if all items can be read and none costs anything. */
function isFree(items: BodyValue | undefined): boolean {
  if (!Array.isArray(items) || items.length > MAX_ITEMS) return false
  return items.every((item) => {
    if (!isBodyObject(item)) return false
    const [qty, price] = [field.parseDecimal(item.qty), field.parseDecimal(item.price)]
    return qty !== null && qty.digits > 0n && price?.digits === 0n
  })
}

/** A single amount becomes one item. */
function wholeOf(amount: Decimal | null): UnpricedItem[] {
  const price = amount ?? refuse('amount_or_items_required')
  return [{ title: WHOLE_TITLE, quantityMicros: ONE_MICROS, price }]
}

type UnpricedItem = { title: string; quantityMicros: bigint; price: Decimal }
type PricedItem = { title: string; quantityMicros: bigint; unitPriceMinor: bigint }

function inMinor({ title, quantityMicros, price }: UnpricedItem, currency: string): PricedItem {
  const unitPriceMinor = toMinor(price, exponentOf(currency)) ?? refuse('invalid_amount')
  if (unitPriceMinor > MAX_PRICE_MINOR) refuse('invoice_amount_too_large')
  return { title, quantityMicros, unitPriceMinor }
}

function sumOf(items: PricedItem[]): bigint {
  return items.reduce((sum, item) => sum + lineAmountMinor(item.quantityMicros, item.unitPriceMinor), 0n)
}

function checkTotal(totalMinor: bigint, currency: string): void {
  if (totalMinor === 0n) refuse('invoice_amount_not_positive')
  if (exceedsMaxAmount(totalMinor, exponentOf(currency))) refuse('invoice_amount_too_large')
}

const TAX_RATE = inputFault('Enter a tax rate from 0 to 100, with at most three decimals')
const DISCOUNT_RATE = inputFault(
  'Enter a discount above 0 and up to 100 percent, with at most three decimals',
)
const DISCOUNT_AMOUNT = inputFault('Enter a discount such as 12.50')

/** A percentage in millionths. */
function rate(fault: Fault): Field<number> {
  return field.decimal(fault).parse(toRatePpm, fault)
}

const tax = field.object({
  name: field
    .name(MAX_TAX_NAME_CHARACTERS)
    .required(inputFault('Enter the name of the tax'))
    .map((name) => name.trim()),
  percent: rate(TAX_RATE),
})

const discount = field.object({
  percent: rate(DISCOUNT_RATE)
    .check((ppm) => ppm > 0, DISCOUNT_RATE)
    .optional(),
  amount: field
    .decimal(DISCOUNT_AMOUNT)
    .check((amount) => amount.digits >= 0n, DISCOUNT_AMOUNT)
    .requiredIf(({ percent }) => isMissing(percent), DISCOUNT_AMOUNT)
    .ignoredIf(({ percent }) => !isMissing(percent)),
})

const extras = {
  tax_inclusive: field
    .custom(
      z.boolean(),
      (value) => (typeof value === 'boolean' ? value : null),
      inputFault('tax_inclusive must be true or false'),
    )
    .optional()
    .describe('True if the prices include the taxes.'),
  item_taxes: field
    .array(tax.nullable(), {
      max: MAX_ITEMS,
      notArray: inputFault('item_taxes must be an array'),
      tooMany: inputFault(`item_taxes must have at most ${MAX_ITEMS} entries`),
    })
    .optional()
    .describe('The tax of each item, in order.'),
  discount: discount.allLate().optional().describe('Of the whole invoice, before taxes: one of the two.'),
  billing_address: field.text(BILLING_ADDRESS_LENGTH).optional(),
  buyer_reference: field.name(MAX_BUYER_REFERENCE_CHARACTERS).optional(),
  notes: field.text(NOTES_LENGTH).optional(),
}

/** The body of an invoice that is written in the dashboard: with taxes, discount and texts, which only that has. */
export const writtenInvoiceBody: Field<NewInvoice> = field
  .join(invoiceBody, field.object(extras))
  .map(({ taxInclusive, itemTaxes, discount, ...values }) => {
    const isInclusive = taxInclusive === true
    const items = values.items.map((item, index) => {
      const tax = itemTaxes?.[index]
      return { ...item, tax: tax ? { name: tax.name, ratePpm: tax.percent, isInclusive } : null }
    })
    const invoice = { ...values, items, discount: discountIn(values.currency, discount) }
    checkSums(invoice)
    return invoice
  }, 'invalid_input')

function discountIn(
  currency: string,
  discount: { percent: number | null; amount: Decimal | null } | null,
): Discount | null {
  if (discount?.percent) return { ppm: discount.percent }
  if (!discount?.amount) return null
  const amountMinor = toMinor(discount.amount, exponentOf(currency))
  return { amountMinor: amountMinor ?? refuseInput('The discount has too many decimals for this currency') }
}

function checkSums({ items, discount = null, currency }: NewInvoice): void {
  if (discount && 'amountMinor' in discount && discount.amountMinor > sumOf(items)) {
    refuseInput('The discount can be at most the sum of the items')
  }
  checkTotal(invoiceAmounts(items, discount).baseAmountMinor, currency)
}
