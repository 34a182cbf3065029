/* Exact decimal arithmetic without floats, for browser and server. */

/** An exact decimal: `digits` divided by ten to the power of `scale`. */
export type Decimal = { digits: bigint; scale: number }

export const MILLION = 1_000_000n

/** Rounds half up; for non-negative values. */
export function divideHalfUp(dividend: bigint, divisor: bigint): bigint {
  if (dividend < 0n || divisor <= 0n) throw new RangeError('only amounts of zero and more are rounded')
  return (2n * dividend + divisor) / (2n * divisor)
}

/** Longer than any amount within the limits, short enough to parse cheaply. */
const MAX_LENGTH = 40
const MAX_EXPONENT = 30

const PLAIN_DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/
const JSON_NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/

/** Parses a decimal as a person types it: digits and at most one point. Null for anything else. */
export function parsePlainDecimal(text: string): Decimal | null {
  if (text.length > MAX_LENGTH) return null
  const match = PLAIN_DECIMAL.exec(text)
  if (!match) return null
  const [, sign = '', whole = '', fraction = ''] = match
  return { digits: BigInt(`${sign}${whole}${fraction}`), scale: fraction.length }
}

const GROUP_SPACES = /(?<=\d)[\s'’](?=\d{3}(?!\d))/g

/**
 * A decimal as people write it, with groups of thousands and a decimal point or comma, as the plain text of
 * `parsePlainDecimal`: `1,250`, `1,250.00`, `1.250,00` and `1 250,00` are 1250; `12,50` is 12.50. Of two kinds of
 * separators the last one is the decimal one; one comma before exactly three digits separates thousands. A point alone
 * is always a decimal point, as in the API. Text that is none of these comes back as it is.
 */
export function plainDecimal(text: string): string {
  const compactText = text.trim().replaceAll(GROUP_SPACES, '')
  const [decimal, group] =
    compactText.lastIndexOf(',') > compactText.lastIndexOf('.') ? [',', '.'] : ['.', ',']
  const parts = compactText.split(decimal)
  // More than one of the same kind, and no other, are groups.
  if (parts.length > 2 || (decimal === ',' && !compactText.includes(group))) {
    if (isGrouped(compactText, decimal)) return compactText.replaceAll(decimal, '')
  }
  const [whole = '', fraction] = parts
  if (parts.length > 2 || !/^\d+$/.test(fraction ?? '')) return compactText
  if (!whole.includes(group)) return `${whole}.${fraction}`
  return isGrouped(whole, group) ? `${whole.replaceAll(group, '')}.${fraction}` : compactText
}

/** True if each separator stands before three digits, and the first group is no lone zero: `0,500` is a half. */
function isGrouped(text: string, separator: string): boolean {
  const [first = '', ...groups] = text.split(separator)
  return /^-?[1-9]\d{0,2}$/.test(first) && groups.every((group) => /^\d{3}$/.test(group))
}

const USD_EXPONENT = 2

/** US cents of a decimal as people write it; null if it is invalid or has more than two decimals. */
export function centsOf(text: string): bigint | null {
  const decimal = parsePlainDecimal(plainDecimal(text))
  return decimal && toMinor(decimal, USD_EXPONENT)
}

/**
 * Parses the text of a JSON number, exponent included, without going through a float. Null if out of range.
 */
export function parseJsonNumber(text: string): Decimal | null {
  if (text.length > MAX_LENGTH) return null
  const match = JSON_NUMBER.exec(text)
  if (!match) return null
  const [, sign = '', whole = '', fraction = '', exponentText = '0'] = match
  const exponent = Number(exponentText)
  if (Math.abs(exponent) > MAX_EXPONENT) return null
  let digits = BigInt(`${sign}${whole}${fraction}`)
  let scale = fraction.length - exponent
  if (scale < 0) {
    digits *= 10n ** BigInt(-scale)
    scale = 0
  }
  // Only the value counts, so drop trailing zeros: 10.000 is ten.
  while (scale > 0 && digits % 10n === 0n) {
    digits /= 10n
    scale -= 1
  }
  return { digits, scale }
}

/** The decimal as an integer number of 10^-`exponent`; null if it has more decimals than that. */
export function toMinor(decimal: Decimal, exponent: number): bigint | null {
  if (decimal.scale > exponent) return null
  return decimal.digits * 10n ** BigInt(exponent - decimal.scale)
}

/** The largest base amount of an invoice, in major units of any currency. */
const MAX_AMOUNT: Decimal = { digits: 99_999_999_999n, scale: 2 }

/** True if an amount is more than an invoice's may be; `exponent` is its currency's. */
export function exceedsMaxAmount(amountMinor: bigint, exponent: number): boolean {
  return amountMinor * 10n ** BigInt(MAX_AMOUNT.scale) > MAX_AMOUNT.digits * 10n ** BigInt(exponent)
}

/** Formats an integer number of 10^-`scale` with `scale` decimals. */
export function formatDecimal(digits: bigint, scale: number): string {
  const sign = digits < 0n ? '-' : ''
  const text = (digits < 0n ? -digits : digits).toString().padStart(scale + 1, '0')
  if (scale === 0) return sign + text
  return `${sign}${text.slice(0, -scale)}.${text.slice(-scale)}`
}

/** The same without trailing zeros: 12.50 becomes `12.5`. */
export function formatTrimmed(digits: bigint, scale: number): string {
  const text = formatDecimal(digits, scale)
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text
}
