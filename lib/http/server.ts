import { once } from 'node:events'
import { createServer, IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { Proxies } from './client-address'
import { POLICY_OF_DATA } from './content-security-policy'
import { describeRequest, type ServedRequest } from './served-request'

/** Once the server is stopping, running requests may take this long. */
const FINISH_MS = 8000
const LOOK_MS = 50
/** Looks for slow clients within the time that one may take. */
const LOOKS_FOR_SLOW = 4
/**
 * An idle connection then stays open this long. A client may be sending a request on it: closed at once, that request
 * would be lost without an answer.
 */
const IDLE_MS = 500

/** Headers of every answer. */
const ALWAYS = [
  ['X-Content-Type-Options', 'nosniff'],
  // Our URLs contain payment tokens and, on GET requests of the API, keys: no path may leave in a Referer.
  // Not `no-referrer`, which would also turn the Origin of our own requests into `null`.
  ['Referrer-Policy', 'strict-origin'],
  // Pages and files replace it.
  ['Content-Security-Policy', POLICY_OF_DATA],
] as const

/** For a year. Not for subdomains, which may be other people's. */
const HTTPS_ONLY = ['Strict-Transport-Security', 'max-age=31536000'] as const

/**
 * Headers in which clients and proxies claim a request's origin, and which Next.js trusts. The client's address is
 * read before they are removed, and the service's own address is a setting.
 */
const FORWARDED = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-forwarded-port']

export type Handler = (
  request: IncomingMessage,
  response: ServerResponse,
  served: ServedRequest,
) => Promise<void>

export interface HttpServerOptions {
  /** The address to listen on; all interfaces without it. */
  address?: string | undefined
  /** Proxies whose X-Forwarded-For counts. */
  proxies: Proxies
  /** True if clients reach the service by HTTPS, and shall use nothing else. */
  isHttps: boolean
  limits: ConnectionLimits
  /** Answers every request. */
  handle: Handler
}

interface ConnectionLimits {
  /** Limits on the time in which a client sends a request's headers, and the whole of it. */
  headersMs: number
  requestMs: number
  /** Open connections of this process; the system closes further ones at once. */
  connections: number
}

export interface HttpServer {
  port: number
  /** Accepts no more requests, and waits for the running ones. */
  stop(): Promise<void>
}

/** Serves HTTP; port 0 picks a free one. */
export async function startHttpServer(
  port: number,
  { address, proxies, isHttps, limits, handle }: HttpServerOptions,
): Promise<HttpServer> {
  const running = new Set<ServerResponse>()
  let isStopping = false
  const always = isHttps ? [...ALWAYS, HTTPS_ONLY] : ALWAYS
  const options = {
    IncomingMessage: ReadableRequest,
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    // Node.js looks for slow clients at times: by default only every 30 s.
    connectionsCheckingInterval: Math.ceil(Math.min(limits.headersMs, limits.requestMs) / LOOKS_FOR_SLOW),
  }
  const server = createServer(options, (request, response) => {
    running.add(response)
    response.on('close', () => running.delete(response))
    if (isStopping) response.setHeader('Connection', 'close')
    const served = describeRequest(request, response, proxies)
    for (const name of FORWARDED) delete request.headers[name]
    for (const [name, value] of always) response.setHeader(name, value)
    response.on('finish', () => request.readPastBody())
    handle(request, response, served).catch((error: unknown) =>
      response.destroy(error instanceof Error ? error : undefined),
    )
  })
  server.maxConnections = limits.connections
  // Longer than a proxy's usual minute; otherwise the proxy would reuse connections that have just been
  // closed.
  server.keepAliveTimeout = 65_000
  server.listen({ port, host: address })
  await once(server, 'listening')
  return { port: (server.address() as AddressInfo).port, stop }

  async function stop(): Promise<void> {
    isStopping = true
    for (const response of running) {
      if (!response.headersSent) response.setHeader('Connection', 'close')
    }
    await finish(server)
  }
}

/**
 * A request whose body may be answered before its end; the rest is then read and dropped. If a handler starts
 * to read and gives up, Node.js leaves the connection paused, and a client that keeps it alive would wait
 * forever for its next answer.
 */
class ReadableRequest extends IncomingMessage {
  // Web streams remove the public property from a request that they give up.
  readonly #connection: Socket
  #isAnswered = false

  constructor(socket: Socket) {
    super(socket)
    this.#connection = socket
  }

  /** `requestTimeout` limits a client that never ends. */
  readPastBody(): void {
    if (this.complete) return
    this.#isAnswered = true
    this.#connection.resume()
  }

  override push(chunk: Buffer | null, encoding?: BufferEncoding): boolean {
    return this.#isAnswered && chunk !== null ? true : super.push(chunk, encoding)
  }
}

async function finish(server: Server): Promise<void> {
  // The close of an HTTP server would end idle connections at once.
  const closed = new Promise<false>((resolve) => NetServer.prototype.close.call(server, () => resolve(false)))
  const startedAt = Date.now()
  while (Date.now() < startedAt + FINISH_MS && (await Promise.race([closed, delay(LOOK_MS, true)]))) {
    // A kept-alive connection counts as open until its last answer is sent, and is idle from then on.
    if (Date.now() > startedAt + IDLE_MS) server.closeIdleConnections()
  }
  server.closeAllConnections()
}
