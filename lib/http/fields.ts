import { regexes } from 'zod'
import { refuse } from '@/lib/http/refusals'
import { type Decimal, parseJsonNumber, parsePlainDecimal } from '@/lib/money/decimals'
import { type BodyValue, isNumber } from './json-body'

/*
 * Field checks, for operations to combine in the contract's order. Each throws its own message. A body is
 * never validated as a whole, because which message comes first is part of the contract.
 */

const NAME_LENGTH = 255
const EMAIL_LENGTH = 254

/** Absent, null, or a blank string. */
export function isMissing(value: BodyValue | undefined): value is undefined | null | string {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
}

/** A string of at most `maximum` characters, unchanged. */
export function text(value: BodyValue | undefined, field: string, maximum = NAME_LENGTH): string {
  if (typeof value !== 'string') refuse('field_not_text', { field })
  // Counts code points, like PostgreSQL.
  if ([...value].length > maximum) refuse('field_too_long', { field, limit: maximum })
  return value
}

/** The same for an optional field; null if it is missing. */
export function optionalText(
  value: BodyValue | undefined,
  field: string,
  maximum = NAME_LENGTH,
): string | null {
  return isMissing(value) ? null : text(value, field, maximum)
}

/** Checks the format of an email address, ignoring surrounding space. `emailText` checks the length. */
export function checkEmailFormat(value: BodyValue | undefined): void {
  if (typeof value !== 'string' || !regexes.email.test(value.trim())) refuse('invalid_email')
}

/** The email without surrounding space; its format has been checked. */
export function emailText(value: BodyValue | undefined, field = 'email'): string {
  return text(typeof value === 'string' ? value.trim() : value, field, EMAIL_LENGTH)
}

/** An amount given as a JSON number or a plain decimal string; null for anything else. */
export function decimal(value: BodyValue | undefined): Decimal | null {
  if (isNumber(value)) return parseJsonNumber(value.value)
  return typeof value === 'string' ? parsePlainDecimal(value) : null
}
