import assert from 'node:assert/strict'
import { exponentOf } from './currencies'

/** An exact decimal: `digits` over ten to the power of `scale`. */
export type Decimal = { digits: bigint; scale: number }

/** 999,999,999.99 in major units of any currency, the most that one invoice may ask for before fees. */
const MAXIMUM_INVOICE: Decimal = { digits: 99_999_999_999n, scale: 2 }

export const MILLION = 1_000_000n

/** Longer than any amount that passes a limit, short enough to stay cheap. */
const MAXIMUM_LENGTH = 40
const MAXIMUM_EXPONENT = 30

const PLAIN_DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/
const JSON_NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/

/** Reads a decimal as a person types it: digits and at most one point. Null when it is anything else. */
export function parsePlainDecimal(text: string): Decimal | null {
  if (text.length > MAXIMUM_LENGTH) return null
  const match = PLAIN_DECIMAL.exec(text)
  if (!match) return null
  const [, sign = '', whole = '', fraction = ''] = match
  return { digits: BigInt(`${sign}${whole}${fraction}`), scale: fraction.length }
}

/** Reads the text of a JSON number, exponent included, without a float in between. Null when out of range. */
export function parseJsonNumber(text: string): Decimal | null {
  if (text.length > MAXIMUM_LENGTH) return null
  const match = JSON_NUMBER.exec(text)
  if (!match) return null
  const [, sign = '', whole = '', fraction = '', exponentText = '0'] = match
  const exponent = Number(exponentText)
  if (Math.abs(exponent) > MAXIMUM_EXPONENT) return null
  let digits = BigInt(`${sign}${whole}${fraction}`)
  let scale = fraction.length - exponent
  if (scale < 0) {
    digits *= 10n ** BigInt(-scale)
    scale = 0
  }
  // A number is a value: the zeros at its end say nothing, so 10.000 is ten.
  while (scale > 0 && digits % 10n === 0n) {
    digits /= 10n
    scale -= 1
  }
  return { digits, scale }
}

/** The decimal as an integer of 10^-`exponent`; null when it has more decimals than that. */
export function toMinor(decimal: Decimal, exponent: number): bigint | null {
  if (decimal.scale > exponent) return null
  return decimal.digits * 10n ** BigInt(exponent - decimal.scale)
}

/** Minor units as a plain decimal with all of the currency's decimals: 1250n USD is `12.50`. */
export function formatMajor(amountMinor: bigint, currency: string): string {
  return formatDecimal(amountMinor, exponentOf(currency))
}

/** An integer of 10^-`scale` as a plain decimal with `scale` decimals. */
export function formatDecimal(digits: bigint, scale: number): string {
  const sign = digits < 0n ? '-' : ''
  const text = (digits < 0n ? -digits : digits).toString().padStart(scale + 1, '0')
  if (scale === 0) return sign + text
  return `${sign}${text.slice(0, -scale)}.${text.slice(-scale)}`
}

/** Half up, for values of zero and more. */
function divideHalfUp(dividend: bigint, divisor: bigint): bigint {
  assert(dividend >= 0n && divisor > 0n)
  return (2n * dividend + divisor) / (2n * divisor)
}

/** Quantity times unit price, half up to the minor unit. The quantity is in millionths. */
export function lineAmountMinor(quantityMicros: bigint, unitPriceMinor: bigint): bigint {
  return divideHalfUp(quantityMicros * unitPriceMinor, MILLION)
}

/** What a vendor's customers pay on top: parts per million of the base, and a fixed part in US cents. */
export type FeeSchedule = { feePpm: number; feeFixedMinor: bigint }

/**
 * The customer fee of an invoice in minor units: the percentage half up to the minor unit, plus the
 * fixed part, which is a sum of US dollars and so falls on USD invoices alone.
 */
export function customerFeeMinor(baseAmountMinor: bigint, currency: string, schedule: FeeSchedule): bigint {
  const percentage = divideHalfUp(baseAmountMinor * BigInt(schedule.feePpm), MILLION)
  return percentage + (currency === 'USD' ? schedule.feeFixedMinor : 0n)
}

/** Whether a base amount is more than one invoice may ask for. */
export function exceedsInvoiceMaximum(baseAmountMinor: bigint, currency: string): boolean {
  const exponent = exponentOf(currency)
  return (
    baseAmountMinor * 10n ** BigInt(MAXIMUM_INVOICE.scale) > MAXIMUM_INVOICE.digits * 10n ** BigInt(exponent)
  )
}
