import { whereAlpha2 } from 'iso-3166-1'
import { checkEmailFormat, emailText, isMissing, text } from '@/lib/http/fields'
import { type BodyObject, type BodyValue, isBodyObject } from '@/lib/http/json-body'
import { refuse } from '@/lib/http/refusals'
import { parseIsoDate } from '@/lib/time/dates'
import type { Account } from '@/lib/vendors/account'
import type { NewBankAccount } from './bank-account'
import { isRoutingNumber } from './bank-account-fields'

/** First the rows of the contract's error table in its order, then what the decisions add, in the order of the fields. */
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

/** An absent `address` or `bank_details` lacks all of its fields. */
function objectOf(value: BodyValue | undefined): BodyObject {
  return isBodyObject(value) ? value : {}
}

/** One of two exact words; the first one when it is not given. */
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
