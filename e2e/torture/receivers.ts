import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'

export type Delivery = {
  id: string
  signed: Record<string, string>
  path: string
  body: string
  /** By the clock of `performance.now()`. */
  arrivedAtMs: number
}

/** The ways in which a receiver misbehaves. */
export const BEHAVIOURS = ['hang', 'drip', 'reset', 'bomb', 'gzip', 'redirect', 'error', 'headers'] as const
export type Behaviour = (typeof BEHAVIOURS)[number]

const CHUNK = Buffer.alloc(64 * 1024, 'x')
const GZIP_BOMB = gzipSync(Buffer.alloc(64 * 1024 * 1024))
const DRIP_MS = 100

/** Vendors' servers. Those whose path names a behaviour show it while they are told to misbehave. */
export class Receivers {
  readonly deliveries: Delivery[] = []
  private isBad = false
  private readonly hits = new Set<string>()
  private readonly open = new Set<ServerResponse>()

  private constructor(private readonly server: Server) {
    server.on('request', (request, response) => void this.serve(request, response))
  }

  static async start(): Promise<Receivers> {
    const server = createServer().listen(0)
    await once(server, 'listening')
    return new Receivers(server)
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port
  }

  /** The URL to which an account's deliveries go. */
  url(accountId: string): string {
    return `http://127.0.0.1:${this.port}/${accountId}`
  }

  /** Another host by its name, which counts as another receiver. */
  badUrl(accountId: string, behaviour: Behaviour): string {
    return `http://localhost:${this.port}/${accountId}/${behaviour}`
  }

  /** At the host of the bad ones, where this account's path behaves. */
  sharedUrl(accountId: string): string {
    return `http://localhost:${this.port}/${accountId}`
  }

  misbehave(isBad: boolean): void {
    this.isBad = isBad
    if (isBad) return
    for (const response of this.open) response.destroy()
  }

  /** True if any request so far had this as the last part of its path. */
  wasHit(lastPart: string): boolean {
    return this.hits.has(lastPart)
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? ''
    const [, , behaviour] = path.split('/')
    this.hits.add(path.split('/').at(-1) ?? '')
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    if (this.isBad && behaviour) {
      this.open.add(response)
      response.on('close', () => this.open.delete(response))
      response.on('error', () => {})
      this.misbehaveTo(response, behaviour)
      return
    }
    const header = (name: string) => String(request.headers[name] ?? '')
    const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature']
    const signed = Object.fromEntries(names.map((name) => [name, header(name)]))
    const body = Buffer.concat(chunks).toString()
    const arrivedAtMs = performance.now()
    this.deliveries.push({ id: header('webhook-id'), signed, path, body, arrivedAtMs })
    response.writeHead(200).end()
  }

  private misbehaveTo(response: ServerResponse, behaviour: string): void {
    switch (behaviour) {
      case 'hang':
        return
      case 'drip':
        repeat(response, () => response.write('.'), DRIP_MS)
        return
      case 'reset':
        response.socket?.resetAndDestroy()
        return
      case 'bomb':
        repeat(response, () => response.write(CHUNK), 0)
        return
      case 'gzip':
        response.writeHead(500, { 'content-encoding': 'gzip' }).end(GZIP_BOMB)
        return
      case 'redirect':
        response.writeHead(307, { location: `http://127.0.0.1:${this.port}/redirected` }).end()
        return
      case 'headers':
        response.socket?.write(`HTTP/1.1 200 OK\r\n${'x-long: 1234567890\r\n'.repeat(20_000)}`)
        return
      default:
        response.writeHead(500).end('{"error":"no"}')
    }
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections()
    this.server.close()
    await once(this.server, 'close')
  }
}

/** Writes until the connection ends; without a pause, as fast as it is read. */
function repeat(response: ServerResponse, write: () => boolean, pauseMs: number): void {
  if (response.destroyed) return
  const next = () => repeat(response, write, pauseMs)
  if (write() || pauseMs > 0) setTimeout(next, pauseMs).unref()
  else response.once('drain', next)
}
