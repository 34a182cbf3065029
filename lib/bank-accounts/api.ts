import { whereAlpha2 } from 'iso-3166-1'
import { readOperation, writeOperation } from '@/lib/api/v2/api-operation'
import { inTransaction } from '@/lib/db/transaction'
import { checkEmailFormat, emailText, isMissing, refuse, text } from '@/lib/http/fields'
import { type BodyObject, type BodyValue, isBodyObject } from '@/lib/http/read-json-body'
import type { JsonValue } from '@/lib/json'
import { formatDateTime, formatIsoDate, parseIsoDate } from '@/lib/time/dates'
import type { Account } from '@/lib/vendors/account'
import {
  addBankAccount as add,
  type BankAccountRecord,
  listBankAccounts as list,
  type NewBankAccount,
  openAccountNumber,
} from './bank-account'
import { isRoutingNumber } from './bank-account-fields'

/** Contract, endpoint 4. */
export const addBankAccount = writeOperation(
  {
    path: '/api/v2/customer/:customer_id/bank-account',
    missingKey: { status: 400, message: 'api_key is required' },
    refusesBanned: true,
  },
  parseBankAccount,
  ({ account, params, input, commit }) =>
    commit.transaction(async (tx) => {
      const bankAccount = await add(tx, account.id, params.customer_id ?? '', input)
      return {
        status: 201,
        body: {
          status: 'success',
          message: 'Bank account added successfully',
          bank_account: presentBankAccount(bankAccount),
        },
      }
    }),
)

/** Contract, endpoint 3. */
export const listBankAccounts = readOperation(
  {
    path: '/api/v2/customer/:customer_id/bank-accounts',
    missingKey: { status: 400, message: 'api_key parameter is required' },
    refusesBanned: true,
  },
  async (account, { customer_id: customerId = '' }) => {
    const bankAccounts = await inTransaction((tx) => list(tx, account.id, customerId))
    return {
      status: 200,
      body: {
        status: 'success',
        customer_id: customerId.toLowerCase(),
        total: bankAccounts.length,
        bank_accounts: bankAccounts.map(presentBankAccount),
      },
    }
  },
)

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

/** The contract's Bank account, with its full number: the vendor sent it, and gets it back. */
function presentBankAccount(account: BankAccountRecord): JsonValue {
  return {
    id: account.id,
    customer_id: account.customerId,
    entity_type: account.entityType,
    email: account.email,
    address: {
      country_code: account.countryCode,
      state: account.state,
      city: account.city,
      postcode: account.postcode,
      street_address: account.streetAddress,
    },
    bank_details: {
      account_name: account.accountName,
      account_number: openAccountNumber(account),
      routing_number: account.routingNumber,
      bank_name: account.bankName,
      account_category: account.accountCategory,
    },
    first_name: account.firstName,
    last_name: account.lastName,
    date_of_birth: account.dateOfBirth ? formatIsoDate(account.dateOfBirth) : '',
    company_name: account.companyName,
    created_at: formatDateTime(account.createdAt),
  }
}
