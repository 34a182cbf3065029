import { Readable } from 'node:stream'
import { type AnyDomainError, DomainError } from '@/lib/errors'
import type { Answer } from '@/lib/http/operation'
import { Refusal, refusalOf } from '@/lib/http/refusals'
import { newId } from '@/lib/ids'
import { toJson } from '@/lib/json'
import { log } from '@/lib/log'

/** What every API of the service is served by: Web standards in, Web standards out. */
export type Operation = (request: Request) => Promise<Response>

export type Method = 'GET' | 'POST' | 'DELETE'

/** One request on its way through an operation. */
export type Call = {
  request: Request
  url: URL
  /** The path's named segments, as they stand in it. */
  params: Record<string, string>
  requestId: string
  /** What the log line of the request says beside method, path and status: ids alone. */
  logged: Record<string, string>
  /** Told of the answer and how long it took, in milliseconds; it neither waits nor throws. */
  onAnswer: ((answer: Answer, durationMs: number) => void) | null
}

/**
 * The one wrapper. It gives each request an id, turns refusals into the contract's error bodies and
 * anything unexpected into a 500 that tells nothing, and writes one log line, without the query (which
 * may hold a key).
 */
export function operation(path: string, handle: (call: Call) => Promise<Answer>): Operation {
  const segments = path.split('/')
  return async (request) => {
    const startedAt = performance.now()
    const url = new URL(request.url)
    const params = paramsOf(segments, url)
    const call: Call = { request, url, params, requestId: newId(), logged: {}, onAnswer: null }
    const answer = await answerOf(call, handle)
    const { method } = request
    const durationMs = Math.round(performance.now() - startedAt)
    log.info({
      requestId: call.requestId,
      method,
      path: url.pathname,
      status: answer.status,
      durationMs,
      ...call.logged,
    })
    call.onAnswer?.(answer, durationMs)
    const headers = { ...contentHeaders(answer), 'X-Request-Id': call.requestId, ...answer.headers }
    return new Response(await contentOf(answer, method), { status: answer.status, headers })
  }
}

function contentHeaders(answer: Answer): Record<string, string> {
  if (!('content' in answer)) return { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' }
  // Letters outside these could end the header's quotes or mean a folder.
  const filename = answer.filename.replace(/[^A-Za-z0-9._-]+/g, '-')
  return {
    'Content-Type': answer.contentType,
    'Content-Disposition': `${answer.disposition}; filename="${filename}"`,
    'Cache-Control': 'private, no-store',
    'X-Content-Type-Options': 'nosniff',
  }
}

async function contentOf(answer: Answer, method: string): Promise<BodyInit | null> {
  const content = 'content' in answer ? answer.content : toJson(answer.body)
  if (method !== 'HEAD') {
    return content instanceof Readable ? (Readable.toWeb(content) as ReadableStream<Uint8Array>) : content
  }
  // Nobody will read it: what feeds it can stop.
  if (content instanceof Readable) content.destroy()
  return null
}

async function answerOf(call: Call, handle: (call: Call) => Promise<Answer>): Promise<Answer> {
  try {
    return await handle(call)
  } catch (error) {
    if (error instanceof Refusal) {
      return { status: error.status, body: { error: error.message }, headers: error.headers }
    }
    if (error instanceof DomainError) {
      const { status, message } = refusalOf(error as AnyDomainError)
      return { status, body: { error: message } }
    }
    log.error({ requestId: call.requestId, error: nameAndStack(error) }, 'a request failed')
    return { status: 500, body: { error: 'Internal server error' } }
  }
}

/** Name, message and stack, and no other property: a database error carries the values it was given. */
function nameAndStack(error: unknown): { name: string; message: string; stack?: string } {
  if (!(error instanceof Error)) return { name: 'unknown', message: typeof error }
  return { name: error.name, message: error.message, ...(error.stack ? { stack: error.stack } : {}) }
}

function paramsOf(segments: string[], url: URL): Record<string, string> {
  const given = url.pathname.split('/')
  const named = segments.flatMap((segment, index) =>
    segment.startsWith(':') ? [[segment.slice(1), given[index] ?? ''] as const] : [],
  )
  return Object.fromEntries(named)
}

const ALL_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

type RouteHandlers = Record<(typeof ALL_METHODS)[number], Operation>

/** A route's handlers: its operations, and 405 with `Allow` for every other method. */
export function methods(operations: Partial<Record<Method, Operation>>): RouteHandlers {
  const allowed = [...Object.keys(operations), ...(operations.GET ? ['HEAD'] : []), 'OPTIONS']
  const headers = { Allow: allowed.join(', ') }
  const refuse = operation('', async () => {
    throw new Refusal('method_not_allowed', null, headers)
  })
  const tell: Operation = async () => {
    const all = { ...headers, 'Cache-Control': 'no-store', 'X-Request-Id': newId() }
    return new Response(null, { status: 204, headers: all })
  }
  return {
    GET: operations.GET ?? refuse,
    HEAD: operations.GET ?? refuse,
    POST: operations.POST ?? refuse,
    PUT: refuse,
    PATCH: refuse,
    DELETE: operations.DELETE ?? refuse,
    OPTIONS: tell,
  }
}

/** Every method of a path that is nothing. */
export const notFound: RouteHandlers = (() => {
  const refuse = operation('', async () => {
    throw new Refusal('not_found')
  })
  return Object.fromEntries(ALL_METHODS.map((method) => [method, refuse])) as RouteHandlers
})()
