import Stripe from 'stripe'
import { request } from 'undici'

export type StripeOptions = {
  secretKey: string
  /** Where the API is; Stripe's own where it is left out. */
  apiBase?: { protocol: 'http' | 'https'; host: string; port: number }
}

/**
 * Tries after the first. The package takes half a second before one and doubles that, so all of them fit
 * into a few seconds. It tries again on a lost connection, 409, 5xx and what `Stripe-Should-Retry` asks
 * for, always with the same idempotency key; a 429 it leaves to us, and our callers ask again later.
 */
const maxNetworkRetries = 2

/** One try. The caller's signal is mostly shorter; with a long one, a try that hangs is not the last. */
const tryTimeoutMs = 10_000

/**
 * A client for one call, whose requests end with the signal. The version of the API is the package's own:
 * its types hold for that version only, and a new one comes with a new package.
 */
export function stripeClient({ secretKey, apiBase }: StripeOptions, signal: AbortSignal): Stripe {
  return new Stripe(secretKey, {
    ...apiBase,
    httpClient: new SignalledHttpClient(signal),
    maxNetworkRetries,
    timeout: tryTimeoutMs,
    // It would also keep an id of this machine in the home directory.
    telemetry: false,
  })
}

/** Far above any answer that we ask for; the longest is a page of 100 refunds. */
const maxAnswerBytes = 2_000_000

/** An answer that is no JSON object: the error page of something in front of Stripe, say. */
export class UnreadableAnswerError extends Error {
  override name = 'UnreadableAnswerError'

  /** The package forgets the status of what it can't read. */
  constructor(readonly statusCode: number) {
    super('the answer is no JSON object')
  }
}

type Headers = Record<string, string | string[]>

/**
 * What the package sends its requests through. Its own clients know no AbortSignal
 * (https://github.com/stripe/stripe-node/issues/2241), and their time-out is one of silence, which an
 * answer that trickles in never reaches: here the signal and `timeoutMs` end all of a try.
 */
export class SignalledHttpClient extends Stripe.HttpClient {
  readonly #signal: AbortSignal

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
    try {
      const answer = await request(`${protocol}://${host}:${port}${path}`, {
        method: method === 'POST' ? 'POST' : 'GET',
        headers: sendable(headers),
        body: method === 'POST' ? body : null,
        signal: AbortSignal.any([this.#signal, AbortSignal.timeout(timeoutMs)]),
      })
      // Read here and not in toJSON: a body that breaks off is then tried again like a lost connection.
      return new Answer(answer.statusCode, received(answer.headers), await readText(answer.body))
    } catch (error) {
      // The caller has its outcome by now. Left unsettled, the package does not try again in vain.
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

  /** The package writes properties of its own on it. */
  override getRawResponse(): object {
    return {}
  }

  /** An object, always: on any other JSON value the package fails where nobody can catch it. */
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

async function readText(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.byteLength
    if (bytes > maxAnswerBytes) throw new RangeError('the answer is too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
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
