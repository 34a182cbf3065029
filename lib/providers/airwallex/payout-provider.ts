import { createHash } from 'node:crypto'
import type { Outcome } from '@/lib/providers/shared/outcome'
import type { BeneficiaryStore } from '../manifest'
import type { PayoutProvider, Transfer, TransferReference, TransferRequest } from '../payout-provider'
import type { RailName } from '../rails'
import { checkAccount } from './account-check'
import {
  credentialsRefusal,
  isClear4xx,
  refusal,
  unclear,
  unknown,
  untilAborted,
  verdictOf,
} from './answer-verdict'
import { type ApiClient, createApiClient } from './api-client'
import { readBalance, readFee } from './balance'
import { createBeneficiaries } from './beneficiaries'
import { type ApiAnswer, UnclearAnswerError } from './http-exchange'
import { FIRST_PAGE, listTransfers } from './listing'
import { type KnownTransfer, readTransfer, transferBody } from './transfers'

type AirwallexOptions = {
  /** `https://api.airwallex.com`, or its sandbox. */
  baseUrl: string
  clientId: string
  apiKey: string
  /** The account that transfers are made in, where the key reaches several; null: its own. */
  loginAs: string | null
  /** In the order of trying; the first one is for a request that names none. */
  rails: readonly [RailName, ...RailName[]]
  beneficiaries: BeneficiaryStore
  /** Where Airwallex should send its events. */
  notificationUrl: string
}

/**
 * An integration that Airwallex wrote for others says that a `request_id` of the last seven days is refused as a
 * duplicate; its reference gives no time. One day less, for what is in transit.
 */
const KEY_LIFETIME_MS = 6 * 24 * 60 * 60_000

type Context = {
  api: ApiClient
  beneficiaryFor: ReturnType<typeof createBeneficiaries>
  rails: AirwallexOptions['rails']
}

/**
 * Payouts over Airwallex: US dollars to US bank accounts, over the rail of the request. The transfer's key is its `request_id`, which
 * Airwallex accepts once.
 *
 * `lookUp` never answers `rejected`. Airwallex lists transfers by `request_id`, but documents neither how
 * soon a transfer is listed nor a way to void a `request_id`: a request still in transit may pay after the
 * list showed nothing. So a missing transfer is `unknown`, however late.
 *
 * `send` answers for its own request. A 401 or 403 created nothing and is `rejected`; otherwise a wrong API
 * key would hold the funds of every payout. A caller that resends a key after `unknown` must take only
 * `accepted` as the outcome of the first request.
 */
export function createAirwallexPayoutProvider(options: AirwallexOptions): PayoutProvider {
  const api = createApiClient(options)
  const { rails } = options
  const beneficiaryFor = createBeneficiaries({
    api,
    store: options.beneficiaries,
    secret: options.apiKey,
  })
  return {
    name: 'airwallex',
    // A digest, because the length of a client id is not documented.
    account: createHash('sha256').update(identityOf(options)).digest('hex'),
    keyLifetimeMs: KEY_LIFETIME_MS,
    rails,
    send: (request, signal) =>
      untilAborted(signal, () => send({ api, beneficiaryFor, rails }, request, signal)),
    lookUp: (transfer, signal) => untilAborted(signal, () => lookUp(api, transfer, signal)),
    readFee: (transferId, signal) => untilAborted(signal, () => readFee(api, transferId, signal)),
    listTransfers: (range, cursor, signal) =>
      untilAborted(signal, () => listTransfers(api, range, cursor, signal)),
    readBalance: (signal) => untilAborted(signal, () => readBalance(api, signal)),
    check: (signal) => untilAborted(signal, () => checkAccount(api, options.notificationUrl, signal)),
  }
}

/** Each account of a key has its own transfers. A space is in no id. */
function identityOf({ clientId, loginAs }: AirwallexOptions): string {
  return loginAs === null ? clientId : `${clientId} ${loginAs}`
}

async function send(
  { api, beneficiaryFor, rails }: Context,
  request: TransferRequest,
  signal: AbortSignal,
): Promise<Outcome<Transfer>> {
  if (request.currency !== 'USD') return refuse('currency_not_supported', 'Only USD can be paid out')
  if (request.amountMinor <= 0n) return refuse('invalid_amount', 'The amount must be above zero')
  const beneficiary = await beneficiaryFor(request.beneficiary, request.rail ?? rails[0])
  const answer =
    beneficiary.kind === 'found'
      ? await api.post('/api/v1/transfers/create', transferBody(request, beneficiary.id), signal)
      : beneficiary.answer
  switch (verdictOf(answer)) {
    case 'accepted':
      return acceptedAs(readTransfer(answer.body), request)
    case 'credentials':
      return credentialsRefusal(answer)
    case 'refused':
      return lookUpOr(api, request, signal, refusal(answer))
    case 'duplicate':
      return lookUpOr(api, request, signal, unknown('Airwallex does not list the transfer of this key yet'))
    case 'unclear':
      return unclear(answer)
  }
}

function acceptedAs(match: KnownTransfer | null, { key }: TransferRequest): Outcome<Transfer> {
  if (match?.requestKey !== key) return unknown('Airwallex answered with something that is not the transfer')
  return { kind: 'accepted', value: match.transfer }
}

/**
 * The transfer that already exists under the key, else `otherwise`. Called after every refusal: Airwallex
 * does not say whether it compares the `request_id` first, so a repeat could be refused for a balance that
 * the first request used up.
 */
async function lookUpOr(
  api: ApiClient,
  request: TransferRequest,
  signal: AbortSignal,
  otherwise: Outcome<Transfer>,
): Promise<Outcome<Transfer>> {
  const match = await findByKey(api, request.key, signal)
  if (match.kind === 'unanswered') return unclear(match.answer)
  if (match.kind === 'none') return otherwise
  const { transfer } = match.details
  // Not `rejected`: money moved under this key, though not this amount.
  if (transfer.currency !== request.currency || transfer.amountMinor !== request.amountMinor) {
    return unknown('the key belongs to a transfer with other details')
  }
  return { kind: 'accepted', value: transfer }
}

async function lookUp(
  api: ApiClient,
  { key, id }: TransferReference,
  signal: AbortSignal,
): Promise<Outcome<Transfer>> {
  const match = id === null ? await findByKey(api, key, signal) : await findById(api, { key, id }, signal)
  if (match.kind === 'unanswered') return unclear(match.answer)
  // No transfer of an id says nothing about the key, which may have one of another id.
  if (match.kind === 'none' && id !== null) return unknown('Airwallex has no transfer of this id')
  if (match.kind === 'none') return { ...unknown('Airwallex has no transfer of this key'), isUnseen: true }
  return { kind: 'accepted', value: match.details.transfer }
}

type LookUp =
  | { kind: 'found'; details: KnownTransfer }
  | { kind: 'none' }
  | { kind: 'unanswered'; answer: ApiAnswer }

/** "Get a transfer by ID": the only way to one that is a month old, if a version lists no more than that. */
async function findById(
  api: ApiClient,
  { key, id }: { key: string; id: string },
  signal: AbortSignal,
): Promise<LookUp> {
  const answer = await api.get(`/api/v1/transfers/${encodeURIComponent(id)}`, {}, signal)
  if (answer.status === 404 && isClear4xx(answer)) return { kind: 'none' }
  if (verdictOf(answer) !== 'accepted') return { kind: 'unanswered', answer }
  const match = readTransfer(answer.body)
  if (match?.requestKey !== key) {
    throw new UnclearAnswerError('Airwallex answered a look-up with something that is not the transfer')
  }
  return { kind: 'found', details: match }
}

/**
 * "List all Transfers" with its `request_id` filter (airwallex.com/docs/api/payouts/transfers). With a page, it finds
 * those of any age.
 */
async function findByKey(api: ApiClient, key: string, signal: AbortSignal): Promise<LookUp> {
  const answer = await api.get('/api/v1/transfers', { request_id: key, page: FIRST_PAGE }, signal)
  if (verdictOf(answer) !== 'accepted') return { kind: 'unanswered', answer }
  const items = answer.body?.items
  if (!Array.isArray(items)) throw new UnclearAnswerError('Airwallex answered a look-up without a list')
  // Compared here too: a version that ignores the filter would return someone else's transfer.
  const match = items.map(readTransfer).find((transfer) => transfer?.requestKey === key)
  return match ? { kind: 'found', details: match } : { kind: 'none' }
}

/** A refusal before anything was sent. */
function refuse(code: string, detail: string): Outcome<Transfer> {
  return { kind: 'rejected', code, detail, httpStatus: 400 }
}
