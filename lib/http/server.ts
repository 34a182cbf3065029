import { once } from 'node:events'
import { createServer, IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { describeRequest, serveAs } from './served-request'

/** How long answers under way may take once the server is stopping. */
const FINISH_MS = 8000
const LOOK_MS = 50

/** What clients and proxies claim about the origin of a request, and Next.js believes. */
const FORWARDED = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-forwarded-port']

export type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>

export interface HttpServerOptions {
  /** A proxy in front sets X-Forwarded-For. */
  isBehindProxy: boolean
  /** Answers every request. */
  handle: Handler
}

export interface HttpServer {
  port: number
  /** Takes no more requests, and waits for the answers to those under way. */
  stop(): Promise<void>
}

/** Serves HTTP on all interfaces; port 0 takes a free one. */
export async function startHttpServer(
  port: number,
  { isBehindProxy, handle }: HttpServerOptions,
): Promise<HttpServer> {
  const server = createServer({ IncomingMessage: ReadableRequest }, (request, response) => {
    const served = describeRequest(request, response, isBehindProxy)
    if (!isBehindProxy) for (const name of FORWARDED) delete request.headers[name]
    response.on('finish', () => request.readPastBody())
    serveAs(served, () => handle(request, response)).catch((error: unknown) =>
      response.destroy(error instanceof Error ? error : undefined),
    )
  })
  server.headersTimeout = 15_000
  server.requestTimeout = 30_000
  // Longer than the usual minute of a proxy in front, which would otherwise reuse connections that just closed.
  server.keepAliveTimeout = 65_000
  server.listen(port)
  await once(server, 'listening')
  return { port: (server.address() as AddressInfo).port, stop: () => finish(server) }
}

/**
 * A request whose body may be answered before its end. What is left of the body is then read and dropped:
 * Node.js would leave the connection paused where a handler has begun to read and given up, and a client
 * that keeps the connection would wait forever for its next answer.
 */
class ReadableRequest extends IncomingMessage {
  // Web streams take the public property away from a request that they give up.
  readonly #connection: Socket
  #isAnswered = false

  constructor(socket: Socket) {
    super(socket)
    this.#connection = socket
  }

  /** `requestTimeout` is the limit for a client that never comes to an end. */
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
  const closed = new Promise<false>((resolve) => server.close(() => resolve(false)))
  const deadline = Date.now() + FINISH_MS
  // A connection that is kept alive counts as open until its last answer is out, and is idle from then on.
  while (Date.now() < deadline && (await Promise.race([closed, delay(LOOK_MS, true)]))) {
    server.closeIdleConnections()
  }
  server.closeAllConnections()
}
