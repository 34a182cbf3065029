import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import Stripe from 'stripe'
import { StripeBooks } from './stripe-books'
import { type Fullness, snapshotEvent } from './stripe-objects'
import { StripePayoutBooks } from './stripe-payout-books'
import { type Answer, errorAnswer, type Params } from './stripe-stand-in-requests'

/** A fault during a request. */
export type Fault = {
  /** `after`: once Stripe has carried the request out, and stored its answer under the key. */
  when: 'before' | 'after'
  /**
   * `silence`: no answer ever. `reset`: the connection is cut. `cut`: it is cut in the middle of the answer.
   * `stall`: the answer stops in the middle and the connection stays open.
   */
  how:
    | 'silence'
    | 'reset'
    | 'cut'
    | 'stall'
    | { status: number; text: string; headers?: Record<string, string> }
    /** Carried out, and then answered with another body than its own. */
    | { alter: (body: object) => object }
  /** The number of requests it hits; one by default. */
  times?: number
  /** Which requests it hits, by method and path; any by default. */
  on?: RegExp
}

/** Parameters of API v1; of v2, the body or query is checked by its books. */
type RequestRecord = { method: string; path: string; headers: IncomingMessage['headers']; params: Params }
type StoredAnswer = { request: string; answer: Answer }

/**
 * A local server that speaks the part of Stripe's API that the adapter uses: form encoding, bearer key,
 * `Stripe-Version`, and idempotency as specified in https://docs.stripe.com/api/idempotent_requests.
 */
export class StripeStandIn {
  readonly secretKey = 'sk_test_standIn0123456789'
  readonly books: StripeBooks
  /** What API v2 is about: the same account's payouts to others. */
  readonly payoutBooks: StripePayoutBooks
  readonly requests: RequestRecord[] = []
  readonly #kept = new Map<string, StoredAnswer>()
  readonly #faults: { fault: Fault; timesToGo: number }[] = []
  #hold = () => {}
  readonly #held = new Promise<void>((resolve) => {
    this.#hold = resolve
  })
  readonly #server = createServer((request, response) => {
    this.#serve(request, response).catch((error: unknown) => response.destroy(error as Error))
  })

  private constructor(fullness: Fullness) {
    this.books = new StripeBooks(fullness)
    this.payoutBooks = new StripePayoutBooks(fullness)
  }

  static async start(fullness: Fullness = 'full'): Promise<StripeStandIn> {
    const standIn = new StripeStandIn(fullness)
    await new Promise<void>((resolve) => standIn.#server.listen(0, '127.0.0.1', resolve))
    return standIn
  }

  /** An adapter's, in whose account the webhook endpoint is as it should be. */
  get options() {
    const { secretKey, apiBase, books } = this
    return { secretKey, apiBase, notificationUrl: books.webhookEndpoint.url }
  }

  get apiBase() {
    const address = this.#server.address()
    if (address === null || typeof address === 'string') throw new Error('the stand-in does not listen')
    return { protocol: 'http' as const, host: '127.0.0.1', port: address.port }
  }

  /** Makes the next requests fail. */
  fail(fault: Fault): void {
    this.#faults.push({ fault, timesToGo: fault.times ?? 1 })
  }

  /** Any payment, as Stripe shows it. */
  aPayment(): object {
    const [id = ''] = this.books.payments.keys()
    return this.books.paymentObject(id)
  }

  /** Drops the faults that are left. */
  forgetFaults(): void {
    this.#faults.length = 0
  }

  /** Resolves once a request that gets no answer has arrived. */
  unansweredRequest(): Promise<void> {
    return this.#held
  }

  /** Forgets all idempotency keys, as Stripe does after a day. */
  forgetKeys(): void {
    this.#kept.clear()
  }

  /** Counts the requests received of a call, such as `POST /v1/refunds`. */
  count(call: string): number {
    return this.requests.filter(({ method, path }) => `${method} ${path}` === call).length
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', headers } = request
    const url = new URL(request.url ?? '', 'http://stand-in')
    const text = (await buffer(request)).toString('utf8')
    const isV2 = url.pathname.startsWith('/v2/')
    const params = new Map(
      isV2 ? url.searchParams : new URLSearchParams(method === 'POST' ? text : url.search),
    )
    this.requests.push({ method, path: url.pathname, headers, params })
    const fault = this.#takeFault(`${method} ${url.pathname}`)
    if (fault?.when === 'before') return this.#goWrong(fault.how, response, null)
    const context = headers['stripe-context']?.toString() ?? null
    const answer =
      wrongHeaders(method, headers, { secretKey: this.secretKey, isV2 }) ??
      this.#once(`${method} ${url.pathname}?${text}`, headers['idempotency-key'], () =>
        isV2
          ? this.payoutBooks.handle({ method, path: url.pathname, query: params, text, context })
          : this.books.handle(method, url.pathname, params),
      )
    if (answer === 'silence') return this.#hold()
    if (fault !== undefined) return this.#goWrong(fault.how, response, answer)
    send(response, answer)
  }

  #once(
    request: string,
    header: string | string[] | undefined,
    carryOut: () => Answer | 'silence',
  ): Answer | 'silence' {
    if (typeof header !== 'string') return carryOut()
    const entry = this.#kept.get(header)
    if (entry === undefined) {
      const answer = carryOut()
      // A failed validation is not stored: Stripe stores results once execution has started.
      if (answer !== 'silence' && answer.status === 200) this.#kept.set(header, { request, answer })
      return answer
    }
    if (entry.request === request) {
      return { ...entry.answer, headers: { ...entry.answer.headers, 'idempotent-replayed': 'true' } }
    }
    const message =
      'Keys for idempotent requests can only be used with the same parameters they were first used with.'
    return errorAnswer(400, { type: 'idempotency_error', message })
  }

  #takeFault(call: string): Fault | undefined {
    const entry = this.#faults.find(({ fault, timesToGo }) => timesToGo > 0 && (fault.on?.test(call) ?? true))
    if (entry === undefined) return undefined
    entry.timesToGo -= 1
    return entry.fault
  }

  #goWrong(how: Fault['how'], response: ServerResponse, answer: Answer | null): void {
    if (typeof how === 'object' && 'alter' in how) {
      if (answer) send(response, { ...answer, body: how.alter(answer.body) })
    } else if (typeof how === 'object') {
      response.writeHead(how.status, { 'request-id': 'req_standIn', ...how.headers })
      response.end(how.text)
    } else if (how === 'silence') {
      this.#hold()
    } else if (how === 'reset') {
      response.socket?.resetAndDestroy()
    } else {
      const text = JSON.stringify(answer?.body ?? {})
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': text.length })
      response.write(text.slice(0, text.length / 2), () => {
        if (how === 'cut') response.destroy()
        else this.#hold()
      })
    }
  }
}

function send(response: ServerResponse, { status, body, headers }: Answer): void {
  response.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_standIn', ...headers })
  response.end(JSON.stringify(body))
}

/** The error for headers that a well-behaved client does not send; null if they are fine. */
function wrongHeaders(
  method: string,
  headers: IncomingMessage['headers'],
  { secretKey, isV2 }: { secretKey: string; isV2: boolean },
): Answer | null {
  const wrong = (message: string) => errorAnswer(400, { message })
  if (headers.authorization !== `Bearer ${secretKey}`) {
    return errorAnswer(401, {
      message: `Invalid API Key provided: ${headers.authorization?.slice(7, 20)}***`,
    })
  }
  if (headers['stripe-version'] !== Stripe.API_VERSION) return wrong('Stripe-Version is not the package’s')
  if (headers['x-stripe-client-telemetry'] !== undefined) return wrong('telemetry is on')
  if (method === 'GET') {
    return headers['idempotency-key'] === undefined ? null : wrong('a key on a GET')
  }
  const [type, keys] = isV2
    ? ['application/json', /^(recipient|payout-method|payout):.{1,240}$/]
    : ['application/x-www-form-urlencoded', /^(checkout|expire|refund):.{1,240}$/]
  if (headers['content-type'] !== type) return wrong(`the body is not ${type}`)
  const key = headers['idempotency-key']
  return typeof key === 'string' && keys.test(key) ? null : wrong('no key of ours')
}

export type SignedNotification = { rawBody: string; signature: string }

/** A delivery signed by the package itself; `id` is a new event's by default. */
export function signedNotification(
  secret: string,
  type: string,
  object: object,
  options: { id?: string; timestamp?: number; kind?: string } = {},
): SignedNotification {
  const { id = `evt_${randomUUID().replaceAll('-', '')}`, timestamp, kind = 'event' } = options
  const facts = { id, type, created: 1_790_000_000, object }
  const event = snapshotEvent(facts, Stripe.API_VERSION, kind)
  const rawBody = JSON.stringify(event, null, 2)
  const signature = Stripe.webhooks.generateTestHeaderString({
    payload: rawBody,
    secret,
    ...(timestamp === undefined ? {} : { timestamp }),
  })
  return { rawBody, signature }
}
