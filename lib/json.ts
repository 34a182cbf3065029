import { LosslessNumber, parse } from 'lossless-json'
import { exponentOf } from '@/lib/money/currencies'
import { formatTrimmed } from '@/lib/money/decimals'
import { formatQuantity } from '@/lib/money/quantity'

/** A JSON number kept as text: no float stands between an amount and the wire. */
export type JsonNumber = LosslessNumber

/** Text that is JSON already, such as what PostgreSQL wrote; it is sent as it is. */
export class JsonText {
  constructor(readonly text: string) {}
}

export type JsonValue =
  | string
  | number
  | boolean
  | null
  | JsonNumber
  | JsonText
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue | undefined }

/** Like `JSON.stringify`, with exact numbers. */
export function toJson(value: JsonValue): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (value instanceof JsonText) return value.text
  if (value instanceof LosslessNumber) return value.value
  if (Array.isArray(value)) return `[${value.map(toJson).join()}]`
  let text = ''
  for (const [name, field] of Object.entries(value)) {
    if (field !== undefined) text += `${text && ','}${JSON.stringify(name)}:${toJson(field)}`
  }
  return `{${text}}`
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
