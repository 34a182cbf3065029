/** A refusal of the service, with words for the person in front of it. */
export class RequestFailure extends Error {
  override name = 'RequestFailure'

  constructor(
    /** The HTTP status; 0 when there was no answer. */
    readonly status: number,
    message: string,
    /** What the refusal is called by operations that say so. */
    readonly code: string | null = null,
    /** The whole answer, for a refusal that says more. */
    readonly answer: unknown = null,
  ) {
    super(message)
  }
}

const NO_ANSWER = 'We can’t reach the server. Check your connection and try again.'
const UNREADABLE = 'Something went wrong on our side. Try again in a moment.'

/** Asks one of the service's own operations. Throws `RequestFailure` for anything but a success. */
export async function requestJson<Answer>(
  path: string,
  {
    method = 'GET',
    body,
    signal,
    headers,
  }: {
    method?: 'GET' | 'POST' | 'DELETE'
    body?: unknown
    signal?: AbortSignal
    headers?: Record<string, string>
  } = {},
): Promise<Answer> {
  const response = await send(path, {
    method,
    ...(signal ? { signal } : {}),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    headers: { ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers },
  })
  const answer: unknown = await response.json().catch(() => null)
  if (response.ok) return answer as Answer
  throw new RequestFailure(response.status, messageOf(answer), codeOf(answer), answer)
}

async function send(path: string, init: RequestInit): Promise<Response> {
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
  const isNamed = typeof answer === 'object' && answer !== null && 'code' in answer
  return isNamed && typeof answer.code === 'string' ? answer.code : null
}

/** The words to show for whatever was thrown. */
export function failureMessage(error: unknown): string {
  return error instanceof RequestFailure ? error.message : UNREADABLE
}
