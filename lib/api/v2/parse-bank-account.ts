import { whereAlpha2 } from 'iso-3166-1'
import { isRoutingNumber } from '@/lib/bank-numbers'
import { parseIsoDate } from '@/lib/dates'
import type { NewBankAccount } from '@/lib/domain/bank-accounts/bank-account'
import type { Account } from '@/lib/domain/vendors/find-account'
import { type BodyObject, type BodyValue, isBodyObject } from '../read-json-body'
import { checkEmailFormat, emailText, isMissing, refuse, text } from './fields'

/** First the rows of the contract's error table in its order, then what the decisions add, in the order of the fields. */
export function parseBankAccount(body: BodyObject, account: Account): NewBankAccount {
  const entityType = oneOf(body.entity_type, ['PERSONAL', 'COMPANY'], 'entity_type')
  if (isMissing(body.email)) refuse('email is required')
  checkEmailFormat(body.email)
  const address = objectOf(body.address)
  if ([address.state, address.city, address.postcode, address.street_address].some(isMissing)) {
    refuse('address.state, address.city, address.postcode and address.street_address are required')
  }
  const details = objectOf(body.bank_details)
  if (
    [details.account_name, details.account_number, details.routing_number, details.bank_name].some(isMissing)
  ) {
    refuse('bank_details.account_name, account_number, routing_number and bank_name are required')
  }
  const isPersonal = entityType === 'PERSONAL'
  if (isPersonal && (isMissing(body.first_name) || isMissing(body.last_name))) {
    refuse('first_name and last_name are required for PERSONAL accounts')
  }
  if (!isPersonal && isMissing(body.company_name)) refuse('company_name is required for COMPANY accounts')
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

function parseDetails(details: BodyObject, account: Account) {
  const accountName = text(details.account_name, 'bank_details.account_name')
  const accountNumber = text(details.account_number, 'bank_details.account_number')
  if (!/^\d{4,17}$/.test(accountNumber)) refuse('account_number must be 4 to 17 digits')
  const routingNumber = text(details.routing_number, 'bank_details.routing_number')
  if (!isRoutingNumber(routingNumber, { checksum: account.mode === 'live' })) {
    refuse('routing_number must be a 9-digit ABA routing number')
  }
  const bankName = text(details.bank_name, 'bank_details.bank_name')
  const accountCategory = oneOf(details.account_category, ['Checking', 'Savings'], 'account_category')
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
  field: string,
): Word {
  if (isMissing(value)) return words[0]
  return words.find((word) => Object.is(word, value)) ?? refuse(`${field} must be ${words.join(' or ')}`)
}

function countryCode(value: BodyValue | undefined): string {
  if (isMissing(value)) return 'US'
  const code = text(value, 'address.country_code')
  if (!/^[a-z]{2}$/i.test(code) || !whereAlpha2(code)) refuse('Invalid country_code')
  return code.toUpperCase()
}

function dateOfBirth(value: BodyValue | undefined): Date | null {
  if (isMissing(value)) return null
  const date = typeof value === 'string' ? parseIsoDate(value) : null
  return date ?? refuse('Invalid date_of_birth format. Use YYYY-MM-DD')
}
