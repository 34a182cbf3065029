import { z } from 'zod'
import { isStorableText } from '@/lib/db/storable-text'
import { cookieHeader, cookieName, readCookie } from '@/lib/http/cookies'
import { Refusal, type RefusalCode } from '@/lib/http/refusals'
import { stateCode } from '@/lib/i18n/countries'
import type { NewBankAccount } from './bank-account'
import { bankAccountIn } from './bank-account-body'

/* The form on the page of a link: plain fields, so that it works without JavaScript. */

const FIELDS = [
  'entity_type',
  'first_name',
  'last_name',
  'company_name',
  'bank_name',
  'routing_number',
  'account_category',
  'street_address',
  'city',
  'state',
  'postcode',
  'country_code',
] as const

/** The payee's input, without the account number. */
export type BankDetailsInput = Partial<Record<(typeof FIELDS)[number], string>>

/** The fault that is explained beside the form. */
export const BANK_DETAILS_PROBLEMS = [
  'name',
  'bank',
  'routing_number',
  'account_number',
  'address',
  'country',
  'text',
  'too_many',
] as const

export type BankDetailsProblem = (typeof BANK_DETAILS_PROBLEMS)[number]

const PROBLEM_OF: Partial<Record<RefusalCode, BankDetailsProblem>> = {
  person_name_required: 'name',
  company_name_required: 'name',
  bank_details_incomplete: 'bank',
  invalid_routing_number: 'routing_number',
  invalid_account_number: 'account_number',
  address_incomplete: 'address',
  invalid_country_code: 'country',
}

/** Real payees type real numbers: a wrong check digit is a slip in either mode. */
const account = bankAccountIn('live')

type BankDetailsForm = { fields: BankDetailsInput; accountNumber: string }

export function readBankDetailsForm(form: URLSearchParams): BankDetailsForm {
  const fields = FIELDS.map((name) => [name, (form.get(name) ?? '').trim()])
  // People write numbers in groups.
  const accountNumber = (form.get('account_number') ?? '').replace(/[\s-]/g, '')
  return { fields: Object.fromEntries(fields), accountNumber }
}

/** The bank account, by the rules of the API; or what is wrong. */
export function checkBankDetails(
  { fields, accountNumber }: BankDetailsForm,
  email: string,
): NewBankAccount | { problem: BankDetailsProblem } {
  if (!Object.values(fields).every(isStorableText)) return { problem: 'text' }
  const { entity_type = '', first_name = '', last_name = '', company_name = '', ...details } = fields
  const { bank_name = '', routing_number = '', account_category = '', ...address } = details
  const isCompany = entity_type === 'COMPANY'
  const holder = isCompany ? company_name : `${first_name} ${last_name}`.trim()
  if (holder === '') return { problem: 'name' }
  try {
    return account.read({
      entity_type,
      email,
      ...(isCompany ? { company_name } : { first_name, last_name }),
      address: { ...address, state: stateCode(address.country_code ?? '', address.state ?? '') },
      bank_details: {
        account_name: holder,
        account_number: accountNumber,
        routing_number,
        bank_name,
        account_category,
      },
    })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { problem: PROBLEM_OF[error.code] ?? 'text' }
  }
}

const COOKIE = 'counterfoil-bank-details'
const KEPT_SECONDS = 600
/** Browsers keep no larger cookie. */
const MAX_COOKIE_CHARACTERS = 3500

const pathOf = (token: string) => `/bank-details/${token}`

/** Keeps the input for the page that explains the problem, in the payee's own browser. */
export function inputCookie(token: string, input: BankDetailsInput): string {
  const value = Buffer.from(JSON.stringify(input)).toString('base64url')
  const cookieValue = value.length <= MAX_COOKIE_CHARACTERS ? value : ''
  return cookieHeader(COOKIE, cookieValue, {
    path: pathOf(token),
    maxAgeSeconds: KEPT_SECONDS,
    sameSite: 'Lax',
  })
}

/** Forgets it once the bank account is added. */
export function forgetInputCookie(token: string): string {
  return cookieHeader(COOKIE, '', { path: pathOf(token), maxAgeSeconds: 0, sameSite: 'Lax' })
}

const inputSchema = z.partialRecord(z.enum(FIELDS), z.string().max(255))

export function readInputCookie(headers: Pick<Headers, 'get'>, token: string): BankDetailsInput {
  const value = readCookie(headers, cookieName(COOKIE, pathOf(token)))
  if (!value) return {}
  try {
    return inputSchema.parse(JSON.parse(Buffer.from(value, 'base64url').toString()))
  } catch {
    // Somebody else wrote it.
    return {}
  }
}
