import { isOnline } from './connection'
import { requestProof } from './proof'

/** The service refused a request; the message is meant for the user. */
export class RequestFailure extends Error {
  override name = 'RequestFailure'

  constructor(
    /** The HTTP status, or 0 when no answer came. */
    readonly status: number,
    message: string,
    /** The refusal's code, for operations that give one. */
    readonly code: string | null = null,
    /** The whole answer, for refusals with more detail. */
    readonly answer: unknown = null,
  ) {
    super(message)
  }
}

const NO_ANSWER = 'We can’t reach the server. Check your connection and try again.'
/** The code of what never left the browser, so that its outcome is known. */
export const NOT_SENT = 'not_sent'
const OFFLINE =
  'You’re offline. Nothing was sent, and what you typed is still here. Try again when you’re connected.'
const UNREADABLE = 'Something went wrong on our side. Try again in a moment.'

type RequestOptions = {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  body?: unknown
  signal?: AbortSignal
  headers?: Record<string, string>
}

/**
 * Sends a request to the dashboard's API. If it needs the password or a code again, the user is asked and the
 * request repeated. Throws `RequestFailure` unless it succeeds.
 */
export async function requestJson<Answer>(path: string, options: RequestOptions = {}): Promise<Answer> {
  try {
    return await requestOnce<Answer>(path, options)
  } catch (error) {
    if (!(error instanceof RequestFailure && (await requestProof(error.code)))) throw error
    return requestOnce<Answer>(path, options)
  }
}

async function requestOnce<Answer>(
  path: string,
  { method = 'GET', body, signal, headers }: RequestOptions,
): Promise<Answer> {
  const response = await send(path, {
    method,
    ...(signal ? { signal } : {}),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    headers: { ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers },
  })
  const answer: unknown = await response.json().catch(() => null)
  if (response.ok) return answer as Answer
  const code = codeOf(answer) ?? response.headers.get('Counterfoil-Error')
  throw new RequestFailure(response.status, messageOf(answer), code, answer)
}

async function send(path: string, init: RequestInit): Promise<Response> {
  if (!isOnline()) throw new RequestFailure(0, OFFLINE, NOT_SENT)
  try {
    return await fetch(path, init)
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new RequestFailure(0, NO_ANSWER)
  }
}

function messageOf(answer: unknown): string {
  const isRefusal = typeof answer === 'object' && answer !== null && 'error' in answer
  if (!isRefusal || typeof answer.error !== 'string') return UNREADABLE
  return answer.error === 'Internal server error' ? UNREADABLE : answer.error
}

function codeOf(answer: unknown): string | null {
  const hasCode = typeof answer === 'object' && answer !== null && 'code' in answer
  return hasCode && typeof answer.code === 'string' ? answer.code : null
}

/** The message to show for any thrown value. */
export function failureMessage(error: unknown): string {
  return error instanceof RequestFailure ? error.message : UNREADABLE
}
