import { asObject, asText, type JsonObject } from '@/lib/providers/airwallex/http-exchange'

/** The parameters of a list of transfers, by time or by key. */
export const LIST_PARAMETERS = [
  'request_id',
  'from_created_at',
  'to_created_at',
  'page',
  'page_size',
] as const

/** The fields of a request: `true`, or those of the object that it holds. */
type Fields = { readonly [name: string]: true | Fields }

const BENEFICIARY_REQUEST = {
  request_id: true,
  transfer_methods: true,
  beneficiary: {
    type: true,
    entity_type: true,
    company_name: true,
    first_name: true,
    last_name: true,
    date_of_birth: true,
    address: { country_code: true, state: true, city: true, postcode: true, street_address: true },
    additional_info: { personal_email: true, external_identifier: true },
    bank_details: {
      account_currency: true,
      account_name: true,
      account_number: true,
      account_routing_type1: true,
      account_routing_value1: true,
      bank_account_category: true,
      bank_country_code: true,
      bank_name: true,
      local_clearing_system: true,
    },
  },
} satisfies Fields

const TRANSFER_REQUEST = {
  request_id: true,
  beneficiary_id: true,
  source_currency: true,
  transfer_currency: true,
  transfer_amount: true,
  transfer_method: true,
  reason: true,
  reference: true,
} satisfies Fields

/** What is wrong with a request for a beneficiary, by the names of its fields. */
export function beneficiaryProblems(body: JsonObject): string[] {
  const person = asObject(body.beneficiary)
  const bank = asObject(person?.bank_details)
  const address = asObject(person?.address)
  const isCompany = person?.entity_type === 'COMPANY'
  const checks: [string, boolean][] = [
    ['request_id', /^[0-9a-f-]{36}$/.test(asText(body.request_id) ?? '')],
    ['transfer_methods', JSON.stringify(body.transfer_methods) === '["LOCAL"]'],
    ['type', person?.type === 'BANK_ACCOUNT'],
    ['entity_type', isCompany || person?.entity_type === 'PERSONAL'],
    ['company_name', !isCompany || asText(person?.company_name) !== null],
    ['first_name', isCompany || asText(person?.first_name) !== null],
    ['last_name', isCompany || asText(person?.last_name) !== null],
    ['account_currency', bank?.account_currency === 'USD'],
    ['bank_country_code', bank?.bank_country_code === 'US'],
    ['account_name', asText(bank?.account_name) !== null],
    ['account_number', /^\d{4,17}$/.test(asText(bank?.account_number) ?? '')],
    ['account_routing_type1', bank?.account_routing_type1 === 'aba'],
    ['account_routing_value1', /^\d{9}$/.test(asText(bank?.account_routing_value1) ?? '')],
    ['bank_account_category', /^(Checking|Savings)$/.test(asText(bank?.bank_account_category) ?? '')],
    ['local_clearing_system', /^(FEDNOW|ACH|FEDWIRE)$/.test(asText(bank?.local_clearing_system) ?? '')],
    ...['country_code', 'state', 'city', 'postcode', 'street_address'].map((field): [string, boolean] => [
      field,
      asText(address?.[field]) !== null,
    ]),
  ]
  const wrong = checks.filter(([, holds]) => !holds).map(([field]) => field)
  return [...wrong, ...unknownFields(body, BENEFICIARY_REQUEST)]
}

/** The same for a transfer. */
export function transferProblems(body: JsonObject, rawBody: string): string[] {
  const checks: [string, boolean][] = [
    ['request_id', /^.{1,50}$/.test(asText(body.request_id) ?? '')],
    ['source_currency', body.source_currency === 'USD'],
    ['transfer_currency', body.transfer_currency === 'USD'],
    ['transfer_method', body.transfer_method === 'LOCAL'],
    ['reason', /^[a-z_]+$/.test(asText(body.reason) ?? '')],
    ['reference', /^[\w ]{1,35}$/.test(asText(body.reference) ?? '')],
    // Check the raw text: a parsed number would not show how it was written.
    ['transfer_amount', /"transfer_amount":\d+\.\d{2}[,}]/.test(rawBody)],
  ]
  const wrong = checks.filter(([, holds]) => !holds).map(([field]) => field)
  return [...wrong, ...unknownFields(body, TRANSFER_REQUEST)]
}

/** Airwallex would ignore them, and what they were to say would be lost. */
function unknownFields(body: JsonObject, known: Fields, path = ''): string[] {
  return Object.entries(body).flatMap(([name, value]) => {
    const where = path === '' ? name : `${path}.${name}`
    const branch = Object.hasOwn(known, name) ? known[name] : undefined
    if (branch === undefined) return [`unknown field ${where}`]
    return branch === true ? [] : unknownFields(asObject(value) ?? {}, branch, where)
  })
}
