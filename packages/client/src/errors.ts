/** The remedy, by the `Counterfoil-Retry` header: none, the same request with its key, or waiting. */
export type Retry = 'never' | 'same-key' | 'after-delay'

export type ErrorDetails = {
  status: number
  /** The stable word in `Counterfoil-Error`; null where the answer is not one of the service. */
  code: string | null
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

/** The service refused, or something in front of it. Subclasses are named after the code. */
export class ApiError extends CounterfoilError {
  readonly status: number
  readonly code: string | null
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
}

/**
 * No answer came, so the request may or may not have been carried out. Repeat a POST with the same
 * `idempotencyKey` to learn which.
 */
export class ConnectionError extends CounterfoilError {
  readonly idempotencyKey: string | null

  constructor(
    message: string,
    { idempotencyKey, cause }: { idempotencyKey: string | null; cause?: unknown },
  ) {
    super(message, { cause })
    this.name = new.target.name
    this.idempotencyKey = idempotencyKey
  }
}

/** The answer took longer than `timeoutMs`. */
export class TimeoutError extends ConnectionError {}
