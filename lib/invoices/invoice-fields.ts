import { z } from 'zod'
import { isWebUrl, URL_LENGTH } from '@/lib/http/web-url'
import { type Decimal, parsePlainDecimal, plainDecimal, toMinor } from '@/lib/money/decimals'
import { toQuantityMicros } from '@/lib/money/quantity'
import type { FeeSchedule } from '@/lib/vendors/account'
import { customerFeeMinor, exceedsInvoiceMaximum, lineAmountMinor, MAXIMUM_ITEMS } from './amounts'

/* The form of a new invoice, validated and totalled with the service's own rules. */

/** Decimals of each currency's minor unit, by code. */
type Exponents = Record<string, number>

type ItemFields = { title: string; quantity: string; price: string }

export type InvoiceFields = {
  /** A customer of the account, or the email of one that is found or created with the invoice. */
  customer: { id: string | null; email: string; name: string } | null
  kind: 'items' | 'amount'
  items: ItemFields[]
  amount: string
  currency: string
  dueDate: string
  redirectUrl: string
  webhookUrl: string
}

export const NEW_ITEM: ItemFields = { title: '', quantity: '1', price: '' }

/** The form before anything is typed. */
export const NEW_INVOICE: InvoiceFields = {
  customer: null,
  kind: 'items',
  items: [NEW_ITEM],
  amount: '',
  currency: 'USD',
  dueDate: '',
  redirectUrl: '',
  webhookUrl: '',
}

type DraftAmounts = {
  /** One per item; null while it can't be computed. */
  lines: (bigint | null)[]
  subtotalMinor: bigint | null
  feeMinor: bigint | null
  totalMinor: bigint | null
}

/** The totals of the form in minor units, computed by the service's own functions. */
export function draftAmounts(
  { kind, items, amount, currency }: Pick<InvoiceFields, 'kind' | 'items' | 'amount' | 'currency'>,
  exponent: number,
  fees: FeeSchedule,
): DraftAmounts {
  const lines = items.map(({ quantity, price }) => {
    const quantityMicros = quantityMicrosOf(quantity)
    const unitPriceMinor = minorOf(price, exponent)
    return quantityMicros === null || unitPriceMinor === null
      ? null
      : lineAmountMinor(quantityMicros, unitPriceMinor)
  })
  const known = kind === 'amount' ? [minorOf(amount, exponent)] : lines
  const isKnown = known.some((line) => line !== null)
  const subtotalMinor = isKnown ? known.reduce((sum: bigint, line) => sum + (line ?? 0n), 0n) : null
  const feeMinor = subtotalMinor ? customerFeeMinor(subtotalMinor, currency, fees) : null
  const totalMinor = subtotalMinor !== null && feeMinor !== null ? subtotalMinor + feeMinor : null
  return { lines, subtotalMinor, feeMinor, totalMinor }
}

function decimalOf(text: string): Decimal | null {
  const value = parsePlainDecimal(plainDecimal(text))
  return value && value.digits >= 0n ? value : null
}

function minorOf(text: string, exponent: number): bigint | null {
  const value = decimalOf(text)
  return value && toMinor(value, exponent)
}

function quantityMicrosOf(text: string): bigint | null {
  const value = decimalOf(text)
  return value && toQuantityMicros(value)
}

const url = z
  .string()
  .trim()
  .max(URL_LENGTH, `At most ${URL_LENGTH} characters`)
  .refine((text) => text === '' || isWebUrl(text), 'Enter a URL that starts with https:// or http://')

/** A number as it was typed. */
const number = z.string().max(40)

const item = z.object({ title: z.string().max(255), quantity: number, price: number })

/** What a form may hold, complete or not: a draft is saved as it stands. */
export const savedFields = z.object({
  customer: z
    .object({ id: z.uuid().nullable(), email: z.string().max(254), name: z.string().max(255) })
    .nullable(),
  kind: z.enum(['items', 'amount']),
  items: z.array(item).min(1).max(MAXIMUM_ITEMS),
  amount: number,
  currency: z.string().regex(/^[A-Z]{3}$/, 'Choose a currency'),
  dueDate: z.union([z.literal(''), z.iso.date('Enter a date')]),
  redirectUrl: z.string().max(URL_LENGTH),
  webhookUrl: z.string().max(URL_LENGTH),
}) satisfies z.ZodType<InvoiceFields>

/** The form's schema; each issue is attached to its field. */
export function invoiceFields(exponents: Exponents): z.ZodType<InvoiceFields> {
  return savedFields.extend({ redirectUrl: url, webhookUrl: url }).superRefine((fields, context) => {
    const refuse = (path: (string | number)[], message: string) =>
      context.addIssue({ code: 'custom', path, message })
    const exponent = exponents[fields.currency] ?? 2
    if (!fields.customer) refuse(['customer'], 'Choose a customer or enter an email address')
    if (fields.kind === 'amount') {
      refuseMoney(fields.amount, exponent, (message) => refuse(['amount'], message))
      if (minorOf(fields.amount, exponent) === 0n) refuse(['amount'], 'Enter an amount above zero')
    } else {
      for (const [index, given] of fields.items.entries()) refuseItem(given, index, exponent, refuse)
    }
    refuseSum(fields, exponent, refuse)
  })
}

type Refuse = (path: (string | number)[], message: string) => void

function refuseItem(given: ItemFields, index: number, exponent: number, refuse: Refuse): void {
  if (given.title.trim() === '') refuse(['items', index, 'title'], 'Enter a description')
  const quantity = quantityMicrosOf(given.quantity)
  if (!quantity) refuse(['items', index, 'quantity'], 'Enter a number above 0, such as 1 or 2.5')
  refuseMoney(given.price, exponent, (message) => refuse(['items', index, 'price'], message))
}

function refuseMoney(text: string, exponent: number, refuse: (message: string) => void): void {
  const value = decimalOf(text)
  if (!value) refuse('Enter an amount such as 1,250.00')
  else if (toMinor(value, exponent) === null) {
    refuse(exponent === 0 ? 'This currency has no decimals' : `At most ${exponent} decimals`)
  }
}

function refuseSum(fields: InvoiceFields, exponent: number, refuse: Refuse): void {
  const { subtotalMinor } = draftAmounts(fields, exponent, { feePpm: 0, feeFixedMinor: 0n })
  if (subtotalMinor === null) return
  const path = fields.kind === 'amount' ? ['amount'] : ['items', 0, 'price']
  if (fields.kind === 'items' && subtotalMinor === 0n) refuse(path, 'The total must be above zero')
  if (exceedsInvoiceMaximum(subtotalMinor, exponent)) refuse(path, 'The total can be at most 999,999,999.99')
}

/** The form as the body of create invoice. Amounts are sent as text, without a float on the way. */
export function invoiceBodyOf({
  customer,
  kind,
  items,
  amount,
  currency,
  dueDate,
  redirectUrl,
  webhookUrl,
}: InvoiceFields) {
  return {
    ...(customer?.id ? { customer_id: customer.id } : customer ? { email: customer.email } : {}),
    ...(kind === 'amount'
      ? { amount: plainDecimal(amount) }
      : {
          items: items.map(({ title, quantity, price }) => ({
            title: title.trim(),
            qty: plainDecimal(quantity),
            price: plainDecimal(price),
          })),
        }),
    currency,
    ...(dueDate ? { due_date: dueDate } : {}),
    ...(redirectUrl ? { redirect_url: redirectUrl } : {}),
    ...(webhookUrl ? { webhook_url: webhookUrl } : {}),
  }
}
