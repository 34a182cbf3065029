/** The remedy, by the `Counterfoil-Retry` header: none, the same request with its key, or waiting. */
export type Retry = 'never' | 'same-key' | 'after-delay'

export type ErrorDetails = {
  status: number
  /** The stable word in `Counterfoil-Error`. */
  code: string
  requestId: string | null
  retry: Retry | null
  retryAfterMs: number | null
  /** The page about the code. */
  help: string | null
  /** The URL of the existing object, for a conflict. */
  location: string | null
  /** The key that was sent: with it, the same request can be repeated safely. */
  idempotencyKey: string | null
  body: unknown
}

/** Everything that the client throws, but for the reason of an aborted signal and faults in its use. */
export class CounterfoilError extends Error {}

/**
 * The service itself refused: nothing was done. Subclasses are named after the code. An answer of anything else, such
 * as a proxy, is an `OutcomeUnknownError`.
 */
export class ApiError extends CounterfoilError {
  readonly status: number
  readonly code: string
  readonly requestId: string | null
  readonly retry: Retry | null
  readonly retryAfterMs: number | null
  readonly help: string | null
  readonly location: string | null
  readonly idempotencyKey: string | null
  readonly body: unknown

  constructor(message: string, details: ErrorDetails) {
    super(message)
    this.name = new.target.name
    this.status = details.status
    this.code = details.code
    this.requestId = details.requestId
    this.retry = details.retry
    this.retryAfterMs = details.retryAfterMs
    this.help = details.help
    this.location = details.location
    this.idempotencyKey = details.idempotencyKey
    this.body = details.body
  }

  /**
   * True if the service looked at what the request asks for, and at its key. False where it stopped before, such as at
   * a rate limit or a revoked API key: if an earlier request with the same key had an unknown outcome, it still has.
   */
  get isFinal(): boolean {
    return this.retry === 'never' && this.status !== 401 && this.status !== 403
  }
}

type Unknown = {
  idempotencyKey: string | null
  /** Of an answer that can't be trusted; null if none came. */
  status?: number | null
  requestId?: string | null
  retryAfterMs?: number | null
  cause?: unknown
}

/**
 * Nobody can say from here whether the request was carried out: the connection was lost, the answer can't be read, or it
 * isn't one of the service. Repeat a POST with the same `idempotencyKey` to learn the outcome. With a new key, it may be
 * done twice.
 */
export class OutcomeUnknownError extends CounterfoilError {
  readonly idempotencyKey: string | null
  readonly status: number | null
  readonly requestId: string | null
  readonly retryAfterMs: number | null

  constructor(message: string, details: Unknown) {
    super(message, { cause: details.cause })
    this.name = new.target.name
    this.idempotencyKey = details.idempotencyKey
    this.status = details.status ?? null
    this.requestId = details.requestId ?? null
    this.retryAfterMs = details.retryAfterMs ?? null
  }
}

/** No answer came, or only a part of it. */
export class ConnectionError extends OutcomeUnknownError {}

/** The answer took longer than `timeoutMs`. */
export class TimeoutError extends ConnectionError {}
