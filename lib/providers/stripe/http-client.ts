import Stripe from 'stripe'
import { request } from 'undici'
import { readAnswer } from '@/lib/providers/shared/read-answer'
import { traceHeaders } from '@/lib/tracing/current-trace'

export type StripeOptions = {
  secretKey: string
  /** The API's address; Stripe's own by default. */
  apiBase?: { protocol: 'http' | 'https'; host: string; port: number }
  /** Where Stripe should send its events. */
  notificationUrl: string
}

/**
 * Retries after the first try. The package waits half a second and doubles that, so all of them fit into a
 * few seconds. It retries on a lost connection, 409, 5xx and when `Stripe-Should-Retry` asks for it, always
 * with the same idempotency key. It does not retry a 429; our callers ask again later.
 */
const maxNetworkRetries = 2

/**
 * Limit for one try. The caller's signal is usually shorter; under a long one, a hanging try can be retried.
 */
const tryTimeoutMs = 10_000

/**
 * A client for one call, whose requests end with the signal. Uses the package's own API version: its types
 * hold for that version only, and a new one comes with a new package.
 */
export function stripeClient(
  { secretKey, apiBase }: Omit<StripeOptions, 'notificationUrl'>,
  signal: AbortSignal,
): Stripe {
  return new Stripe(secretKey, {
    ...apiBase,
    httpClient: new SignalledHttpClient(signal),
    maxNetworkRetries,
    timeout: tryTimeoutMs,
    // It would also store an id of this machine in the home directory.
    telemetry: false,
  })
}

/** Far above any answer we expect; the longest is a page of 100 refunds. */
const maxAnswerBytes = 2_000_000

/** An answer that is not a JSON object, such as the error page of a proxy in front of Stripe. */
export class UnreadableAnswerError extends Error {
  override name = 'UnreadableAnswerError'

  /** The package drops the status of an answer it can't parse. */
  constructor(readonly statusCode: number) {
    super('the answer is no JSON object')
  }
}

type Headers = Record<string, string | string[]>

/** Added to an answer whose request was sent before, by the package itself, and got no answer that the package took. */
export const repeatedHeader = 'counterfoil-repeated'

/**
 * The HTTP client of the package. Its own clients know no AbortSignal
 * (https://github.com/stripe/stripe-node/issues/2241), and their timeout covers silence only, which an answer
 * that trickles in never triggers. Here the signal and `timeoutMs` end a whole try.
 */
export class SignalledHttpClient extends Stripe.HttpClient {
  readonly #signal: AbortSignal
  readonly #sentKeys = new Set<string>()

  constructor(signal: AbortSignal) {
    super()
    this.#signal = signal
  }

  override getClientName(): string {
    return 'undici'
  }

  override async makeRequest(
    ...[host, port, path, method, headers, body, protocol, timeoutMs]: Parameters<
      Stripe.HttpClient['makeRequest']
    >
  ): Promise<Stripe.HttpClientResponse> {
    const key = keyIn(headers)
    const isRepeated = key !== null && this.#sentKeys.has(key)
    if (key !== null) this.#sentKeys.add(key)
    try {
      const answer = await request(`${protocol}://${host}:${port}${path}`, {
        method: method === 'POST' ? 'POST' : 'GET',
        headers: { ...sendable(headers), ...traceHeaders() },
        body: method === 'POST' ? body : null,
        signal: AbortSignal.any([this.#signal, AbortSignal.timeout(timeoutMs)]),
      })
      // Read the body here rather than in toJSON: if it breaks off, the package then retries as after a lost
      // connection.
      const text = await readAnswer(answer.body, maxAnswerBytes)
      if (text === null) throw new RangeError('the answer is too long')
      const repeated: Headers = isRepeated ? { [repeatedHeader]: 'true' } : {}
      return new Answer(answer.statusCode, { ...received(answer.headers), ...repeated }, text)
    } catch (error) {
      // The caller has its outcome by now. Never settling keeps the package from retrying.
      if (this.#signal.aborted) return new Promise(() => {})
      throw error
    }
  }
}

class Answer extends Stripe.HttpClientResponse {
  readonly #text: string

  constructor(statusCode: number, headers: Headers, text: string) {
    super(statusCode, headers)
    this.#text = text
  }

  /** The package sets its own properties on the object. */
  override getRawResponse(): object {
    return {}
  }

  /** Always an object: on any other JSON value the package throws where nobody can catch it. */
  override async toJSON(): Promise<object> {
    const value = parseJson(this.#text)
    if (typeof value !== 'object' || value === null) throw new UnreadableAnswerError(this.getStatusCode())
    return value
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function keyIn(headers: Record<string, string | number | string[]>): string | null {
  const entry = Object.entries(headers).find(([name]) => name.toLowerCase() === 'idempotency-key')
  return entry === undefined ? null : String(entry[1])
}

function sendable(headers: Record<string, string | number | string[]>): Headers {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value : String(value)]),
  )
}

function received(headers: Record<string, string | string[] | undefined>): Headers {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}
