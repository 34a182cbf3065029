import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Delivery = { id: string; signed: Record<string, string>; path: string; body: string }

/** A vendor's well-behaved server: it keeps every delivery. Bad ones belong to the scene that needs them. */
export class Receivers {
  readonly deliveries: Delivery[] = []

  private constructor(private readonly server: Server) {
    server.on('request', async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk)
      const header = (name: string) => String(request.headers[name] ?? '')
      const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature']
      const signed = Object.fromEntries(names.map((name) => [name, header(name)]))
      const body = Buffer.concat(chunks).toString()
      this.deliveries.push({ id: header('webhook-id'), signed, path: request.url ?? '', body })
      response.writeHead(200).end()
    })
  }

  static async start(): Promise<Receivers> {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    return new Receivers(server)
  }

  /** Where the deliveries of an account go. */
  url(accountId: string): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/${accountId}`
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections()
    this.server.close()
    await once(this.server, 'close')
  }
}
