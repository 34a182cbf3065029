import { regexes, type ZodType } from 'zod'
import { refuse, refuseInput } from '@/lib/http/refusals'
import { type Decimal, parseJsonNumber, parsePlainDecimal } from '@/lib/money/decimals'
import { type BodyObject, type BodyValue, isNumber } from './json-body'
import { readJsonBody } from './read-json-body'

/*
 * The checks that the operations put together in the contract's order. Each throws its own message;
 * a body is never checked as a whole, since which message comes first is part of the contract.
 */

const NAME_LENGTH = 255
const EMAIL_LENGTH = 254

/** Absent, null, or a string of nothing but white space. */
export function isMissing(value: BodyValue | undefined): value is undefined | null | string {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
}

/** A string of at most `maximum` characters, as it was sent. */
export function text(value: BodyValue | undefined, field: string, maximum = NAME_LENGTH): string {
  if (typeof value !== 'string') refuse('field_not_text', { field })
  // Code points, as PostgreSQL counts them.
  if ([...value].length > maximum) refuse('field_too_long', { field, limit: maximum })
  return value
}

/** The same for an optional field; null when it is not given. */
export function optionalText(
  value: BodyValue | undefined,
  field: string,
  maximum = NAME_LENGTH,
): string | null {
  return isMissing(value) ? null : text(value, field, maximum)
}

/** Without the space around it, when it has the form of an email address. Its length is `emailText`'s business. */
export function checkEmailFormat(value: BodyValue | undefined): void {
  if (typeof value !== 'string' || !regexes.email.test(value.trim())) refuse('invalid_email')
}

/** The address without the space around it; its format has been checked. */
export function emailText(value: BodyValue | undefined, field = 'email'): string {
  return text(typeof value === 'string' ? value.trim() : value, field, EMAIL_LENGTH)
}

/** An amount as a JSON number or a plain decimal in a string; null when it is neither. */
export function decimal(value: BodyValue | undefined): Decimal | null {
  if (isNumber(value)) return parseJsonNumber(value.value)
  return typeof value === 'string' ? parsePlainDecimal(value) : null
}

/** The body of a form, checked by its own schema; the first thing that is wrong with it is the answer. */
export async function parseFields<Fields>(schema: ZodType<Fields>, request: Request): Promise<Fields> {
  return checkFields(schema, await readJsonBody(request))
}

/** The same for a body that was read already. */
export function checkFields<Fields>(schema: ZodType<Fields>, body: BodyObject): Fields {
  const fields = schema.safeParse(body)
  if (fields.success) return fields.data
  return refuseInput(fields.error.issues[0]?.message ?? 'The form is not filled in')
}
