/** A refusal of the service, with words for the person in front of it. */
export class RequestFailure extends Error {
  override name = 'RequestFailure'

  constructor(
    /** The HTTP status; 0 when there was no answer. */
    readonly status: number,
    message: string,
  ) {
    super(message)
  }
}

const NO_ANSWER = 'The service could not be reached. Check your connection and try again.'
const UNREADABLE = 'Something went wrong on our side. Try again in a moment.'

/** Asks one of the service's own operations. Throws `RequestFailure` for anything but a success. */
export async function requestJson<Answer>(
  path: string,
  {
    method = 'GET',
    body,
    signal,
  }: { method?: 'GET' | 'POST' | 'DELETE'; body?: unknown; signal?: AbortSignal } = {},
): Promise<Answer> {
  const response = await send(path, {
    method,
    ...(signal ? { signal } : {}),
    ...(body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
  })
  const answer: unknown = await response.json().catch(() => null)
  if (response.ok) return answer as Answer
  throw new RequestFailure(response.status, messageOf(answer))
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

/** The words to show for whatever was thrown. */
export function failureMessage(error: unknown): string {
  return error instanceof RequestFailure ? error.message : UNREADABLE
}
