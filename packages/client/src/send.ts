import {
  ApiError,
  ConnectionError,
  type CounterfoilError,
  type ErrorDetails,
  OutcomeUnknownError,
  type Retry,
  TimeoutError,
} from './errors.ts'
import { ERROR_CLASSES, type ErrorCode } from './generated/errors.ts'
import { pause } from './pause.ts'
import { VERSION } from './version.ts'

/** The options of a single call. */
export type RequestOptions = {
  /** Names this request. A repeat with the same key has no further effect. Defaults to a new one for each call. */
  idempotencyKey?: string | undefined
  /** Ends the call early, with the signal's reason. */
  signal?: AbortSignal | undefined
  /** The longest wait for each attempt, in milliseconds. */
  timeoutMs?: number | undefined
  maxRetries?: number | undefined
  headers?: Record<string, string> | undefined
}

export type FollowOptions = RequestOptions & {
  /** The time that each request waits for new entries, in seconds: up to 30. */
  waitSeconds?: number
  /** Gets the place to go on from once the entries before it are done: store it, and pass it as `after`. */
  onCursor?: (cursor: string) => void | Promise<void>
}

/** The outcome of one attempt, for logs. */
export type AnswerInfo = {
  method: string
  path: string
  status: number
  requestId: string | null
  attempt: number
  durationMs: number
  /** True if the answer is that of an earlier request with the same key. */
  isReplay: boolean
  /** Fields of the body that the API does not know: probably misspelt. */
  ignoredFields: string[]
}

export type Settings = {
  apiKey: string
  /** The installation's address, such as `https://pay.example.com`. */
  baseUrl: string
  /** The longest wait for each attempt, in milliseconds: 60,000 unless set. */
  timeoutMs?: number | undefined
  /** Repeats after a lost connection, and after an answer that a repeat can change: 3 unless set. */
  maxRetries?: number | undefined
  /** The first wait before a repeat, in milliseconds, doubled each time: 500 unless set. */
  backoffMs?: number | undefined
  /** In place of the runtime's own. */
  fetch?: typeof fetch | undefined
  /** Hears of each answer. */
  onAnswer?: ((info: AnswerInfo) => void) | undefined
}

export type ApiRequest = {
  method: string
  path: string
  query?: object
  body?: object
  takesIdempotencyKey?: boolean
}

/** Sends a request and returns the body of its answer. `extraMs` is time that the request asks for itself. */
export type Send = <Answer>(
  request: ApiRequest,
  options?: RequestOptions,
  extraMs?: number,
) => Promise<Answer>

const TIMEOUT_MS = 60_000
const MAX_RETRIES = 3
const BACKOFF_MS = 500
const LONGEST_BACKOFF_MS = 8_000
/** A server that asks for a longer wait gets none: the caller decides. */
const LONGEST_RETRY_AFTER_MS = 60_000

export function createSend(settings: Settings): Send {
  return async <Answer>(request: ApiRequest, options: RequestOptions = {}, extraMs = 0) => {
    const { signal } = options
    const key = keyOf(request, options)
    const exchange = { settings, request, options, key, extraMs }
    const maxRetries = options.maxRetries ?? settings.maxRetries ?? MAX_RETRIES
    let doubt: OutcomeUnknownError | null = null
    for (let attempt = 1; ; attempt++) {
      signal?.throwIfAborted()
      const outcome = await attemptOnce(exchange, attempt)
      if (!(outcome instanceof Error)) return outcome.body as Answer
      if (outcome instanceof OutcomeUnknownError) doubt = outcome
      const delayMs = attempt > maxRetries ? null : delayBeforeRepeat(outcome, exchange, attempt)
      if (delayMs === null)
        throw doubt && outcome instanceof ApiError ? afterDoubt(outcome, exchange) : outcome
      await pause(delayMs, signal)
    }
  }
}

/** A repeat that was stopped at the door says nothing about the attempt that was lost. */
function afterDoubt(refusal: ApiError, { request, key }: Exchange): CounterfoilError {
  if (refusal.isFinal || !changesSomething(request)) return refusal
  return unknownBy(refusal, request, key)
}

function unknownBy(refusal: ApiError, { method, path }: ApiRequest, idempotencyKey: string | null) {
  const { status, requestId, retryAfterMs, message } = refusal
  const details = { idempotencyKey, status, requestId, retryAfterMs, cause: refusal }
  return new OutcomeUnknownError(`${method} ${path}: ${message}`, details)
}

function changesSomething({ method }: ApiRequest): boolean {
  return method !== 'GET'
}

/** A part of a path. An empty one would name another path. */
export function segment(name: string, value: string): string {
  if (typeof value !== 'string' || value.trim() === '') throw new TypeError(`${name} must not be empty`)
  return encodeURIComponent(value)
}

type Exchange = {
  settings: Settings
  request: ApiRequest
  options: RequestOptions
  key: string | null
  extraMs: number
}

function keyOf({ takesIdempotencyKey }: ApiRequest, { idempotencyKey }: RequestOptions): string | null {
  if (idempotencyKey !== undefined && idempotencyKey.trim() === '') {
    throw new TypeError('idempotencyKey must not be empty')
  }
  if (!takesIdempotencyKey) return null
  return idempotencyKey ?? crypto.randomUUID()
}

async function attemptOnce(
  { settings, request, options, key, extraMs }: Exchange,
  attempt: number,
): Promise<{ body: unknown } | ApiError | OutcomeUnknownError> {
  const { signal } = options
  const startedAt = Date.now()
  const timeoutMs = (options.timeoutMs ?? settings.timeoutMs ?? TIMEOUT_MS) + extraMs
  const timeout = AbortSignal.timeout(timeoutMs)
  const send = settings.fetch ?? fetch
  try {
    const response = await send(addressOf(settings.baseUrl, request), {
      method: request.method,
      headers: headersOf(settings.apiKey, request, options, key),
      ...(request.body ? { body: JSON.stringify(request.body) } : {}),
      // A redirected POST would arrive as a GET, and the key would go to another place.
      redirect: 'manual',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    })
    const text = await response.text()
    settings.onAnswer?.(infoOf(request, response, attempt, Date.now() - startedAt))
    const body = parsed(text)
    return response.ok && isAnswer(body, request) ? { body } : failure(response, body, request, key)
  } catch (error) {
    if (signal?.aborted) throw signal.reason
    const details = { idempotencyKey: key, cause: error }
    const place = `${request.method} ${request.path}`
    if (timeout.aborted) return new TimeoutError(`${place}: no answer within ${timeoutMs} ms`, details)
    // `fetch` throws one of these for a lost connection, whatever the runtime.
    if (error instanceof TypeError || isNetworkError(error)) {
      return new ConnectionError(`${place}: ${reasonOf(error)}`, details)
    }
    throw error
  }
}

function addressOf(baseUrl: string, { path, query }: ApiRequest): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null) parameters.append(name, String(value))
  }
  const text = parameters.toString()
  return `${baseUrl.replace(/\/+$/, '')}${path}${text ? `?${text}` : ''}`
}

function headersOf(
  apiKey: string,
  { body }: ApiRequest,
  { headers }: RequestOptions,
  key: string | null,
): Record<string, string> {
  return {
    accept: 'application/json',
    authorization: `Bearer ${apiKey}`,
    'user-agent': `counterfoil-js/${VERSION}`,
    ...(body ? { 'content-type': 'application/json' } : {}),
    ...(key === null ? {} : { 'idempotency-key': key }),
    ...headers,
  }
}

/** The delay before the next attempt; null where a repeat can't help or isn't safe. */
function delayBeforeRepeat(
  error: ApiError | OutcomeUnknownError,
  { request, settings, key }: Exchange,
  attempt: number,
): number | null {
  // Without a key, a second POST is a second order.
  const isSafe = request.method !== 'POST' || key !== null
  const doubled = (settings.backoffMs ?? BACKOFF_MS) * 2 ** (attempt - 1)
  const backoffMs = Math.min(doubled, LONGEST_BACKOFF_MS) * (0.5 + Math.random() / 2)
  // The service says `after-delay` only where nothing was done.
  const isWelcome = error instanceof ApiError && error.retry === 'after-delay'
  if (!isWelcome && !(isSafe && canPass(error))) return null
  if (error.retryAfterMs === null) return backoffMs
  return error.retryAfterMs > LONGEST_RETRY_AFTER_MS ? null : error.retryAfterMs
}

/** Whether a repeat may get another answer. A wrong address and a proxy's refusals stay as they are. */
function canPass(error: ApiError | OutcomeUnknownError): boolean {
  if (error instanceof ApiError) return error.retry === 'same-key'
  if (error.cause instanceof ApiError) return true
  const { status } = error
  return status === null || status < 300 || status >= 500 || status === 408 || status === 429
}

/** All but the description of the API have this word, which tells them from what else may answer 200. */
function isAnswer(body: unknown, request: ApiRequest): boolean {
  if (typeof body !== 'object' || body === null) return false
  return !changesSomething(request) || ('status' in body && body.status === 'success')
}

function failure(
  { headers, status }: Response,
  body: unknown,
  request: ApiRequest,
  idempotencyKey: string | null,
): ApiError | OutcomeUnknownError {
  const code = headers.get('counterfoil-error')
  const requestId = headers.get('x-request-id')
  const location = headers.get('location')
  const delayMs = retryAfterMs(headers.get('retry-after'))
  if (code === null) {
    const message = `${request.method} ${request.path}: ${foreignAnswer(status, location)}`
    return new OutcomeUnknownError(message, { idempotencyKey, status, requestId, retryAfterMs: delayMs })
  }
  const message = (body as { error?: unknown } | undefined)?.error
  const details: ErrorDetails = {
    status,
    code,
    requestId,
    retry: headers.get('counterfoil-retry') as Retry | null,
    retryAfterMs: delayMs,
    help: /<([^>]+)>[^,]*rel="?help"?/.exec(headers.get('link') ?? '')?.[1] ?? null,
    location,
    idempotencyKey,
    body,
  }
  const ErrorClass = Object.hasOwn(ERROR_CLASSES, code) ? ERROR_CLASSES[code as ErrorCode] : ApiError
  const refusal = new ErrorClass(typeof message === 'string' ? message : `${status} ${code}`, details)
  const isInDoubt = refusal.retry === 'same-key' && changesSomething(request)
  return isInDoubt ? unknownBy(refusal, request, idempotencyKey) : refusal
}

function foreignAnswer(status: number, location: string | null): string {
  if (status >= 300 && status < 400 && location) return `baseUrl redirects to ${location}: use that address`
  return `${status} with a body that is not an answer of the service. Is baseUrl right?`
}

/** Seconds, or a date. */
function retryAfterMs(value: string | null): number | null {
  if (value === null) return null
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now()
  return Number.isNaN(ms) ? null : Math.max(0, ms)
}

function infoOf(
  { method, path }: ApiRequest,
  { status, headers }: Response,
  attempt: number,
  durationMs: number,
): AnswerInfo {
  return {
    method,
    path,
    status,
    requestId: headers.get('x-request-id'),
    attempt,
    durationMs,
    isReplay: headers.get('idempotent-replayed') === 'true',
    ignoredFields: (headers.get('counterfoil-ignored-fields') ?? '').split(/,\s*/).filter(Boolean),
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isNetworkError(error: unknown): boolean {
  return error instanceof Error && 'code' in error
}

function reasonOf(error: unknown): string {
  const cause = (error as { cause?: { code?: string; message?: string } }).cause
  return cause?.code ?? cause?.message ?? (error as Error).message
}
