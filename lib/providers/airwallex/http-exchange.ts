import { isLosslessNumber, parse } from 'lossless-json'

export type JsonObject = { [field: string]: unknown }

/** The value of a JSON text, with numbers as their text; undefined where it is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return parse(text)
  } catch (error) {
    // RangeError: brackets nested so deeply that the parser's recursion runs out of stack.
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined
    throw error
  }
}

export function asObject(value: unknown): JsonObject | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || isLosslessNumber(value)) {
    return null
  }
  return value as JsonObject
}

export function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

/** A string that says something, or a number as it was written; null for everything else. */
export function asText(value: unknown): string | null {
  if (isLosslessNumber(value)) return value.toString()
  return typeof value === 'string' && value.trim() !== '' ? value : null
}

/** Far above any answer that we ask for; the longest is a page of 100 transfers. */
const MAX_ANSWER_BYTES = 4_000_000

export type HttpRequest = { method: 'GET' | 'POST'; headers: Record<string, string>; body?: string }

/** What came back over HTTP; `body` is null where it is no JSON object. */
export type ApiAnswer = { status: number; body: JsonObject | null; retryAfter: string | null }

/** An answer that says neither yes nor no. Its message is in our words, so it can be shown and logged. */
export class UnclearAnswerError extends Error {
  override name = 'UnclearAnswerError'
}

/**
 * One request and its whole answer.
 *
 * @throws {UnclearAnswerError} where the answer is longer than any can be
 * @throws what `fetch` throws: no connection, a connection that broke, and the signal's reason
 */
export async function exchange(url: string, request: HttpRequest, signal: AbortSignal): Promise<ApiAnswer> {
  const response = await fetch(url, {
    ...request,
    signal,
    // A redirect would carry the account number to wherever it points.
    redirect: 'manual',
    // Next.js puts a caching fetch in the place of the global one: a look-up must never be answered from it.
    cache: 'no-store',
  })
  const body = asObject(parseJson(await readText(response)))
  return { status: response.status, body, retryAfter: response.headers.get('retry-after') }
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  const reader = response.body?.getReader()
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    bytes += part.value.byteLength
    if (bytes > MAX_ANSWER_BYTES) {
      await reader?.cancel()
      throw new UnclearAnswerError('Airwallex answered with more than we read')
    }
    chunks.push(part.value)
  }
  return Buffer.concat(chunks).toString('utf8')
}
