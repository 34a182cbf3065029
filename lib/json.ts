import { LosslessNumber, parse, stringify } from 'lossless-json'
import { exponentOf } from '@/lib/money/currencies'
import { formatTrimmed } from '@/lib/money/decimals'
import { formatQuantity } from '@/lib/money/quantity'

/** A JSON number kept as text: no float stands between an amount and the wire. */
export type JsonNumber = LosslessNumber

export type JsonValue =
  | string
  | number
  | boolean
  | null
  | JsonNumber
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue }

export function toJson(value: JsonValue): string {
  return stringify(value) ?? 'null'
}

/** Parses what `toJson` wrote and keeps numbers as text, so that writing it again gives the same bytes. */
export function fromJson(text: string): JsonValue {
  return parse(text) as JsonValue
}

/** Minor units as a JSON number in major units: 1250n USD becomes 12.5. */
export function jsonAmount(amountMinor: bigint, currency: string): JsonNumber {
  return new LosslessNumber(formatTrimmed(amountMinor, exponentOf(currency)))
}

/** A quantity in millionths as a JSON number. */
export function jsonQuantity(quantityMicros: bigint): JsonNumber {
  return new LosslessNumber(formatQuantity(quantityMicros))
}
