import { readOperation, writeOperation } from '@/lib/api/v2/api-operation'
import { inTransaction } from '@/lib/db/transaction'
import {
  checkEmailFormat,
  decimal,
  emailText,
  isMissing,
  optionalText,
  refuse,
  text,
} from '@/lib/http/fields'
import { paymentLink } from '@/lib/http/links'
import { type BodyObject, type BodyValue, isBodyObject } from '@/lib/http/read-json-body'
import { isWebUrl, URL_LENGTH } from '@/lib/http/web-url'
import { type JsonValue, jsonAmount, jsonQuantity } from '@/lib/json'
import { exponentOf, parseCurrency } from '@/lib/money/currencies'
import { type Decimal, toMinor } from '@/lib/money/decimals'
import { ONE_MICROS, toQuantityMicros } from '@/lib/money/quantity'
import { formatIsoDate, formatShortDate, parseIsoDate } from '@/lib/time/dates'
import { exceedsInvoiceMaximum, lineAmountMinor, MAXIMUM_ITEMS } from './amounts'
import { findInvoice, invoiceSnapshot, STATUS_LABELS, totalMinor } from './invoice'
import { type InvoiceDraft, issueInvoice, type SavedInvoice } from './issue-invoice'

/** Contract, endpoint 6. */
export const createInvoice = writeOperation(
  {
    path: '/api/v2/invoice',
    missingKey: { status: 401, message: 'api_key is required' },
    refusesBanned: true,
  },
  parseInvoice,
  ({ account, input, commit }) =>
    issueInvoice(account, input, commit, async (_tx, invoice) => ({
      status: 201,
      body: {
        status: 'success',
        message: 'Invoice created successfully',
        invoice: presentNewInvoice(invoice),
      },
    })),
)

/** Contract, endpoint 7. A banned vendor may still read. */
export const getInvoice = readOperation(
  {
    path: '/api/v2/invoice/:invoice_id',
    missingKey: { status: 400, message: 'api_key parameter is required' },
    refusesBanned: false,
  },
  async (account, { invoice_id: invoiceId = '' }) => {
    const invoice = await inTransaction((tx) => findInvoice(tx, account.id, invoiceId))
    return { status: 200, body: { status: 'success', invoice: invoiceSnapshot(invoice) } }
  },
)

/** Above what a whole invoice may ask for in any currency: keeps a unit price inside a BIGINT. */
const MAXIMUM_PRICE_MINOR = 10n ** 15n

const INVALID_AMOUNT = 'Invalid amount format'
const TOO_LARGE = 'Invoice amount must be at most 999999999.99'
const NOT_ABOVE_ZERO = 'Invoice amount must be greater than 0'

type RawItem = { title: BodyValue | undefined; qty: Decimal; price: Decimal }

/**
 * Reads the body of an invoice's creation. First come the rows of the contract's error table in its
 * order, then what the decisions add, in the order of the request table.
 */
export function parseInvoice(body: BodyObject): InvoiceDraft {
  const given = givenItems(body.items)
  if (isMissing(body.customer_id) && isMissing(body.email)) refuse('email or customer_id is required')
  if (!given && isMissing(body.amount)) refuse('amount or items are required')
  checkAboveZero(body.amount, given)
  for (const field of ['redirect_url', 'webhook_url'] as const) {
    if (!isMissing(body[field]) && !isWebUrl(body[field])) refuse(`Invalid ${field}`)
  }
  const dueDate = dueDateOf(body.due_date)

  const customer = customerOf(body)
  const currency = isMissing(body.currency) ? 'USD' : parseCurrency(text(body.currency, 'currency'))
  // Read with cents where the currency is unknown, so that the amount's own fault is told before it.
  const items = given ? itemsOf(given, currency) : [wholeAmount(body.amount, currency)]
  if (!currency) refuse('Invalid currency')
  const base = items.reduce(
    (sum, item) => sum + lineAmountMinor(item.quantityMicros, item.unitPriceMinor),
    0n,
  )
  if (base === 0n) refuse(NOT_ABOVE_ZERO)
  if (exceedsInvoiceMaximum(base, exponentOf(currency))) refuse(TOO_LARGE)
  return {
    customer,
    currency,
    items,
    dueDate,
    redirectUrl: optionalText(body.redirect_url, 'redirect_url', URL_LENGTH),
    webhookUrl: optionalText(body.webhook_url, 'webhook_url', URL_LENGTH),
  }
}

/** What stands in `items`; null where it is as good as not given. */
function givenItems(items: BodyValue | undefined): Exclude<BodyValue, null> | null {
  if (isMissing(items) || (Array.isArray(items) && items.length === 0)) return null
  return items
}

/** Only where the sign can be told: an amount that can't be read has a message of its own, later. */
function checkAboveZero(amount: BodyValue | undefined, given: BodyValue | null): void {
  if (!given) {
    const value = decimal(amount)
    if (value && value.digits <= 0n) refuse(NOT_ABOVE_ZERO)
    return
  }
  if (!Array.isArray(given) || given.length > MAXIMUM_ITEMS) return
  const items = given.map(readItem)
  const isFree = items.every((item) => item !== null && item.qty.digits > 0n && item.price.digits === 0n)
  if (isFree) refuse(NOT_ABOVE_ZERO)
}

function dueDateOf(value: BodyValue | undefined): Date | null {
  if (isMissing(value)) return null
  const date = typeof value === 'string' ? parseIsoDate(value) : null
  return date ?? refuse('Invalid due_date format. Use YYYY-MM-DD')
}

function customerOf(body: BodyObject): InvoiceDraft['customer'] {
  const id = isMissing(body.customer_id) ? null : text(body.customer_id, 'customer_id')
  if (!isMissing(body.email)) {
    checkEmailFormat(body.email)
    const email = emailText(body.email)
    if (id === null) return { email }
  }
  return { id: id ?? '' }
}

/** An invoice that is given as one amount has one item, titled `Payment` (contract, endpoint 6, rule 1). */
function wholeAmount(value: BodyValue | undefined, currency: string | null) {
  const amount = decimal(value) ?? refuse(INVALID_AMOUNT)
  return { title: 'Payment', quantityMicros: ONE_MICROS, unitPriceMinor: minorOf(amount, currency) }
}

function itemsOf(given: BodyValue, currency: string | null) {
  if (!Array.isArray(given)) refuse('items must be an array')
  if (given.length > MAXIMUM_ITEMS) refuse(`items must have at most ${MAXIMUM_ITEMS} entries`)
  for (const item of given) {
    if (!isBodyObject(item) || [item.title, item.qty, item.price].some(isMissing)) {
      refuse('Each item must have title, qty and price')
    }
  }
  return given.map((value, index) => {
    const item = readItem(value) ?? refuse(INVALID_AMOUNT)
    const title = text(item.title, `items[${index}].title`)
    if (item.qty.digits <= 0n || item.price.digits < 0n) {
      refuse('Each item must have a qty above 0 and a price of 0 or more')
    }
    const quantityMicros = toQuantityMicros(item.qty) ?? refuse(INVALID_AMOUNT)
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
  const minor = toMinor(amount, currency ? exponentOf(currency) : amount.scale) ?? refuse(INVALID_AMOUNT)
  if (minor > MAXIMUM_PRICE_MINOR) refuse(TOO_LARGE)
  return minor
}

/** The contract's Invoice as its creation answers it; everywhere else it is `invoiceSnapshot`. */
function presentNewInvoice(invoice: SavedInvoice): JsonValue {
  const { currency } = invoice
  return {
    id: invoice.id,
    amount: jsonAmount(totalMinor(invoice), currency),
    base_amount: jsonAmount(invoice.baseAmountMinor, currency),
    currency,
    payment_link: paymentLink(invoice.accountId, invoice.payToken),
    provider_checkout_session_id: Number(invoice.checkoutSessionNumber),
    status: STATUS_LABELS[invoice.status],
    email: invoice.email,
    customer_id: invoice.customerId,
    items: invoice.items.map((item) => ({
      title: item.title,
      qty: jsonQuantity(item.quantityMicros),
      price: jsonAmount(item.unitPriceMinor, currency),
    })),
    due_date: formatIsoDate(invoice.dueDate),
    created_on: formatShortDate(invoice.createdAt),
  }
}
