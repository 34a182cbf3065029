import { whereAlpha2 } from 'iso-3166-1'
import { z } from 'zod'
import { checkEmailFormat, emailText, isMissing, text } from '@/lib/http/fields'
import { type BodyObject, type BodyValue, isBodyObject } from '@/lib/http/json-body'
import { givenMetadata, parseMetadata } from '@/lib/http/metadata'
import { type RefusalCode, refuse } from '@/lib/http/refusals'
import { emailText as emailSchema, shortText } from '@/lib/http/schemas'
import { parseIsoDate } from '@/lib/time/dates'
import type { Account } from '@/lib/vendors/account'
import type { NewBankAccount } from './bank-account'
import { isRoutingNumber } from './bank-account-fields'

/** Describes the body; `parseBankAccount` checks it. */
export const bankAccountBody = z.object({
  entity_type: z.enum(['PERSONAL', 'COMPANY']).default('PERSONAL').describe('Exactly as written.'),
  email: emailSchema.describe("The account holder's email."),
  address: z.object({
    country_code: z.string().default('US').describe('An ISO 3166-1 code of two letters, in either case.'),
    state: shortText,
    city: shortText,
    postcode: shortText,
    street_address: shortText,
  }),
  bank_details: z.object({
    account_name: shortText.describe('The name of the account holder at the bank.'),
    account_number: z.string().describe('4 to 17 digits.'),
    routing_number: z
      .string()
      .describe('An ABA routing number of 9 digits. In live mode its check digit must be right as well.'),
    bank_name: shortText,
    account_category: z.enum(['Checking', 'Savings']).default('Checking').describe('Exactly as written.'),
  }),
  first_name: shortText.optional().describe('Required for `PERSONAL`.'),
  last_name: shortText.optional().describe('Required for `PERSONAL`.'),
  date_of_birth: z.string().default('').describe('`YYYY-MM-DD`, a day that exists.'),
  company_name: shortText.optional().describe('Required for `COMPANY`.'),
  metadata: givenMetadata,
})

/** Refusals of `parseBankAccount`, in the order of its checks. */
export const bankAccountErrors = [
  'invalid_entity_type',
  'email_required',
  'invalid_email',
  'address_incomplete',
  'bank_details_incomplete',
  'person_name_required',
  'company_name_required',
  'field_not_text',
  'field_too_long',
  'invalid_country_code',
  'invalid_account_number',
  'invalid_routing_number',
  'invalid_account_category',
  'invalid_date_of_birth',
  'invalid_metadata',
] as const satisfies readonly RefusalCode[]

/** Checks the rows of the contract's error table in its order, then the other fields in the order of the request. */
export function parseBankAccount(
  body: BodyObject,
  { account }: { account: Pick<Account, 'mode'> },
): NewBankAccount {
  const entityType = oneOf(body.entity_type, ['PERSONAL', 'COMPANY'], 'invalid_entity_type')
  if (isMissing(body.email)) refuse('email_required')
  checkEmailFormat(body.email)
  const address = objectOf(body.address)
  if ([address.state, address.city, address.postcode, address.street_address].some(isMissing)) {
    refuse('address_incomplete')
  }
  const details = objectOf(body.bank_details)
  if (
    [details.account_name, details.account_number, details.routing_number, details.bank_name].some(isMissing)
  ) {
    refuse('bank_details_incomplete')
  }
  const isPersonal = entityType === 'PERSONAL'
  if (isPersonal && (isMissing(body.first_name) || isMissing(body.last_name))) {
    refuse('person_name_required')
  }
  if (!isPersonal && isMissing(body.company_name)) refuse('company_name_required')
  return {
    entityType,
    email: emailText(body.email),
    ...parseAddress(address),
    ...parseDetails(details, account),
    firstName: isMissing(body.first_name) ? null : text(body.first_name, 'first_name'),
    lastName: isMissing(body.last_name) ? null : text(body.last_name, 'last_name'),
    dateOfBirth: dateOfBirth(body.date_of_birth),
    companyName: isMissing(body.company_name) ? null : text(body.company_name, 'company_name'),
    metadata: parseMetadata(body.metadata),
  }
}

function parseAddress(address: BodyObject) {
  return {
    countryCode: countryCode(address.country_code),
    state: text(address.state, 'address.state'),
    city: text(address.city, 'address.city'),
    postcode: text(address.postcode, 'address.postcode'),
    streetAddress: text(address.street_address, 'address.street_address'),
  }
}

function parseDetails(details: BodyObject, account: Pick<Account, 'mode'>) {
  const accountName = text(details.account_name, 'bank_details.account_name')
  const accountNumber = text(details.account_number, 'bank_details.account_number')
  if (!/^\d{4,17}$/.test(accountNumber)) refuse('invalid_account_number')
  const routingNumber = text(details.routing_number, 'bank_details.routing_number')
  if (!isRoutingNumber(routingNumber, { checksum: account.mode === 'live' })) {
    refuse('invalid_routing_number')
  }
  const bankName = text(details.bank_name, 'bank_details.bank_name')
  const accountCategory = oneOf(details.account_category, ['Checking', 'Savings'], 'invalid_account_category')
  return { accountName, accountNumber, routingNumber, bankName, accountCategory }
}

/** A missing `address` or `bank_details` lacks all its fields. */
function objectOf(value: BodyValue | undefined): BodyObject {
  return isBodyObject(value) ? value : {}
}

/** One of two exact words; the first one by default. */
function oneOf<Word extends string>(
  value: BodyValue | undefined,
  words: readonly [Word, Word],
  refusal: 'invalid_entity_type' | 'invalid_account_category',
): Word {
  if (isMissing(value)) return words[0]
  return words.find((word) => Object.is(word, value)) ?? refuse(refusal)
}

function countryCode(value: BodyValue | undefined): string {
  if (isMissing(value)) return 'US'
  const code = text(value, 'address.country_code')
  if (!/^[a-z]{2}$/i.test(code) || !whereAlpha2(code)) refuse('invalid_country_code')
  return code.toUpperCase()
}

function dateOfBirth(value: BodyValue | undefined): Date | null {
  if (isMissing(value)) return null
  const date = typeof value === 'string' ? parseIsoDate(value) : null
  return date ?? refuse('invalid_date_of_birth')
}
