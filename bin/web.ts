import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { env } from '@/lib/env'
import { setClientAddress } from './client-address'
import { live } from './lifetime'

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
    keepPathReadable(request)
    response.on('finish', () => request.complete || passOver(request))
    handle(request, response).catch((error: unknown) => response.destroy(error as Error))
  })
  server.headersTimeout = 15_000
  server.requestTimeout = 30_000
  // Longer than the usual minute of a proxy in front, which would else meet connections that just closed.
  server.keepAliveTimeout = 65_000
  server.listen(env.PORT)
  await once(server, 'listening')
  return () => finish(server)
})

/**
 * Reads on past a body that was answered before its end, so that the connection is free for the next
 * request: Next.js leaves it paused, and a client that keeps its connection would wait for ever.
 */
function passOver(request: IncomingMessage): void {
  let leftBytes = PASS_OVER_BYTES
  request.unpipe().removeAllListeners('data')
  request.on('data', (chunk: Buffer) => {
    leftBytes -= chunk.length
    if (leftBytes < 0) request.destroy()
  })
  request.resume()
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
 * A path that is no UTF-8 when decoded (`%ff`) would be refused by Next.js with a page. Taken for the
 * characters that it consists of, it is an unknown path like any other, and answered as one.
 */
function keepPathReadable(request: IncomingMessage): void {
  const [path = '/', ...query] = (request.url ?? '/').split('?')
  try {
    decodeURIComponent(path)
  } catch (error) {
    if (!(error instanceof URIError)) throw error
    request.url = [path.replaceAll('%', '%25'), ...query].join('?')
  }
}
