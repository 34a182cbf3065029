import { Readable } from 'node:stream'
import type * as web from 'node:stream/web'
import type { Table } from '@/lib/http/operation'
import { readBody } from '@/lib/http/read-body'
import { createRouter, type Router } from '@/lib/http/router'
import { serve } from '@/lib/http/serve'
import { clientAddress } from '@/lib/http/served-request'

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
    onDisconnect: (listener) => whenAborted(request.signal, listener),
    readBody: (maximumBytes) => readWebBody(request, maximumBytes),
  })
  // A route handler can't close the connection: like a proxy that lost the answer.
  if (isLost) return new Response(null, { status: 502 })
  const body = content instanceof Readable ? (Readable.toWeb(content) as ReadableStream<Uint8Array>) : content
  const answer = new Response(body, { status, headers })
  for (const cookie of cookies) answer.headers.append('Set-Cookie', cookie)
  return answer
}

function whenAborted(signal: AbortSignal, listener: () => void): void {
  if (signal.aborted) listener()
  else signal.addEventListener('abort', listener, { once: true })
}

async function readWebBody({ body }: Request, maximumBytes: number): Promise<Buffer> {
  if (!body) return Buffer.alloc(0)
  const stream = Readable.fromWeb(body as web.ReadableStream)
  try {
    return await readBody(stream, maximumBytes)
  } finally {
    stream.destroy()
  }
}
