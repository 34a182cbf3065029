import { isLosslessNumber, parse } from 'lossless-json'
import { readAnswer } from '@/lib/providers/shared/read-answer'
import { traceHeaders } from '@/lib/tracing/current-trace'

export type JsonObject = { [field: string]: unknown }

/** Parses JSON and keeps numbers as text; undefined if it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return parse(text)
  } catch (error) {
    // RangeError: nesting so deep that the parser's recursion exhausts the stack.
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

/** A non-blank string, or a number as it was written; null for anything else. */
export function asText(value: unknown): string | null {
  if (isLosslessNumber(value)) return value.toString()
  return typeof value === 'string' && value.trim() !== '' ? value : null
}

/** Far above any answer we expect; the longest is a page of 100 transfers. */
const MAX_ANSWER_BYTES = 4_000_000

export type HttpRequest = { method: 'GET' | 'POST'; headers: Record<string, string>; body?: string }

/** An HTTP answer; `body` is null if it is not a JSON object, and `list` is there if it is a JSON list. */
export type ApiAnswer = {
  status: number
  body: JsonObject | null
  list?: unknown[]
  retryAfter: string | null
}

/** An answer that means neither yes nor no. The message is ours, so it can be shown and logged. */
export class UnclearAnswerError extends Error {
  override name = 'UnclearAnswerError'
}

/**
 * Sends one request and reads the whole answer.
 *
 * @throws {UnclearAnswerError} if the answer is longer than any can be @throws what `fetch` throws: no
 * connection, a broken connection, the signal's reason
 */
export async function exchange(url: string, request: HttpRequest, signal: AbortSignal): Promise<ApiAnswer> {
  const response = await fetch(url, {
    ...request,
    headers: { ...request.headers, ...traceHeaders() },
    signal,
    // A redirect would carry the account number to an unknown host.
    redirect: 'manual',
    // Next.js replaces the global fetch with a caching one; a look-up must never be served from a cache.
    cache: 'no-store',
  })
  const text = response.body ? await readAnswer(response.body, MAX_ANSWER_BYTES) : ''
  if (text === null) throw new UnclearAnswerError('Airwallex answered with more than we read')
  const value = parseJson(text)
  return {
    status: response.status,
    body: asObject(value),
    ...(Array.isArray(value) ? { list: value } : {}),
    retryAfter: response.headers.get('retry-after'),
  }
}
