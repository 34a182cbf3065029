import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { env } from '@/lib/env'
import { withAnswer } from '@/lib/http/answer-status'
import { flushRequests } from '@/lib/http/record-request'
import { setClientAddress } from './client-address'
import { live } from './lifetime'
import { setPageHeaders } from './page-headers'

const FINISH_MS = 8000
const LOOK_MS = 50
/** A client that sends more after its answer is cut off. */
const PASS_OVER_BYTES = 32 * 1024 * 1024

await live(async () => {
  const { default: next } = await import('next')
  const app = next({ dev: process.argv.includes('--dev'), dir: join(import.meta.dirname, '..') })
  await app.prepare()
  const handle = app.getRequestHandler()
  const server = createServer((request, response) => {
    setClientAddress(request, env.TRUST_PROXY)
    setPageHeaders(request)
    keepPathReadable(request)
    keepApiPlain(request)
    const { socket } = request
    response.on('finish', () => request.complete || passOver(request, socket))
    withAnswer(response, () => handle(request, response)).catch((error: unknown) =>
      response.destroy(error as Error),
    )
  })
  server.headersTimeout = 15_000
  server.requestTimeout = 30_000
  // Longer than the usual minute of a proxy in front, which would else meet connections that just closed.
  server.keepAliveTimeout = 65_000
  server.listen(env.PORT)
  await once(server, 'listening')
  return async () => {
    await finish(server)
    // The answers are out; what is known of them is still to be written down.
    await flushRequests()
  }
})

/**
 * Reads on past a body that was answered before its end, so that the connection is free for the next
 * request. Next.js has destroyed the request by then, and Node would leave the connection paused: a client
 * that keeps it would wait for ever.
 */
function passOver(request: IncomingMessage, socket: Socket): void {
  const readBefore = socket.bytesRead
  const timer = setInterval(() => {
    if (request.complete || socket.destroyed) clearInterval(timer)
    else if (socket.bytesRead - readBefore > PASS_OVER_BYTES) socket.destroy()
  }, LOOK_MS)
  // What Node sets itself on a request whose body nobody has asked for.
  Object.assign(request, { _dumped: true })
  socket.resume()
}

/** Takes no more requests, and waits for the answers to those under way. */
async function finish(server: Server): Promise<void> {
  const closed = new Promise<false>((resolve) => server.close(() => resolve(false)))
  const deadline = Date.now() + FINISH_MS
  // A connection that is kept alive counts as open until its last answer is out, and is idle from then on.
  while (Date.now() < deadline && (await Promise.race([closed, delay(LOOK_MS, true)]))) {
    server.closeIdleConnections()
  }
  server.closeAllConnections()
}

/**
 * A path of the API that is no UTF-8 when decoded (`%ff`) would be refused by Next.js with a page, and
 * one with an empty segment redirected. Taken for the characters that they consist of, both are unknown
 * paths like any other, and answered as such.
 */
function keepPathReadable(request: IncomingMessage): void {
  const [path = '/', ...query] = (request.url ?? '/').split('?')
  if (!path.startsWith('/api/')) return
  const readable = (isDecodable(path) ? path : path.replaceAll('%', '%25')).replaceAll('//', '/%2F')
  request.url = [readable, ...query].join('?')
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch (error) {
    if (error instanceof URIError) return false
    throw error
  }
}

/** On the API the framework's own ways are off: its navigation, and a method that it can't represent. */
function keepApiPlain(request: IncomingMessage): void {
  if (!request.url?.startsWith('/api/')) return
  delete request.headers.rsc
  // Refused like PATCH, which no operation has: as TRACE, it would fail before it gets to one.
  if (request.method === 'TRACE') request.method = 'PATCH'
}
