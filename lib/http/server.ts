import { createServer, IncomingMessage, type Server, type ServerResponse } from 'node:http'
import net, { type AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import type { Proxies } from './client-address'
import { type ConnectionLimits, Connections } from './connections'
import { POLICY_OF_DATA } from './content-security-policy'
import { listen } from './listen-addresses'
import { describeRequest, type ServedRequest } from './served-request'

/** Once the server is stopping, running requests may take this long. */
const FINISH_MS = 8000
const POLL_MS = 50
/** Looks for slow clients within the time that one may take. */
const LOOKS_FOR_SLOW = 4
/**
 * An idle connection then stays open this long. A client may be sending a request on it: closed at once, that request
 * would be lost without an answer.
 */
const IDLE_MS = 500
/** The same while another process takes new connections: a client that goes on sending hears that this one closes. */
const RETIRING_IDLE_MS = 5000
/**
 * For so long both processes take connections, and the one that ends sends more and more of its clients to the other, whose
 * first requests are slow: its code is not compiled yet, and its connections to the database are new.
 */
const HANDOVER_MS = 3000

/** Requests that a client may send on one connection before the first of them is answered. */
const MAX_REQUESTS_AHEAD = 32

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
  /** The addresses to listen on, those that this machine has; every interface if none is named. */
  addresses: readonly string[]
  /** Proxies whose X-Forwarded-For counts. */
  proxies: Proxies
  /** True if clients reach the service by HTTPS, and shall use nothing else. */
  isHttps: boolean
  limits: HttpLimits
  /** Answers every request. */
  handle: Handler
  /**
   * Takes over a connection whose client asks for another protocol; false if it does not want it. Without it nobody
   * does, and such a request is answered in HTTP like any other, as RFC 9110 allows.
   */
  upgrade?: ((request: IncomingMessage, socket: Duplex, head: Buffer) => boolean) | undefined
}

interface HttpLimits extends ConnectionLimits {
  /** Limits on the time in which a client sends a request's headers, and the whole of it. */
  headersMs: number
  requestMs: number
}

export interface HttpServer {
  port: number
  /** Connections that are open. */
  readonly connections: number
  /** True if a new client can still be answered, now or once others have had their time. */
  isReachable(): boolean
  /** Sends its clients on to the process that listens on the same port by now, little by little; a stop ends this. */
  handOver(): Promise<void>
  /** Accepts no more connections, and waits for the running requests. With `isRetiring`, gives idle clients time. */
  stop(isRetiring?: boolean): Promise<void>
}

/** Serves HTTP; port 0 picks a free one. Throws if it can listen on none of the addresses. */
export async function startHttpServer(
  port: number,
  { addresses, proxies, isHttps, limits, handle, upgrade }: HttpServerOptions,
): Promise<HttpServer> {
  const running = new Set<ServerResponse>()
  const connections = new Connections(limits, proxies, running)
  let isStopping = false
  let handoverAtMs = Number.POSITIVE_INFINITY
  const isLastAnswer = () => isStopping || Math.random() < (performance.now() - handoverAtMs) / HANDOVER_MS
  const always = isHttps ? [...ALWAYS, HTTPS_ONLY] : ALWAYS
  const options = {
    IncomingMessage: ReadableRequest,
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    // Node.js looks for slow clients at times: by default only every 30 s.
    connectionsCheckingInterval: Math.ceil(Math.min(limits.headersMs, limits.requestMs) / LOOKS_FOR_SLOW),
  }
  // Node.js hands over all requests that it reads at once. Their answers would be made at once too, and kept in memory
  // until a client reads them that never does.
  const ahead = new WeakMap<Socket, (() => void)[]>()
  const take = (request: ReadableRequest, response: ServerResponse) => {
    const { socket } = request
    const waiting = ahead.get(socket)
    if (waiting?.length === MAX_REQUESTS_AHEAD) socket.destroy()
    else if (waiting) waiting.push(() => answer(request, response, socket))
    else {
      ahead.set(socket, [])
      answer(request, response, socket)
    }
  }
  const answer = (request: ReadableRequest, response: ServerResponse, socket: Socket) => {
    running.add(response)
    response.on('close', () => {
      running.delete(response)
      const next = socket.writable ? ahead.get(socket)?.shift() : undefined
      if (next) next()
      else ahead.delete(socket)
    })
    // A client that wanted another protocol has no use for a connection that stays with this one.
    if (isLastAnswer() || request.headers.upgrade !== undefined) response.setHeader('Connection', 'close')
    const served = describeRequest(request, response, proxies)
    for (const name of FORWARDED) delete request.headers[name]
    for (const [name, value] of always) response.setHeader(name, value)
    response.on('finish', () => request.readPastBody())
    // A proxy in front may have decided by the other one. Node.js itself refuses a request without any.
    if ((request.headersDistinct.host?.length ?? 0) > 1) {
      response.writeHead(400, { Connection: 'close' }).end()
      return
    }
    handle(request, response, served).catch((error: unknown) =>
      response.destroy(error instanceof Error ? error : undefined),
    )
  }
  const servers: Server[] = []
  for (const address of addresses.length > 0 ? addresses : [undefined]) {
    const server = createServer(options, take)
    connections.watch(server)
    if (upgrade) handOver(server, upgrade)
    const isOptional = servers.length > 0 || address !== addresses.at(-1)
    const actual = servers[0] ? portOf(servers[0]) : port
    if (await listen(server, { port: actual, address, isOptional })) servers.push(server)
  }
  const [first] = servers
  return {
    port: first ? portOf(first) : port,
    get connections() {
      return connections.count
    },
    isReachable: () => !isStopping && servers.every(({ listening }) => listening) && !connections.isStuck(),
    handOver() {
      handoverAtMs = performance.now()
      return delay(HANDOVER_MS)
    },
    stop,
  }

  async function stop(isRetiring = false): Promise<void> {
    isStopping = true
    for (const response of running) {
      if (!response.headersSent) response.setHeader('Connection', 'close')
    }
    // The system has taken connections for us while we were busy: closed now, they would be lost without an answer.
    await delay(POLL_MS)
    await Promise.all(
      servers.map((server) => finish(server, running, isRetiring ? RETIRING_IDLE_MS : IDLE_MS)),
    )
  }
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port
}

/** Node.js forgets a connection that it hands over, with its time-outs. */
function handOver(server: Server, upgrade: NonNullable<HttpServerOptions['upgrade']>): void {
  server.on('upgrade', (request, socket, head) => {
    if (!upgrade(request, socket, head)) socket.destroy()
    else if (socket instanceof Socket) socket.setTimeout(0)
  })
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

async function finish(server: Server, running: Set<ServerResponse>, idleMs: number): Promise<void> {
  // The close of an HTTP server would end idle connections at once.
  const closed = new Promise<false>((resolve) =>
    net.Server.prototype.close.call(server, () => resolve(false)),
  )
  const startedAt = Date.now()
  while (Date.now() < startedAt + FINISH_MS && (await Promise.race([closed, delay(POLL_MS, true)]))) {
    if (Date.now() < startedAt + idleMs) continue
    // A kept-alive connection counts as open until its last answer is sent. For Node.js it is idle as soon as that answer is
    // complete, though a slow client may not have read it yet.
    const isSending = [...running].some((response) => response.writableEnded && !response.writableFinished)
    if (!isSending) server.closeIdleConnections()
  }
  server.closeAllConnections()
}
