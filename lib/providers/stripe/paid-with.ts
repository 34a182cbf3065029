import { z } from 'zod'
import type { PaidWith } from '../payment-provider'

/*
 * What a charge was paid with, by Stripe's `payment_method_details`:
 * https://docs.stripe.com/api/charges/object#charge_object-payment_method_details
 */

/** As their owners write them. https://docs.stripe.com/api/charges/object#charge_object-payment_method_details-card-brand */
const BRANDS: ReadonlyMap<string, string> = new Map([
  ['amex', 'American Express'],
  ['cartes_bancaires', 'Cartes Bancaires'],
  ['diners', 'Diners Club'],
  ['discover', 'Discover'],
  ['eftpos_au', 'eftpos'],
  ['jcb', 'JCB'],
  ['link', 'Link'],
  ['mastercard', 'Mastercard'],
  ['unionpay', 'UnionPay'],
  ['visa', 'Visa'],
])

/** The types whose names are not their words with capitals, and those of which everybody has a word in their own language. */
const TYPES: ReadonlyMap<string, string> = new Map([
  ['acss_debit', 'ACSS Debit'],
  ['au_becs_debit', 'BECS Direct Debit'],
  ['bacs_debit', 'Bacs Direct Debit'],
  ['blik', 'BLIK'],
  ['card', 'card'],
  ['cashapp', 'Cash App Pay'],
  ['customer_balance', 'bank_transfer'],
  ['eps', 'EPS'],
  ['fpx', 'FPX'],
  ['grabpay', 'GrabPay'],
  ['ideal', 'iDEAL'],
  ['kr_card', 'card'],
  ['mb_way', 'MB WAY'],
  ['mobilepay', 'MobilePay'],
  ['nz_bank_account', 'NZ BECS Direct Debit'],
  ['oxxo', 'OXXO'],
  ['p24', 'Przelewy24'],
  ['pay_by_bank', 'Pay by Bank'],
  ['payco', 'PAYCO'],
  ['paynow', 'PayNow'],
  ['paypal', 'PayPal'],
  ['paypay', 'PayPay'],
  ['payto', 'PayTo'],
  ['promptpay', 'PromptPay'],
  ['sepa_debit', 'SEPA Direct Debit'],
  ['twint', 'TWINT'],
  ['upi', 'UPI'],
  ['us_bank_account', 'ACH Direct Debit'],
  ['wechat_pay', 'WeChat Pay'],
])

/** A type that Stripe may add has a name of this kind. */
const typeSchema = z.object({ type: z.string().regex(/^[a-z][a-z0-9_]{0,39}$/) })

/** Of an IBAN, they may be letters. */
const lastFour = z
  .string()
  .regex(/^[0-9A-Z]{4}$/)
  .nullish()
  .catch(null)

const instrumentSchema = z
  .object({ brand: z.string().max(64).nullish().catch(null), last4: lastFour, iban_last4: lastFour })
  .catch({})

/** Null where Stripe does not say it in a way that we can read: a payment is no less paid for that. */
export function paidWithOf(details: unknown): PaidWith | null {
  const parsed = typeSchema.safeParse(details)
  if (!parsed.success) return null
  const { type } = parsed.data
  const instrument = instrumentSchema.parse((details as Record<string, unknown>)[type])
  const brand = BRANDS.get(instrument.brand ?? '')
  return {
    name: brand ?? TYPES.get(type) ?? inWords(type),
    last4: instrument.last4 ?? instrument.iban_last4 ?? null,
  }
}

/** `amazon_pay` becomes `Amazon Pay`. */
function inWords(type: string): string {
  return type
    .split('_')
    .filter((word) => word !== '')
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join(' ')
}
