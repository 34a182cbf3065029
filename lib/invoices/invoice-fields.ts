import { z } from 'zod'
import { noControlCharacters } from '@/lib/control-characters'
import { MAX_COPIES } from '@/lib/customers/copy-emails'
import { MAX_BUYER_REFERENCE_CHARACTERS, TAX_TREATMENTS } from '@/lib/customers/customer-fields'
import type { TaxTreatment } from '@/lib/db/generated/enums'
import { isWebUrl, URL_LENGTH } from '@/lib/http/web-url'
import {
  type Decimal,
  exceedsMaxAmount,
  parsePlainDecimal,
  plainDecimal,
  toMinor,
} from '@/lib/money/decimals'
import { ONE_MICROS, toQuantityMicros } from '@/lib/money/quantity'
import { MAX_TAX_NAME_CHARACTERS, parseRatePpm, type TaxSum, taxSums } from '@/lib/money/taxes'
import type { FeeSchedule } from '@/lib/vendors/account'
import { type Discount, invoiceAmounts, invoiceFee, lineAmountMinor, MAX_ITEMS } from './amounts'
import type { InvoiceTerms } from './invoice-terms'

/* The form of a new invoice, validated and totalled with the service's own rules. */

/** Decimals of each currency's minor unit, by code. */
type Exponents = Record<string, number>

type ItemFields = {
  title: string
  quantity: string
  price: string
  /** `VAT`; counts with a rate. */
  taxName: string
  /** Percent; empty for no tax. */
  taxRate: string
}

/** `taxTreatment` as it was when the customer was chosen; the service taxes by what is so when it is issued. */
type CustomerOfForm = {
  id: string | null
  email: string
  name: string
  taxTreatment?: TaxTreatment | undefined
}

export type InvoiceFields = {
  /** A customer of the account, or the email of one that is found or created with the invoice. */
  customer: CustomerOfForm | null
  kind: 'items' | 'amount'
  items: ItemFields[]
  amount: string
  currency: string
  dueDate: string
  /** True if the prices include the taxes. */
  taxInclusive: boolean
  /** Taken off the whole invoice, before taxes; empty for none. */
  discount: string
  discountIn: 'percent' | 'amount'
  reference: string
  /** In lines; empty for the customer's own address. */
  billingAddress: string
  /** Empty for the customer's own. */
  buyerReference: string
  notes: string
  redirectUrl: string
  webhookUrl: string
  /** Names and texts of a program, which only the API sets. */
  metadata: [name: string, text: string][]
  /** The vendor's own words in the mail that brings the invoice, in lines. */
  message: string
  /** The addresses of others who get a copy of each mail about it, between commas; null for those of the customer. */
  copies: string | null
}

export const NEW_ITEM: ItemFields = { title: '', quantity: '1', price: '', taxName: '', taxRate: '' }

/** The form before anything is typed. */
export const NEW_INVOICE: InvoiceFields = {
  customer: null,
  kind: 'items',
  items: [NEW_ITEM],
  amount: '',
  currency: 'USD',
  dueDate: '',
  taxInclusive: false,
  discount: '',
  discountIn: 'percent',
  reference: '',
  billingAddress: '',
  buyerReference: '',
  notes: '',
  redirectUrl: '',
  webhookUrl: '',
  metadata: [],
  message: '',
  copies: null,
}

/** The form before anything is typed, with what the account has by default. */
export function newInvoiceFields({
  customer,
  taxes: { rates, pricesIncludeTax },
}: Pick<InvoiceTerms, 'customer' | 'taxes'>): InvoiceFields {
  const usual = rates.find(({ isDefault }) => isDefault)
  const tax = usual ? { taxName: usual.name, taxRate: usual.percent } : {}
  return { ...NEW_INVOICE, customer, taxInclusive: pricesIncludeTax, items: [{ ...NEW_ITEM, ...tax }] }
}

/** The title of the one item of an invoice that has only an amount (Contract, endpoint 6, rule 1). */
export const WHOLE_TITLE = 'Payment'

export const BILLING_ADDRESS_LENGTH = 1000
export const NOTES_LENGTH = 2000
/** Until an invoice without a due date of its own is due. */
export const DEFAULT_DUE_DAYS = 30
/** Of the vendor's own words in the mail that brings the invoice. */
export const MESSAGE_LENGTH = 1000

export type DraftAmounts = {
  /** One per item; null while it can't be computed. */
  lines: (bigint | null)[]
  /** The sum of the lines. */
  subtotalMinor: bigint | null
  /** Null where there is none, or more than the lines come to. */
  discountMinor: bigint | null
  taxes: TaxSum[]
  /** Before the fee. */
  baseMinor: bigint | null
  /** On top, by the customer. */
  feeMinor: bigint | null
  /** Out of the base amount, by the vendor. */
  vendorFeeMinor: bigint | null
  totalMinor: bigint | null
}

/** The fee as a form computes with it. */
export const formFee = z.object({
  feePpm: z.int().min(0).max(1_000_000).describe('Parts per million of the base amount.'),
  feeFixedMinor: z
    .string()
    .regex(/^\d{1,18}$/)
    .describe('US cents.'),
  paysFee: z.boolean().describe('True if the vendor pays it.'),
})

export type FormFee = z.infer<typeof formFee>

export function feeScheduleOf({ feePpm, feeFixedMinor, paysFee }: FormFee): FeeSchedule {
  return { feePpm, feeFixedMinor: BigInt(feeFixedMinor), paysFee }
}

type AmountFields = Pick<
  InvoiceFields,
  'customer' | 'kind' | 'items' | 'amount' | 'currency' | 'taxInclusive' | 'discount' | 'discountIn'
>

/** The totals of the form in minor units, computed by the service's own functions. */
export function draftAmounts(fields: AmountFields, exponent: number, fees: FeeSchedule): DraftAmounts {
  const items = fields.items.map((item) => lineOf(item, fields, exponent))
  const lines = items.map((item) => item && lineAmountMinor(item.quantityMicros, item.unitPriceMinor))
  const completeItems =
    fields.kind === 'items' ? items.filter((item) => item !== null) : wholeOf(fields, exponent)
  if (completeItems.length === 0) return { ...NO_AMOUNTS, lines }
  const { subtotalMinor } = invoiceAmounts(completeItems, null)
  const fieldDiscount = discountOf(fields, exponent)
  const isTooMuch =
    fieldDiscount !== null && 'amountMinor' in fieldDiscount && fieldDiscount.amountMinor > subtotalMinor
  const discount = isTooMuch ? null : fieldDiscount
  const amounts = invoiceAmounts(completeItems, discount)
  const baseMinor = amounts.baseAmountMinor
  const fee = baseMinor ? invoiceFee(baseMinor, fields.currency, fees) : null
  return {
    lines,
    subtotalMinor,
    discountMinor: discount && amounts.discountMinor,
    taxes: taxSums(
      completeItems.map(({ tax }, index) => ({ tax, taxMinor: amounts.lines[index]?.taxMinor ?? 0n })),
    ),
    baseMinor,
    feeMinor: fee?.feeAmountMinor ?? null,
    vendorFeeMinor: fee?.vendorFeeMinor ?? null,
    totalMinor: fee && baseMinor + fee.feeAmountMinor,
  }
}

const NO_AMOUNTS = {
  subtotalMinor: null,
  discountMinor: null,
  taxes: [],
  baseMinor: null,
  feeMinor: null,
  vendorFeeMinor: null,
  totalMinor: null,
}

/** True if invoices to the customer have no taxes. */
export function isUntaxed(customer: InvoiceFields['customer']): boolean {
  return customer?.taxTreatment !== undefined && customer.taxTreatment !== 'taxed'
}

/** An item with its tax, if its rate is one; null while it has no amount. */
function lineOf(
  { quantity, price, taxName, taxRate }: ItemFields,
  { taxInclusive: isInclusive, customer }: Pick<AmountFields, 'taxInclusive' | 'customer'>,
  exponent: number,
) {
  const quantityMicros = quantityMicrosOf(quantity)
  const unitPriceMinor = minorOf(price, exponent)
  if (quantityMicros === null || unitPriceMinor === null) return null
  const ratePpm = taxRate.trim() === '' || isUntaxed(customer) ? null : parseRatePpm(taxRate)
  const tax = ratePpm === null ? null : { name: taxName.trim(), ratePpm, isInclusive }
  return { quantityMicros, unitPriceMinor, tax }
}

/** The items of the form with their prices; those that have none yet are left out. */
export function pricedItems(fields: AmountFields, exponent: number) {
  if (fields.kind === 'amount') {
    return wholeOf(fields, exponent).map((whole) => ({ title: WHOLE_TITLE, ...whole }))
  }
  return fields.items.flatMap((item) => {
    const line = lineOf(item, fields, exponent)
    return line ? [{ title: item.title.trim(), ...line }] : []
  })
}

function wholeOf({ amount }: AmountFields, exponent: number) {
  const unitPriceMinor = minorOf(amount, exponent)
  return unitPriceMinor === null ? [] : [{ quantityMicros: ONE_MICROS, unitPriceMinor, tax: null }]
}

/** The discount as typed; null for none, or for text that is none. One amount has no discount: it is what it is. */
function discountOf({ kind, discount, discountIn }: AmountFields, exponent: number): Discount | null {
  if (kind === 'amount' || discount.trim() === '') return null
  if (discountIn === 'percent') {
    const ppm = parseRatePpm(discount)
    return ppm ? { ppm } : null
  }
  const amountMinor = minorOf(discount, exponent)
  return amountMinor === null ? null : { amountMinor }
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

/** Counts code points, as the API and PostgreSQL do. */
const text = (limit: number) =>
  z
    .string()
    .refine((value) => value.length <= limit || [...value].length <= limit, `At most ${limit} characters`)

const item = z.object({
  title: text(255),
  quantity: number,
  price: number,
  taxName: text(MAX_TAX_NAME_CHARACTERS)
    .refine(...noControlCharacters)
    .default(''),
  taxRate: number.default(''),
})

/** The contents of a form, complete or not: a draft is saved as it stands. */
export const savedFields = z.object({
  customer: z
    .object({
      id: z.uuid().nullable(),
      email: text(254),
      name: text(255).refine(...noControlCharacters),
      taxTreatment: z.enum(Object.keys(TAX_TREATMENTS) as TaxTreatment[]).optional(),
    })
    .nullable(),
  kind: z.enum(['items', 'amount']),
  items: z.array(item).min(1).max(MAX_ITEMS),
  amount: number,
  currency: z.string().regex(/^[A-Z]{3}$/, 'Choose a currency'),
  dueDate: z.union([z.literal(''), z.iso.date('Enter a date')]),
  taxInclusive: z.boolean().default(false),
  discount: number.default(''),
  discountIn: z.enum(['percent', 'amount']).default('percent'),
  reference: text(255).default(''),
  billingAddress: text(BILLING_ADDRESS_LENGTH).default(''),
  buyerReference: text(MAX_BUYER_REFERENCE_CHARACTERS)
    .refine(...noControlCharacters)
    .default(''),
  notes: text(NOTES_LENGTH).default(''),
  redirectUrl: text(URL_LENGTH),
  webhookUrl: text(URL_LENGTH),
  metadata: z.array(z.tuple([z.string(), z.string()])).default([]),
  message: text(MESSAGE_LENGTH).default(''),
  copies: text(MAX_COPIES * 256)
    .nullable()
    .default(null),
}) satisfies z.ZodType<InvoiceFields>

/** The fields of an invoice that can still be changed once it is issued. */
export const issuedFields = z.object({
  dueDate: z.iso.date('Enter a date'),
  // Without the defaults of a draft: a field that is left out of the edits stays as it is.
  reference: savedFields.shape.reference.unwrap(),
  billingAddress: savedFields.shape.billingAddress.unwrap(),
  buyerReference: savedFields.shape.buyerReference.unwrap(),
  notes: savedFields.shape.notes.unwrap(),
  redirectUrl: url,
  webhookUrl: url,
})

export type IssuedFields = z.infer<typeof issuedFields>

/** Some of them, as a form sends what was edited. */
export const issuedEdits = issuedFields.partial()

/** The form of an issued invoice: only those fields are checked. */
export const issuedInvoiceForm: z.ZodType<InvoiceFields> = savedFields.extend(issuedFields.shape)

/** Those of the form's fields that can be changed. */
export function issuedFieldsOf(fields: IssuedFields): IssuedFields {
  const { dueDate, reference, billingAddress, buyerReference, notes, redirectUrl, webhookUrl } = fields
  return { dueDate, reference, billingAddress, buyerReference, notes, redirectUrl, webhookUrl }
}

/** The vendor's own words as lines of a mail; none for white space. */
export function messageLines(message: string): string[] {
  return message.trim() === '' ? [] : message.trim().split(/\r?\n/)
}

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
      for (const [index, item] of fields.items.entries()) refuseItem(item, index, exponent, refuse)
      refuseDiscount(fields, exponent, refuse)
    }
    refuseSum(fields, exponent, refuse)
  })
}

/** The first thing that keeps a form from becoming an invoice, as the form itself says it; null for none. */
export function faultOf(fields: InvoiceFields, exponents: Exponents): string | null {
  return invoiceFields(exponents).safeParse(fields).error?.issues[0]?.message ?? null
}

type Refuse = (path: (string | number)[], message: string) => void

function refuseItem(item: ItemFields, index: number, exponent: number, refuse: Refuse): void {
  if (item.title.trim() === '') refuse(['items', index, 'title'], 'Enter a description')
  const quantity = quantityMicrosOf(item.quantity)
  if (!quantity) refuse(['items', index, 'quantity'], 'Enter a number above 0, such as 1 or 2.5')
  refuseMoney(item.price, exponent, (message) => refuse(['items', index, 'price'], message))
  refuseTax(item, index, refuse)
}

function refuseTax({ taxName, taxRate }: ItemFields, index: number, refuse: Refuse): void {
  const [hasName, hasRate] = [taxName.trim() !== '', taxRate.trim() !== '']
  if (hasRate && parseRatePpm(taxRate) === null) {
    refuse(['items', index, 'taxRate'], 'Enter a rate from 0 to 100, such as 19 or 8.875')
  }
  if (hasRate && !hasName) refuse(['items', index, 'taxName'], 'Enter a name, such as VAT')
  if (hasName && !hasRate) refuse(['items', index, 'taxRate'], 'Enter a rate, such as 19 or 8.875')
}

function refuseDiscount(fields: InvoiceFields, exponent: number, refuse: Refuse): void {
  if (fields.discount.trim() === '') return
  if (fields.discountIn === 'percent') {
    if (!parseRatePpm(fields.discount)) refuse(['discount'], 'Enter a percentage above 0 and up to 100')
    return
  }
  refuseMoney(fields.discount, exponent, (message) => refuse(['discount'], message))
  const discountMinor = minorOf(fields.discount, exponent)
  const { subtotalMinor } = draftAmounts(fields, exponent, NO_FEE)
  if (discountMinor !== null && subtotalMinor !== null && discountMinor > subtotalMinor) {
    refuse(['discount'], 'The discount can be at most the subtotal')
  }
}

function refuseMoney(text: string, exponent: number, refuse: (message: string) => void): void {
  const value = decimalOf(text)
  if (!value) refuse('Enter an amount such as 1,250.00')
  else if (toMinor(value, exponent) === null) {
    refuse(exponent === 0 ? 'This currency has no decimals' : `At most ${exponent} decimals`)
  }
}

function refuseSum(fields: InvoiceFields, exponent: number, refuse: Refuse): void {
  const { subtotalMinor, baseMinor } = draftAmounts(fields, exponent, NO_FEE)
  if (subtotalMinor === null || baseMinor === null) return
  const path = fields.kind === 'amount' ? ['amount'] : ['items', 0, 'price']
  if (fields.kind === 'items' && baseMinor === 0n) {
    refuse(subtotalMinor === 0n ? path : ['discount'], 'The total must be above zero')
  }
  const isTooLarge = [subtotalMinor, baseMinor].some((minor) => exceedsMaxAmount(minor, exponent))
  if (isTooLarge) refuse(path, 'The total can be at most 999,999,999.99')
}

/** The terms of a sum before any fee. */
export const NO_FEE: FeeSchedule = { feePpm: 0, feeFixedMinor: 0n, paysFee: false }

/** The form as the body of create invoice in the dashboard. Amounts are sent as text, without a float on the way. */
export function invoiceBodyOf(fields: InvoiceFields) {
  const { customer, kind, currency, dueDate, reference, billingAddress, buyerReference, notes } = fields
  const { redirectUrl, webhookUrl, metadata } = fields
  return {
    ...(customer?.id ? { customer_id: customer.id } : customer ? { email: customer.email } : {}),
    ...(kind === 'amount' ? { amount: plainDecimal(fields.amount) } : itemsBodyOf(fields)),
    currency,
    ...(dueDate ? { due_date: dueDate } : {}),
    ...(reference.trim() ? { reference: reference.trim() } : {}),
    ...(billingAddress.trim() ? { billing_address: billingAddress.trim() } : {}),
    ...(buyerReference.trim() ? { buyer_reference: buyerReference.trim() } : {}),
    ...(notes.trim() ? { notes: notes.trim() } : {}),
    ...(redirectUrl ? { redirect_url: redirectUrl } : {}),
    ...(webhookUrl ? { webhook_url: webhookUrl } : {}),
    ...(metadata.length > 0 ? { metadata: Object.fromEntries(metadata) } : {}),
  }
}

/** Changes of an issued invoice as the body of a request. An empty field is cleared; one that is left out stays. */
export function changesBodyOf(edits: Partial<IssuedFields>): Record<string, string | null> {
  const names = Object.keys(edits) as (keyof IssuedFields)[]
  return Object.fromEntries(names.map((name) => [BODY_NAMES[name], edits[name]?.trim() || null]))
}

const BODY_NAMES: Record<keyof IssuedFields, string> = {
  dueDate: 'due_date',
  reference: 'reference',
  billingAddress: 'billing_address',
  buyerReference: 'buyer_reference',
  notes: 'notes',
  redirectUrl: 'redirect_url',
  webhookUrl: 'webhook_url',
}

function itemsBodyOf({ items, taxInclusive, discount, discountIn }: InvoiceFields) {
  const hasTaxes = items.some(({ taxRate }) => taxRate.trim() !== '')
  return {
    items: items.map(({ title, quantity, price }) => ({
      title: title.trim(),
      qty: plainDecimal(quantity),
      price: plainDecimal(price),
    })),
    ...(hasTaxes
      ? {
          tax_inclusive: taxInclusive,
          item_taxes: items.map(({ taxName, taxRate }) =>
            taxRate.trim() === '' ? null : { name: taxName.trim(), percent: plainDecimal(taxRate) },
          ),
        }
      : {}),
    ...(discount.trim() ? { discount: { [discountIn]: plainDecimal(discount) } } : {}),
  }
}
