import { Readable } from 'node:stream'
import { sentenceOf } from '@/lib/db/describe-error'
import { isUnavailable } from '@/lib/db/unavailable'
import { type AnyDomainError, DomainError } from '@/lib/errors'
import { newId } from '@/lib/ids'
import { toJson } from '@/lib/json'
import { log } from '@/lib/log'
import { countRequest } from '@/lib/metrics/metrics'
import { inSpan, type Span } from '@/lib/tracing/spans'
import { POLICY_OF_FILES } from './content-security-policy'
import { type BodyObject, parseJsonBody } from './json-body'
import { errorHelpUrl } from './links'
import type { Answer, Call, Operation } from './operation'
import { redactPath } from './redact-body'
import { describeRefusal, Refusal, type RefusalCode, refusalOf } from './refusals'
import type { Router } from './router'

/** A request before its body is read. */
export type Incoming = {
  method: string
  /** As the client sent it, without the query. */
  path: string
  /** After the `?`; empty without one. */
  query: string
  headers: Pick<Headers, 'get'>
  clientAddress: string | null
  /** Calls the listener when the client is gone; without it, nobody can tell. */
  onDisconnect?: (listener: () => void) => void
  /** The whole body. Refuses one that is longer with `body_too_large`. */
  readBody: (maximumBytes: number) => Promise<Buffer>
}

export type Outgoing = {
  status: number
  headers: Record<string, string>
  /** `Set-Cookie` headers. */
  cookies: readonly string[]
  content: string | Uint8Array<ArrayBuffer> | Readable | null
  /** The code of a refusal. */
  refusal: RefusalCode | null
  /** Never reaches the client: the connection is closed instead. */
  isLost?: boolean
}

const NO_BODY = Buffer.alloc(0)

/**
 * Serves one request from a table of operations, whatever server received it. Assigns a request id, maps
 * refusals to the contract's error bodies and anything unexpected to a bare 500, and writes one log line
 * without the query, which may hold a key.
 */
export async function serve(router: Router, incoming: Incoming): Promise<Outgoing> {
  const requestId = newId()
  const match = router.match(incoming.method, incoming.path)
  if (match?.operation === null && incoming.method === 'OPTIONS') {
    const headers = { Allow: match.allowed, 'Cache-Control': 'no-store', 'X-Request-Id': requestId }
    return { status: 204, headers, cookies: [], content: null, refusal: null }
  }
  const route = match?.operation?.path ?? 'unknown'
  const begin = () => ({
    name: `${incoming.method} ${route}`,
    kind: 'server' as const,
    traceparent: incoming.headers.get('traceparent'),
    attributes: {
      'http.request.method': incoming.method,
      'http.route': route,
      'counterfoil.request_id': requestId,
    },
  })
  return inSpan(begin, (span) => answerTo(incoming, match, requestId, span))
}

async function answerTo(
  incoming: Incoming,
  match: ReturnType<Router['match']>,
  requestId: string,
  span: Span | null,
): Promise<Outgoing> {
  const startedAt = performance.now()
  const call = callOf(incoming, requestId, match?.operation ? match.params : {})
  const outcome = await outcomeOf(call, incoming, match)
  const { answer, refusal } = outcome
  const tookMs = performance.now() - startedAt
  const durationMs = Math.round(tookMs)
  countRequest(incoming.method, match?.operation?.path ?? 'unknown', answer.status, tookMs - call.idle.ms)
  const { method, logged } = call
  const path = redactPath(call.path)
  const level = match?.operation?.logLevel ?? 'info'
  // Attacks are recognised by who was refused, and why.
  const refused = answer.status >= 400 && { refusal: refusal ?? undefined, address: incoming.clientAddress }
  const trace = span && { traceId: span.context.traceId }
  log[level]({ requestId, method, path, status: answer.status, durationMs, ...logged, ...refused, ...trace })
  span?.set('http.response.status_code', answer.status)
  if (answer.status >= 500) span?.fail(refusal ?? String(answer.status))
  else if (refusal) span?.set('error.type', refusal)
  const content = contentOf(answer, method)
  call.onAnswer?.({ status: answer.status, json: 'body' in answer ? (content as string) : null, durationMs })
  return {
    status: answer.status,
    headers: {
      ...contentHeaders(answer),
      'X-Request-Id': requestId,
      ...call.answerHeaders,
      ...answer.headers,
    },
    cookies: ('cookies' in answer && answer.cookies) || [],
    content,
    refusal,
    isLost: call.simulation === 'lost-answer',
  }
}

function callOf(incoming: Incoming, requestId: string, params: Record<string, string>): Call {
  const { method, path, query, headers, clientAddress, onDisconnect = () => {} } = incoming
  let parsed: BodyObject | null = null
  const call: Call = {
    requestId,
    method,
    path,
    params,
    search: new URLSearchParams(query),
    headers,
    body: NO_BODY,
    json: () => {
      parsed ??= parseJsonBody(call.body)
      return parsed
    },
    clientAddress,
    logged: {},
    answerHeaders: {},
    simulation: null,
    onDisconnect,
    idle: { ms: 0 },
    onAnswer: null,
  }
  return call
}

type Outcome = { answer: Answer; refusal: RefusalCode | null }

async function outcomeOf(
  call: Call,
  incoming: Incoming,
  match: ReturnType<Router['match']>,
): Promise<Outcome> {
  const operation = match?.operation ?? null
  try {
    if (!match) throw new Refusal('not_found')
    if (!match.operation) throw new Refusal('method_not_allowed', null, { Allow: match.allowed })
    const { maximumBytes, run } = match.operation
    if (call.method !== 'GET' && call.method !== 'HEAD') call.body = await incoming.readBody(maximumBytes)
    return { answer: await run(call), refusal: null }
  } catch (error) {
    const refusal = refusalFrom(error, call.requestId)
    return { answer: refusedAnswer(operation, refusal, call), refusal: refusal.code }
  }
}

/** The API for programs. Its error bodies are fixed by the contract, so the code is in headers. */
const PROGRAMS = '/api/v2/'

function errorHeaders(code: RefusalCode): Record<string, string> {
  return {
    'Counterfoil-Error': code,
    'Counterfoil-Retry': describeRefusal(code).retry,
    Link: `<${errorHelpUrl(code)}>; rel="help"`,
  }
}

function refusedAnswer(operation: Operation | null, refusal: Refusal, call: Call): Answer {
  const headers = call.path.startsWith(PROGRAMS)
    ? { ...errorHeaders(refusal.code), ...refusal.headers }
    : refusal.headers
  const own = operation?.refused(refusal, call)
  if (own) return { ...own, headers: { ...headers, ...own.headers } }
  return { status: refusal.status, body: { error: refusal.message }, headers }
}

function refusalFrom(error: unknown, requestId: string): Refusal {
  if (error instanceof Refusal) return error
  if (error instanceof DomainError) return refusalOf(error as AnyDomainError)
  if (isUnavailable(error)) {
    log.warn({ requestId, error: sentenceOf(error) }, 'a request failed: the database is not available')
    return new Refusal('service_unavailable')
  }
  log.error({ requestId, error }, 'a request failed')
  return new Refusal('internal_error')
}

function contentHeaders(answer: Answer): Record<string, string> {
  if (!('content' in answer)) return { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' }
  // Other characters could end the header's quotes or name a folder.
  const filename = answer.filename.replace(/[^A-Za-z0-9._-]+/g, '-')
  return {
    'Content-Type': answer.contentType,
    'Content-Disposition': `${answer.disposition}; filename="${filename}"`,
    'Cache-Control': 'private, no-store',
    'Content-Security-Policy': POLICY_OF_FILES,
    'X-Content-Type-Options': 'nosniff',
  }
}

function contentOf(answer: Answer, method: string): Outgoing['content'] {
  if (method !== 'HEAD') return 'content' in answer ? answer.content : toJson(answer.body)
  // Nobody will read it, so stop its source.
  if ('content' in answer && answer.content instanceof Readable) answer.content.destroy()
  return null
}
