import { z } from 'zod'
import { checkEmailFormat, emailText, isMissing, optionalText, text } from '@/lib/http/fields'
import type { BodyObject } from '@/lib/http/json-body'
import { givenMetadata, parseMetadata } from '@/lib/http/metadata'
import { type RefusalCode, refuse } from '@/lib/http/refusals'
import { emailText as emailSchema, shortText } from '@/lib/http/schemas'
import { parseCurrency } from '@/lib/money/currencies'
import type { NewCustomer } from './customer'

const optionalShortText = shortText.nullable().optional()

/** Describes the body; `parseCustomer` checks it. */
export const customerBody = z.object({
  name: shortText.describe('Full name.'),
  email: emailSchema.describe('Unique within your account, regardless of case.'),
  group: optionalShortText.describe('Your own label to group customers.'),
  preferred_currency: z
    .string()
    .default('USD')
    .describe(
      'An ISO 4217 code, in either case. For your information only: every invoice has its own currency.',
    ),
  address_line1: optionalShortText,
  address_line2: optionalShortText,
  city: optionalShortText,
  state: optionalShortText,
  zip: optionalShortText,
  country: optionalShortText,
  metadata: givenMetadata,
})

/** Refusals of `parseCustomer`, in the order of its checks. */
export const customerErrors = [
  'name_and_email_required',
  'invalid_email',
  'field_not_text',
  'field_too_long',
  'invalid_currency',
  'invalid_metadata',
] as const satisfies readonly RefusalCode[]

/** The contract's fields of a customer, in the order of its error table. */
export function parseCustomer(body: BodyObject): Required<NewCustomer> {
  if (isMissing(body.name) || isMissing(body.email)) refuse('name_and_email_required')
  checkEmailFormat(body.email)
  return {
    name: text(body.name, 'name'),
    email: emailText(body.email),
    group: optionalText(body.group, 'group'),
    preferredCurrency: currencyOf(body),
    addressLine1: optionalText(body.address_line1, 'address_line1'),
    addressLine2: optionalText(body.address_line2, 'address_line2'),
    city: optionalText(body.city, 'city'),
    state: optionalText(body.state, 'state'),
    zip: optionalText(body.zip, 'zip'),
    country: optionalText(body.country, 'country'),
    metadata: parseMetadata(body.metadata),
  }
}

/** Describes the body of an update; `parseCustomerChanges` checks it. */
export const customerChangesBody = customerBody
  .extend({
    preferred_currency: z.string().nullable().optional().describe('An ISO 4217 code, in either case.'),
  })
  .partial()

/**
 * The fields that a body has, by the same checks and messages as those of a new customer. An optional field that is
 * `null` or blank is cleared; name and email can't be.
 */
export function parseCustomerChanges(body: BodyObject): Partial<Required<NewCustomer>> {
  const isCleared = (name: string) => body[name] !== undefined && isMissing(body[name])
  if (isCleared('name') || isCleared('email')) refuse('name_and_email_required')
  if (body.email !== undefined) checkEmailFormat(body.email)
  // Fields that the body lacks are filled in for the check, and left out again.
  const given = parseCustomer({ ...body, name: body.name ?? '-', email: body.email ?? 'a@example.com' })
  const changes = FIELD_NAMES.flatMap(([field, name]) =>
    body[name] === undefined ? [] : [[field, given[field]]],
  )
  return Object.fromEntries(changes)
}

const FIELD_NAMES = [
  ['name', 'name'],
  ['email', 'email'],
  ['group', 'group'],
  ['preferredCurrency', 'preferred_currency'],
  ['addressLine1', 'address_line1'],
  ['addressLine2', 'address_line2'],
  ['city', 'city'],
  ['state', 'state'],
  ['zip', 'zip'],
  ['country', 'country'],
  ['metadata', 'metadata'],
] as const satisfies readonly (readonly [keyof NewCustomer, string])[]

function currencyOf(body: BodyObject): string {
  if (isMissing(body.preferred_currency)) return 'USD'
  return parseCurrency(text(body.preferred_currency, 'preferred_currency')) ?? refuse('invalid_currency')
}
