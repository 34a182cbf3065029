import { Readable } from 'node:stream'
import type { Table } from '@/lib/http/operation'
import { Refusal } from '@/lib/http/refusals'
import { createRouter, type Router } from '@/lib/http/router'
import { serve } from '@/lib/http/serve'
import { clientAddress } from '@/lib/http/served-request'

/** At most this much of an oversized body is read and dropped before the connection is closed. */
const MAXIMUM_DROPPED_BYTES = 8 * 1024 * 1024

type Handler = (request: Request) => Promise<Response>
type RouteHandlers = Record<'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS', Handler>

/** The handlers that a Next.js route file exports for some operations; without any, every request is 404. */
export function routeHandlers(operations: Table): RouteHandlers {
  const router = createRouter(Object.values(operations))
  const handle: Handler = (request) => respond(router, request)
  return {
    GET: handle,
    HEAD: handle,
    POST: handle,
    PUT: handle,
    PATCH: handle,
    DELETE: handle,
    OPTIONS: handle,
  }
}

export async function respond(router: Router, request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  const { status, headers, cookies, content, isLost } = await serve(router, {
    method: request.method,
    path: pathname,
    query: search.slice(1),
    headers: request.headers,
    clientAddress: clientAddress(),
    whenGone: (listener) => request.signal.addEventListener('abort', listener, { once: true }),
    readBody: (maximumBytes) => readBody(request, maximumBytes),
  })
  // A route handler can't close the connection: like a proxy that lost the answer.
  if (isLost) return new Response(null, { status: 502 })
  const body = content instanceof Readable ? (Readable.toWeb(content) as ReadableStream<Uint8Array>) : content
  const answer = new Response(body, { status, headers })
  for (const cookie of cookies) answer.headers.append('Set-Cookie', cookie)
  return answer
}

async function readBody(request: Request, maximumBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  const reader = request.body?.getReader()
  // Counted while reading, because a Content-Length may be missing or wrong.
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    bytes += part.value.byteLength
    if (bytes <= maximumBytes) chunks.push(part.value)
    if (bytes > MAXIMUM_DROPPED_BYTES) {
      await reader?.cancel()
      throw new Refusal('body_too_large', null, { Connection: 'close' })
    }
  }
  // Refuse only at the end: an unread rest would block the next request on the connection.
  if (bytes > maximumBytes) throw new Refusal('body_too_large')
  return Buffer.concat(chunks)
}
