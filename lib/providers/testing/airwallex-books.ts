import { randomUUID } from 'node:crypto'
import { asObject, asText, type JsonObject, parseJson } from '@/lib/providers/airwallex/http-exchange'
import { now } from '@/lib/time/clock'
import { DAY_MS } from '@/lib/time/units'
import { beneficiaryProblems, transferProblems } from './airwallex-stand-in-requests'

export type Reply = { status: number; body: string }

export type Books = {
  createBeneficiary(body: string, complain: Complain): Reply
  createTransfer(body: string, complain: Complain): Reply | 'silence'
  listTransfers(query: URLSearchParams, complain: Complain): Reply
  getTransfer(id: string): Reply
  getBalances(): Reply
  listFinancialTransactions(query: URLSearchParams): Reply
  /** In cents: what was funded, less the transfers that didn't come back, and the fees of all. */
  balanceMinor(): bigint
  /** What is kept of each transfer from now on, in cents. */
  feeMinor: bigint
  /** Sets the balance by money from elsewhere; it starts far above all transfers of a test. */
  fund(balanceMinor: bigint): void
  /** The number of transfers made under the key. */
  countTransfers(key: string): number
  /** The keys of all transfers, oldest first. */
  transferKeys(): string[]
  /** True unless the transfer ended before it was paid: then it moved nothing, and another may take its place. */
  hasMoved(key: string): boolean
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
  /** Every status that it was shown with. */
  was: Set<string>
  later: string[]
  feeMinor: bigint
  failure?: { code: string; message: string }
}

/** Airwallex's records: beneficiaries and transfers, one per `request_id`. */
export function openBooks(): Books {
  const transfers = new Map<string, Transfer>()
  const beneficiaries: Books['beneficiaries'] = []
  let fundedMinor = 100_000_000_00n
  const outMinor = () =>
    [...transfers.values()].reduce(
      (sum, transfer) => sum + (isBack(transfer) ? 0n : amountOf(transfer)) + transfer.feeMinor,
      0n,
    )
  const bankOf = (id: string | null) => {
    const details = asObject(beneficiaries.find((entry) => entry.id === id)?.body.beneficiary)
    return asObject(details?.bank_details)
  }
  return {
    beneficiaries,
    feeMinor: 300n,
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
      const was = new Set([status ?? ''])
      transfers.set(key, { ...transfer, status: status ?? '', was, later, feeMinor: this.feeMinor })
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
    getBalances() {
      const cents = this.balanceMinor()
      const available = Number(cents) / 100
      const dollars = { currency: 'USD', available_amount: available, pending_amount: 0, reserved_amount: 0 }
      const euros = { ...dollars, currency: 'EUR', available_amount: 12.5, total_amount: 12.5 }
      return { status: 200, body: JSON.stringify([euros, { ...dollars, total_amount: available }]) }
    },
    listFinancialTransactions(query) {
      const transfer = [...transfers.values()].find(({ id }) => id === query.get('source_id'))
      return { status: 200, body: JSON.stringify({ items: transfer ? transactionsOf(transfer) : [] }) }
    },
    balanceMinor: () => fundedMinor - outMinor(),
    fund(balanceMinor) {
      fundedMinor = balanceMinor + outMinor()
    },
    countTransfers: (key) => (transfers.has(key) ? 1 : 0),
    transferKeys: () => [...transfers.keys()],
    hasMoved(key) {
      const transfer = transfers.get(key)
      return transfer !== undefined && (!isBack(transfer) || transfer.was.has('PAID'))
    },
    transferOf: (key) => transfers.get(key),
    setStatus(key, status, failure) {
      const transfer = transfers.get(key)
      if (transfer) Object.assign(transfer, { status, failure, later: [] }).was.add(status)
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
  if (next !== undefined) {
    transfer.status = next
    transfer.was.add(next)
  }
  if (next === 'CANCELLED') transfer.failure = RETURNED
  if (next === 'FAILED') transfer.failure = OFF_RAIL
  return show(transfer)
}

function show({ id, body, status, failure, accountNumber, createdAt }: Transfer): JsonObject {
  const view = {
    ...body,
    id,
    status,
    short_reference_id: `P${id.slice(0, 6)}-${id.slice(-7)}`.toUpperCase(),
    created_at: writtenTime(createdAt),
    updated_at: writtenTime(now()),
    // Like Airwallex: the number without trailing zeros, and the whole beneficiary.
    transfer_amount: Number(asText(body.transfer_amount)),
    beneficiary: { bank_details: { account_number: accountNumber } },
  }
  return failure ? { ...view, failure: { details: { type: 'INCORRECT_ROUTING' }, ...failure } } : view
}

const isBack = ({ status }: Transfer) => status === 'FAILED' || status === 'CANCELLED'

const amountOf = ({ body }: Transfer) => BigInt(Math.round(Number(asText(body.transfer_amount)) * 100))

/** What a transfer took from the balance, latest first. One that is scheduled has taken nothing yet. */
function transactionsOf(transfer: Transfer): JsonObject[] {
  const { id, status, feeMinor } = transfer
  const amount = Number(amountOf(transfer)) / 100
  const movement = (type: string, dollars: number) => ({
    id: `ftx_${randomUUID().replaceAll('-', '').slice(0, 22)}`,
    source_id: id,
    transaction_type: type,
    amount: dollars,
    currency: 'USD',
    status: 'SETTLED',
    created_at: transfer.createdAt.toISOString().replace('Z', '+00:00'),
  })
  if (status === 'SCHEDULED') return []
  return [
    ...(isBack(transfer) ? [movement('PAYOUT_REVERSAL', amount)] : []),
    movement('PAYOUT', -amount),
    ...(feeMinor > 0n ? [movement('FEE', -Number(feeMinor) / 100)] : []),
  ]
}

const writtenTime = (time: Date) => time.toISOString().replace(/\.\d{3}Z$/, '+0000')

/** A page of the transfers created in a range, both ends inclusive, latest first. */
function page(transfers: Transfer[], query: URLSearchParams, complain: Complain): Reply {
  const [from, to] = ['from_created_at', 'to_created_at'].map((name) => Date.parse(query.get(name) ?? ''))
  const size = Number(query.get('page_size') ?? Number.NaN)
  const begin = readBookmark(query.get('page'))
  if (!(from !== undefined && to !== undefined && from <= to)) complain('no range of time')
  if (!(size >= 10 && size <= 1000)) complain('no size of a page')
  if (Number.isNaN(begin)) complain('no bookmark of a page')
  const all = transfers.filter(
    ({ createdAt }) => seconds(createdAt) >= (from ?? 0) && seconds(createdAt) <= (to ?? 0),
  )
  const end = begin + size
  const items = all.reverse().slice(begin, end).map(show)
  const pageAfter = all.length > end ? { page_after: bookmarkAt(end) } : {}
  return { status: 200, body: JSON.stringify({ ...pageAfter, items }) }
}

/** Bookmarks mean nothing to a client, but for that of the first page. */
export const bookmarkAt = (position: number) => Buffer.from(`after ${position}`).toString('base64url')
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
export function refuse(
  status: number,
  code: string,
  message: string,
  source?: string,
  details: JsonObject = {},
): Reply {
  return { status, body: JSON.stringify({ code, message, source, trace_id: randomUUID(), details }) }
}

function created(body: JsonObject): Reply {
  return { status: 201, body: JSON.stringify(body) }
}

function duplicate({ id, body }: Transfer): Reply {
  const key = asText(body.request_id)
  const message = `The request ID ${key} has been used for a transfer with the transfer ID ${id} before. Please use a different request ID if you wish to create a separate transfer.`
  return refuse(400, 'duplicate_request_id', message, 'request_id', { id, request_id: key })
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
