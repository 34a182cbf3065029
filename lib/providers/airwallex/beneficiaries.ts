import { createHmac, randomUUID } from 'node:crypto'
import { stringify } from 'lossless-json'
import type { Beneficiary } from '../payout-provider'
import { verdictOf } from './answer-verdict'
import type { ApiClient } from './api-client'
import { createSharedCalls } from './api-client'
import { type ApiAnswer, asText, type JsonObject, UnclearAnswerError } from './http-exchange'

/**
 * Where the ids of Airwallex's beneficiaries are remembered. The key is at most 128 characters and
 * tells nothing about the account; `save` of a key that is there already may keep either id.
 */
export type BeneficiaryStore = {
  find(key: string): Promise<string | null>
  save(key: string, id: string): Promise<void>
}

type BeneficiaryAnswer = { kind: 'found'; id: string } | { kind: 'none'; answer: ApiAnswer }

/** How long a creation may take. It serves many transfers, so no single transfer's signal ends it. */
const CREATE_LIMIT_MS = 30_000

type Context = { api: ApiClient; store: BeneficiaryStore; secret: string }

/**
 * Finds the beneficiary that stands for a version of a bank account at Airwallex, and creates it the
 * first time ("Create beneficiaries", airwallex.com/docs/payouts__create-beneficiaries).
 * One whose creation got no answer stays behind at Airwallex and is paid nothing: the next transfer
 * makes another.
 */
export function createBeneficiaries(
  context: Context,
): (beneficiary: Beneficiary) => Promise<BeneficiaryAnswer> {
  const share = createSharedCalls<BeneficiaryAnswer>()
  return (beneficiary) => {
    const details = detailsOf(beneficiary)
    const key = keyOf(beneficiary.bankAccountId, details, context.secret)
    return share(key, () => findOrCreate(context, key, details))
  }
}

async function findOrCreate(
  { api, store }: Context,
  key: string,
  details: JsonObject,
): Promise<BeneficiaryAnswer> {
  const known = await store.find(key)
  if (known !== null) return { kind: 'found', id: known }
  // A new request_id each time: a repeated one would be refused, and the id of the first stay unknown.
  const body = { request_id: randomUUID(), ...details }
  const answer = await api.post('/api/v1/beneficiaries/create', body, AbortSignal.timeout(CREATE_LIMIT_MS))
  if (verdictOf(answer) !== 'accepted') return { kind: 'none', answer }
  const id = asText(answer.body?.id)
  if (id === null) throw new UnclearAnswerError('Airwallex answered with a beneficiary without an id')
  // One that is not remembered is only made again, which is no reason to hold the payout up.
  await store.save(key, id).catch(() => undefined)
  return { kind: 'found', id }
}

/**
 * The bank account's id and a keyed hash of everything that Airwallex is told about it, so that a
 * changed account gets a new beneficiary. Keyed, since an account number can be guessed from a plain
 * hash; a new API key means new beneficiaries, which may belong to another Airwallex account anyway.
 */
function keyOf(bankAccountId: string, details: JsonObject, secret: string): string {
  const hash = createHmac('sha256', secret)
    .update(stringify(details) ?? '')
    .digest('hex')
  return `${bankAccountId}:${hash}`
}

/**
 * FedNow, the instant rail that Airwallex offers in the United States up to 500,000 USD, goes by the
 * beneficiary's clearing system ("United States", airwallex.com/docs/payouts/payout-network/united-states;
 * RTP is not on its list).
 */
function detailsOf(beneficiary: Beneficiary): JsonObject {
  const { countryCode, state, city, postcode, streetAddress } = beneficiary.address
  return {
    transfer_methods: ['LOCAL'],
    beneficiary: {
      type: 'BANK_ACCOUNT',
      entity_type: beneficiary.entityType,
      ...nameOf(beneficiary),
      address: { country_code: countryCode, state, city, postcode, street_address: streetAddress },
      additional_info: {
        personal_email: beneficiary.email,
        external_identifier: beneficiary.bankAccountId,
      },
      bank_details: {
        account_currency: 'USD',
        account_name: beneficiary.accountName,
        account_number: beneficiary.accountNumber,
        account_routing_type1: 'aba',
        account_routing_value1: beneficiary.routingNumber,
        bank_account_category: beneficiary.accountCategory,
        bank_country_code: 'US',
        bank_name: beneficiary.bankName,
        local_clearing_system: 'FEDNOW',
      },
    },
  }
}

function nameOf({ entityType, companyName, firstName, lastName, dateOfBirth }: Beneficiary): JsonObject {
  if (entityType === 'COMPANY') return { company_name: companyName ?? '' }
  const name = { first_name: firstName ?? '', last_name: lastName ?? '' }
  return dateOfBirth === null ? name : { ...name, date_of_birth: dateOfBirth }
}
