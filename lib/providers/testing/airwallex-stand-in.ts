import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAirwallexPayoutProvider } from '@/lib/providers/airwallex/payout-provider'
import type { BeneficiaryStore } from '@/lib/providers/manifest'
import type { PayoutProvider } from '@/lib/providers/payout-provider'
import type { RailName } from '@/lib/providers/rails'
import { asList, asObject, type JsonObject } from '../airwallex/http-exchange'
import { type Books, bookmarkAt, openBooks, type Reply, refuse } from './airwallex-books'
import { LIST_PARAMETERS } from './airwallex-stand-in-requests'
import type { FaultTable, Trouble } from './fault-table'
import type { PayoutCall } from './payout-provider-contract'

/** A fault during one request. `processed`: it happens after the request was carried out. */
export type Fault = { processed?: boolean } & (
  | { how: 'silence' }
  /** No fault, but no answer before `until` resolves. */
  | { how: 'wait'; until: Promise<void> }
  | { how: 'reset' }
  /** Half of the answer, and nothing after it. */
  | { how: 'stall' }
  | { how: 'answer'; status: number; body?: string; headers?: Record<string, string> }
  /** Processed, and then answered with another body than its own. */
  | { how: 'alter'; alter: (body: string) => string }
)

export type StandIn = {
  baseUrl: string
  books: Books
  /** Problems with the requests received; empty if the adapter follows Airwallex's documentation. */
  complaints: string[]
  subscriptions: ReturnType<typeof subscription>[]
  /** Requests received, such as `POST /api/v1/transfers/create`, without the query. */
  requests: string[]
  /** The next request to this path meets the fault; repeated calls queue up. */
  failNext(path: string, fault: Fault): void
  /** Drops the faults that nothing has met yet. */
  forgetFaults(): void
  /** Expires all tokens early. */
  revokeTokens(): void
  tokenLifetimeMs: number
  /** The account of each login, as its header names it; null for the key's own. */
  logins: (string | null)[]
  close(): Promise<void>
}

export const CLIENT_ID = 'client-of-the-tests'
export const API_KEY = 'key-of-the-tests'
export const LOGIN = '/api/v1/authentication/login'
export const CREATE_BENEFICIARY = '/api/v1/beneficiaries/create'
export const CREATE_TRANSFER = '/api/v1/transfers/create'
export const LIST_TRANSFERS = '/api/v1/transfers'
/** Of whatever id: a fault of it can be prepared before the id is known. */
export const GET_TRANSFER = '/api/v1/transfers/{id}'
const BALANCES = '/api/v1/balances/current'
export const FINANCIAL_TRANSACTIONS = '/api/v1/financial_transactions'
const WEBHOOKS = '/api/v1/webhooks'

const TROUBLES: Record<Trouble, Fault> = {
  '429': answerFault(429, { code: 'too_many_requests', message: 'Rate Limit Exceeded.' }),
  '429 with Retry-After': answerFault(429, '', { 'retry-after': '7' }),
  '409': { ...answerFault(409, { code: 'conflict', message: 'In progress' }), processed: true },
  '500 that will stay': {
    ...answerFault(500, { code: 'internal_error', message: 'Sorry' }),
    processed: true,
  },
  'reset after the request': { how: 'reset', processed: true },
  'lost answer': { how: 'silence', processed: true },
  'slow body': { how: 'stall', processed: true },
}

const PATHS: Record<PayoutCall, string> = {
  transfer: CREATE_TRANSFER,
  'look-up': LIST_TRANSFERS,
  'look-up by id': GET_TRANSFER,
  fee: FINANCIAL_TRANSACTIONS,
  list: LIST_TRANSFERS,
}

/** More than any call makes. */
const MANY = 20

/** Airwallex's rows of the fault table. */
export function airwallexFaults(standIn: StandIn): FaultTable<PayoutCall> {
  const always = (call: PayoutCall, fault: Fault) => {
    for (let count = 0; count < MANY; count += 1) standIn.failNext(PATHS[call], fault)
  }
  const alter = (call: PayoutCall, change: (body: JsonObject) => JsonObject) =>
    always(call, { how: 'alter', alter: (body) => JSON.stringify(change(JSON.parse(body))) })
  return {
    trouble: (call, trouble) => always(call, TROUBLES[trouble]),
    falsify: (call, falsehood) => {
      const [amount, currency] =
        call === 'fee' ? ['amount', 'currency'] : ['transfer_amount', 'transfer_currency']
      const wrong =
        falsehood === 'wrong amount' ? { [amount]: call === 'fee' ? -25.01 : 25.01 } : { [currency]: 'EUR' }
      alter(call, ({ items, ...more }) =>
        items === undefined
          ? { ...more, ...wrong }
          : { ...more, items: asList(items).map((item) => ({ ...asObject(item), ...wrong })) },
      )
    },
    repeatPage: () => alter('list', (body) => ({ ...body, page_after: bookmarkAt(0) })),
    heal: () => standIn.forgetFaults(),
  }
}

const NOTIFICATION_URL = 'https://pay.example.com/api/providers/airwallex'

/** As the reference has it of one that is created; the secret is not for us. */
function subscription() {
  const events = ['paid', 'failed', 'cancelled', 'sent'].map((status) => `payout.transfer.${status}`)
  return { id: 'wh_1', url: NOTIFICATION_URL, events, version: '2026-08-21', secret: 'never-to-be-read' }
}

type State = StandIn & { tokens: Map<string, number>; faults: Map<string, Fault[]> }

/** A local server that speaks Airwallex's protocol and can inject faults. */
export async function startStandIn(): Promise<StandIn> {
  const faults = new Map<string, Fault[]>()
  const tokens = new Map<string, number>()
  const state: State = {
    baseUrl: '',
    books: openBooks(),
    subscriptions: [subscription()],
    complaints: [],
    requests: [],
    tokens,
    faults,
    tokenLifetimeMs: 30 * 60_000,
    logins: [],
    failNext: (path, fault) => faults.set(path, [...(faults.get(path) ?? []), fault]),
    forgetFaults: () => faults.clear(),
    revokeTokens: () => tokens.clear(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  const server = createServer((request, response) => void serve(state, request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  state.baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return state
}

/** A fault that answers with something else. */
export function answerFault(
  status: number,
  body: object | string = '',
  headers: Record<string, string> = {},
): Fault {
  return { how: 'answer', status, headers, body: typeof body === 'string' ? body : JSON.stringify(body) }
}

/** The adapter against a stand-in; beneficiaries are remembered by `options.beneficiaries`. */
export function providerAt(
  baseUrl: string,
  options: {
    apiKey?: string
    loginAs?: string
    rails?: readonly [RailName, ...RailName[]]
    beneficiaries?: BeneficiaryStore
  } = {},
): PayoutProvider {
  return createAirwallexPayoutProvider({
    baseUrl,
    clientId: CLIENT_ID,
    apiKey: options.apiKey ?? API_KEY,
    loginAs: options.loginAs ?? null,
    rails: options.rails ?? ['FEDNOW', 'ACH'],
    beneficiaries: options.beneficiaries ?? memoryStore(),
    notificationUrl: NOTIFICATION_URL,
  })
}

export function memoryStore(): BeneficiaryStore & { ids: Map<string, string> } {
  const ids = new Map<string, string>()
  return {
    ids,
    find: async (key) => ids.get(key) ?? null,
    save: async (key, id) => void ids.set(key, id),
  }
}

async function serve(state: State, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const url = new URL(request.url ?? '/', state.baseUrl)
  state.requests.push(`${request.method} ${url.pathname}`)
  const isRead = request.method === 'GET' && url.pathname.startsWith(`${LIST_TRANSFERS}/`)
  const fault = state.faults.get(isRead ? GET_TRANSFER : url.pathname)?.shift()
  if (fault && !fault.processed && fault.how !== 'alter') return fail(fault, response)
  const reply = answer(state, request, url, Buffer.concat(chunks).toString())
  if (reply === 'silence') return
  if (fault?.how === 'wait') await fault.until
  else if (fault?.how === 'alter') reply.body = fault.alter(reply.body)
  else if (fault?.how === 'stall') return stall(reply, response)
  else if (fault) return fail(fault, response)
  response.writeHead(reply.status, { 'content-type': 'application/json' }).end(reply.body)
}

function stall({ status, body }: Reply, response: ServerResponse): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.write(body.slice(0, body.length / 2))
}

function fail(fault: Fault, response: ServerResponse): void {
  if (fault.how === 'reset') response.socket?.resetAndDestroy()
  if (fault.how === 'answer') response.writeHead(fault.status, fault.headers).end(fault.body)
}

/** The calls that take parameters in their address. */
const PARAMETERS: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  [`GET ${LIST_TRANSFERS}`, LIST_PARAMETERS],
  [`GET ${FINANCIAL_TRANSACTIONS}`, ['source_id']],
])

function answer(state: State, request: IncomingMessage, url: URL, body: string): Reply | 'silence' {
  const complain = (problem: string) => {
    state.complaints.push(`${request.method} ${url.pathname}: ${problem}`)
  }
  if (request.headers['content-type'] !== 'application/json') complain('no JSON content type')
  if (!/^\d{4}-\d{2}-\d{2}$/.test(String(request.headers['x-api-version']))) complain('no API version')
  const route = `${request.method} ${url.pathname}`
  const known = PARAMETERS.get(route) ?? []
  for (const name of url.searchParams.keys()) if (!known.includes(name)) complain(`unknown parameter ${name}`)
  if (route === `POST ${LOGIN}`) return logIn(state, request)
  if (request.headers['x-api-key']) complain('the API key belongs to the login only')
  const [scheme, token] = (request.headers.authorization ?? '').split(' ')
  const expiry = state.tokens.get(token ?? '') ?? 0
  if (scheme !== 'Bearer' || expiry <= Date.now()) return refuse(401, 'unauthorized', 'Access denied')
  switch (route) {
    case `POST ${CREATE_BENEFICIARY}`:
      return state.books.createBeneficiary(body, complain)
    case `POST ${CREATE_TRANSFER}`:
      return state.books.createTransfer(body, complain)
    case `GET ${BALANCES}`:
      return state.books.getBalances()
    case `GET ${FINANCIAL_TRANSACTIONS}`:
      return state.books.listFinancialTransactions(url.searchParams)
    case `GET ${WEBHOOKS}`:
      return { status: 200, body: JSON.stringify({ has_more: false, items: state.subscriptions }) }
    case `GET ${LIST_TRANSFERS}`:
      return state.books.listTransfers(url.searchParams, complain)
    default:
      if (route.startsWith(`GET ${LIST_TRANSFERS}/`)) {
        return state.books.getTransfer(route.slice(`GET ${LIST_TRANSFERS}/`.length))
      }
      complain('no such endpoint')
      return refuse(404, 'not_found', 'The requested endpoint does not exist')
  }
}

function logIn(state: State, { headers }: IncomingMessage): Reply {
  if (headers['x-client-id'] !== CLIENT_ID || headers['x-api-key'] !== API_KEY) {
    return refuse(401, 'credentials_invalid', `Access denied for ${headers['x-client-id']}`)
  }
  state.logins.push(headers['x-login-as']?.toString() ?? null)
  const token = `token-${state.requests.length}`
  const expiry = Date.now() + state.tokenLifetimeMs
  state.tokens.set(token, expiry)
  const expiresAt = new Date(expiry).toISOString().replace(/\.\d{3}Z$/, '+0000')
  return { status: 201, body: JSON.stringify({ token, expires_at: expiresAt }) }
}
