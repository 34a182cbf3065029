import type { Decimal } from './decimals'

/** A rational number, to check the rounding independently of the code under test. */
export type Fraction = { numerator: bigint; denominator: bigint }

export const fraction = (numerator: bigint, denominator = 1n): Fraction => ({ numerator, denominator })
export const tenTo = (exponent: number) => 10n ** BigInt(exponent)
export const scaled = (digits: bigint, exponent: number) =>
  exponent < 0 ? fraction(digits, tenTo(-exponent)) : fraction(digits * tenTo(exponent))
export const times = (a: Fraction, b: Fraction) =>
  fraction(a.numerator * b.numerator, a.denominator * b.denominator)
export const isEqual = (a: Fraction, b: Fraction) =>
  a.numerator * b.denominator === b.numerator * a.denominator
export const isAbove = (a: Fraction, b: Fraction) => a.numerator * b.denominator > b.numerator * a.denominator
export const isWhole = ({ numerator, denominator }: Fraction) => numerator % denominator === 0n
export const fractionOf = ({ digits, scale }: Decimal) => scaled(digits, -scale)

/** The nearest integer, rounding ties up: the error is in (-1/2, 1/2]. */
export function isHalfUp(rounded: bigint, { numerator, denominator }: Fraction): boolean {
  const twiceTheError = 2n * (rounded * denominator - numerator)
  return -denominator < twiceTheError && twiceTheError <= denominator
}
