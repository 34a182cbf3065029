import { createHmac, randomUUID } from 'node:crypto'
import { stringify } from 'lossless-json'
import type { BeneficiaryStore } from '../manifest'
import type { Beneficiary } from '../payout-provider'
import { verdictOf } from './answer-verdict'
import type { ApiClient } from './api-client'
import { createSharedCalls } from './api-client'
import { type ApiAnswer, asText, type JsonObject, UnclearAnswerError } from './http-exchange'

type BeneficiaryAnswer = { kind: 'found'; id: string } | { kind: 'none'; answer: ApiAnswer }

/** Limit for a creation. It serves many transfers, so no single transfer's signal ends it. */
const CREATE_LIMIT_MS = 30_000

type Context = { api: ApiClient; store: BeneficiaryStore; secret: string }

/**
 * Finds Airwallex's beneficiary for the current version of a bank account, creating it on first use ("Create
 * beneficiaries", airwallex.com/docs/payouts__create-beneficiaries). If the answer to a creation is lost,
 * that beneficiary stays unused at Airwallex and the next transfer creates another.
 */
export function createBeneficiaries(
  context: Context,
): (beneficiary: Beneficiary, rail: string) => Promise<BeneficiaryAnswer> {
  const share = createSharedCalls<BeneficiaryAnswer>()
  return (beneficiary, rail) => {
    const details = detailsOf(beneficiary, rail)
    const key = keyOf(beneficiary.bankAccountId, details, context.secret)
    return share(key, () => findOrCreate(context, key, details))
  }
}

async function findOrCreate(
  { api, store }: Context,
  key: string,
  details: JsonObject,
): Promise<BeneficiaryAnswer> {
  const storedId = await store.find(key)
  if (storedId !== null) return { kind: 'found', id: storedId }
  // A new request_id each time: a repeated one would be refused without revealing the first one's id.
  const body = { request_id: randomUUID(), ...details }
  const answer = await api.post('/api/v1/beneficiaries/create', body, AbortSignal.timeout(CREATE_LIMIT_MS))
  if (verdictOf(answer) !== 'accepted') return { kind: 'none', answer }
  const id = asText(answer.body?.id)
  if (id === null) throw new UnclearAnswerError('Airwallex answered with a beneficiary without an id')
  // A failure to remember it only costs another creation, so it must not block the payout.
  await store.save(key, id).catch(() => undefined)
  return { kind: 'found', id }
}

/**
 * The bank account's id plus a keyed hash of everything sent to Airwallex, so that a changed account gets a
 * new beneficiary. Keyed, because account numbers can be guessed from a plain hash. A new API key leads to
 * new beneficiaries, which may belong to another Airwallex account anyway.
 */
function keyOf(bankAccountId: string, details: JsonObject, secret: string): string {
  const hash = createHmac('sha256', secret)
    .update(stringify(details) ?? '')
    .digest('hex')
  return `${bankAccountId}:${hash}`
}

/**
 * The rail is chosen through the beneficiary's clearing system ("United States",
 * airwallex.com/docs/payouts/payout-network/united-states; RTP is not on its list), so that a bank account has a
 * beneficiary for each rail.
 */
function detailsOf(beneficiary: Beneficiary, rail: string): JsonObject {
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
        local_clearing_system: rail,
      },
    },
  }
}

function nameOf({ entityType, companyName, firstName, lastName, dateOfBirth }: Beneficiary): JsonObject {
  if (entityType === 'COMPANY') return { company_name: companyName ?? '' }
  const name = { first_name: firstName ?? '', last_name: lastName ?? '' }
  return dateOfBirth === null ? name : { ...name, date_of_birth: dateOfBirth }
}
