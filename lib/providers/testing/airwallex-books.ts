import { randomUUID } from 'node:crypto'
import { asObject, asText, type JsonObject, parseJson } from '@/lib/providers/airwallex/http-exchange'
import { now } from '@/lib/time/clock'
import { DAY_MS } from '@/lib/time/units'

export type Reply = { status: number; body: string }

export type Books = {
  createBeneficiary(body: string, complain: Complain): Reply
  createTransfer(body: string, complain: Complain): Reply | 'silence'
  listTransfers(query: URLSearchParams, complain: Complain): Reply
  getTransfer(id: string): Reply
  /** The number of transfers made under the key. */
  countTransfers(key: string): number
  /** The keys of all transfers, oldest first. */
  transferKeys(): string[]
  /** The body that a transfer was requested with, and its account number. */
  transferOf(key: string): { body: JsonObject; rawBody: string; accountNumber: string } | undefined
  /** All beneficiaries ever created, oldest first. */
  beneficiaries: { id: string; body: JsonObject }[]
  /** Moves a transfer to its next status. */
  setStatus(key: string, status: string, failure?: { code: string; message: string }): void
  /** The transfer as Airwallex shows it. */
  show(key: string): JsonObject
}

type Complain = (problem: string) => void

/** The fate of a transfer by account number: the status in the answer, then in each look-up. */
type Story = 'refused' | 'never heard' | 'never arrives' | readonly [string, ...string[]]

export const ACCOUNTS = {
  delivered: '123456789012',
  refused: '400000000001',
  answerLost: '400000000002',
  requestLost: '400000000003',
  slow: '400000000004',
  returned: '400000000005',
  /** The bank takes part in ACH only, which shows when the transfer is created. */
  achOnly: '400000000006',
  /** The same, but FedNow's transfer is accepted first, and fails. */
  achOnlyLater: '400000000007',
  /** The bank takes part in no rail. */
  onNoRail: '400000000008',
} as const

/** The rails that reach a bank; a bank that is not here is reached by each. */
const REACHED_BY: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  [ACCOUNTS.achOnly, ['ACH']],
  [ACCOUNTS.achOnlyLater, ['ACH']],
  [ACCOUNTS.onNoRail, []],
])

const STORIES: ReadonlyMap<string, Story> = new Map<string, Story>([
  [ACCOUNTS.refused, 'refused'],
  [ACCOUNTS.answerLost, 'never heard'],
  [ACCOUNTS.requestLost, 'never arrives'],
  [ACCOUNTS.slow, ['SCHEDULED', 'PROCESSING', 'SENT', 'PAID']],
  [ACCOUNTS.returned, ['PAID', 'PAID', 'CANCELLED']],
])

/** Without a page, a list has the transfers of this time only. */
const WINDOW_MS = 30 * DAY_MS

const OFF_RAIL = { code: '90201', message: 'Invalid bank/branch code' }
const RETURNED = { code: '90802', message: 'Beneficiary bank returned' }

type Transfer = {
  id: string
  body: JsonObject
  rawBody: string
  accountNumber: string
  createdAt: Date
  status: string
  later: string[]
  failure?: { code: string; message: string }
}

/** Airwallex's records: beneficiaries and transfers, one per `request_id`. */
export function openBooks(): Books {
  const transfers = new Map<string, Transfer>()
  const beneficiaries: Books['beneficiaries'] = []
  const bankOf = (id: string | null) => {
    const details = asObject(beneficiaries.find((entry) => entry.id === id)?.body.beneficiary)
    return asObject(details?.bank_details)
  }
  return {
    beneficiaries,
    createBeneficiary(rawBody, complain) {
      const body = asObject(parseJson(rawBody)) ?? {}
      for (const problem of beneficiaryProblems(body)) complain(problem)
      const id = randomUUID()
      beneficiaries.push({ id, body })
      return created({ id, ...body })
    },
    createTransfer(rawBody, complain) {
      const body = asObject(parseJson(rawBody)) ?? {}
      for (const problem of transferProblems(body, rawBody)) complain(problem)
      const key = asText(body.request_id) ?? ''
      const bank = bankOf(asText(body.beneficiary_id))
      const accountNumber = asText(bank?.account_number)
      if (accountNumber === null) {
        return refuse(400, 'resource_not_found', 'No such beneficiary', 'beneficiary_id')
      }
      const earlier = transfers.get(key)
      if (earlier) return duplicate(earlier)
      const rail = asText(bank?.local_clearing_system) ?? ''
      const isReached = REACHED_BY.get(accountNumber)?.includes(rail) ?? true
      if (!isReached && accountNumber !== ACCOUNTS.achOnlyLater) return refusalOfRail()
      const story = isReached ? (STORIES.get(accountNumber) ?? ['PAID']) : (['PROCESSING', 'FAILED'] as const)
      if (story === 'never arrives') return 'silence'
      if (story === 'refused') return refusal(accountNumber)
      const [status, ...later] = story === 'never heard' ? ['PAID'] : story
      const transfer = { id: randomUUID(), body, rawBody, accountNumber, createdAt: now() }
      transfers.set(key, { ...transfer, status: status ?? '', later })
      return story === 'never heard' ? 'silence' : created(this.show(key))
    },
    listTransfers(query, complain) {
      const key = query.get('request_id')
      if (key === null) return page([...transfers.values()], query, complain)
      const transfer = transfers.get(key)
      const isListed =
        transfer && (query.has('page') || now().getTime() - transfer.createdAt.getTime() < WINDOW_MS)
      return { status: 200, body: JSON.stringify({ items: isListed ? [showNext(transfer)] : [] }) }
    },
    getTransfer(id) {
      const transfer = [...transfers.values()].find((each) => each.id === id)
      if (!transfer) return refuse(404, 'resource_not_found', 'No such transfer', 'id')
      return { status: 200, body: JSON.stringify(showNext(transfer)) }
    },
    countTransfers: (key) => (transfers.has(key) ? 1 : 0),
    transferKeys: () => [...transfers.keys()],
    transferOf: (key) => transfers.get(key),
    setStatus(key, status, failure) {
      const transfer = transfers.get(key)
      if (transfer) Object.assign(transfer, { status, failure, later: [] })
    },
    show(key) {
      const transfer = transfers.get(key)
      if (!transfer) throw new Error(`there is no transfer ${key}`)
      return show(transfer)
    },
  }
}

/** The transfer as a look-up shows it, one step further in its story. */
function showNext(transfer: Transfer): JsonObject {
  const next = transfer.later.shift()
  if (next !== undefined) transfer.status = next
  if (next === 'CANCELLED') transfer.failure = RETURNED
  if (next === 'FAILED') transfer.failure = OFF_RAIL
  return show(transfer)
}

function show({ id, body, status, failure, accountNumber, createdAt }: Transfer): JsonObject {
  const view = {
    ...body,
    id,
    status,
    created_at: createdAt.toISOString().replace(/\.\d{3}Z$/, '+0000'),
    // Like Airwallex: the number without trailing zeros, and the whole beneficiary.
    transfer_amount: Number(asText(body.transfer_amount)),
    beneficiary: { bank_details: { account_number: accountNumber } },
  }
  return failure ? { ...view, failure } : view
}

/** A page of the transfers created in a range, both ends inclusive, latest first. */
function page(transfers: Transfer[], query: URLSearchParams, complain: Complain): Reply {
  const [from, to] = ['from_created_at', 'to_created_at'].map((name) => Date.parse(query.get(name) ?? ''))
  const size = Number(query.get('page_size') ?? Number.NaN)
  const begin = readBookmark(query.get('page'))
  if (!(from !== undefined && to !== undefined && from <= to)) complain('no range of time')
  if (!(size >= 10 && size <= 1000)) complain('no size of a page')
  if (Number.isNaN(begin)) complain('no bookmark of a page')
  for (const name of query.keys()) if (!LIST_PARAMETERS.has(name)) complain(`unknown parameter ${name}`)
  const all = transfers.filter(
    ({ createdAt }) => seconds(createdAt) >= (from ?? 0) && seconds(createdAt) <= (to ?? 0),
  )
  const end = begin + size
  const items = all.reverse().slice(begin, end).map(show)
  const pageAfter = all.length > end ? { page_after: bookmarkAt(end) } : {}
  return { status: 200, body: JSON.stringify({ ...pageAfter, items }) }
}

const LIST_PARAMETERS = new Set(['from_created_at', 'to_created_at', 'page', 'page_size'])

/** Bookmarks mean nothing to a client, but for that of the first page. */
const bookmarkAt = (position: number) => Buffer.from(`after ${position}`).toString('base64url')
const readBookmark = (bookmark: string | null) =>
  bookmark === '0'
    ? 0
    : Number(
        Buffer.from(bookmark ?? '', 'base64url')
          .toString()
          .split(' ')[1],
      )

/** Airwallex's times are in whole seconds. */
const seconds = (time: Date) => Math.floor(time.getTime() / 1000) * 1000

/** An error in Airwallex's format. */
export function refuse(status: number, code: string, message: string, source?: string): Reply {
  return { status, body: JSON.stringify({ code, message, source, trace_id: randomUUID(), details: {} }) }
}

function created(body: JsonObject): Reply {
  return { status: 201, body: JSON.stringify(body) }
}

function duplicate({ id, body }: Transfer): Reply {
  const message = `The request_id ${asText(body.request_id)} was used for the transfer ${id}`
  return refuse(400, 'duplicate_request_id', message, 'request_id')
}

/** Quotes the refused value, as error messages do. */
function refusal(accountNumber: string): Reply {
  const spaced = accountNumber.replace(/(\d{4})(?=\d)/g, '$1 ')
  return {
    status: 400,
    body: JSON.stringify({
      code: 'validation_failed',
      source: 'transfer',
      message: `The account ${accountNumber} (${spaced}) can't be paid`,
      details: { errors: [{ source: 'beneficiary.bank_details.account_number', code: '086' }] },
    }),
  }
}

function refusalOfRail(): Reply {
  return {
    status: 400,
    body: JSON.stringify({
      code: 'validation_failed',
      source: 'transfer',
      message: 'The bank can not be reached over this clearing system',
      details: { errors: [{ source: 'beneficiary.bank_details.local_clearing_system', code: '011' }] },
    }),
  }
}

function beneficiaryProblems(body: JsonObject): string[] {
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
  return checks.filter(([, holds]) => !holds).map(([field]) => field)
}

function transferProblems(body: JsonObject, rawBody: string): string[] {
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
  return checks.filter(([, holds]) => !holds).map(([field]) => field)
}
