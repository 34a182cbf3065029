import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Received = { method: string; path: string; headers: IncomingHttpHeaders; body: string }
/**
 * `lost` cuts the connection after the request was read, `cut` in the middle of a successful answer; `silent` never
 * answers.
 */
export type Reply =
  | 'lost'
  | 'cut'
  | 'silent'
  | { status?: number; headers?: Record<string, string>; body?: unknown }

/** A server that answers as the script says, in its order, repeating the last reply. */
export class ScriptedServer {
  readonly received: Received[] = []
  readonly url: string
  readonly #server: Server
  #script: Reply[] = []

  private constructor(server: Server) {
    this.#server = server
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    server.on('request', async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk)
      const { method = '', url: path = '', headers } = request
      this.received.push({ method, path, headers, body: Buffer.concat(chunks).toString() })
      const reply = this.#script.length > 1 ? this.#script.shift() : this.#script[0]
      if (reply === 'silent') return
      if (reply === 'lost') {
        request.socket.destroy()
        return
      }
      if (reply === 'cut') {
        response.writeHead(201, { 'content-type': 'application/json', 'content-length': 500 })
        response.write('{"status":"success","payout":{"id":"p"', () => request.socket.destroy())
        return
      }
      const { status = 200, headers: sent = {}, body = { status: 'success' } } = reply ?? {}
      response.writeHead(status, { 'x-request-id': 'req-12345678', ...sent })
      response.end(typeof body === 'string' ? body : JSON.stringify(body))
    })
  }

  static async start(): Promise<ScriptedServer> {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    return new ScriptedServer(server)
  }

  replies(...script: Reply[]): void {
    this.#script = script
    this.received.length = 0
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }
}

/** What stands in front of the service answers in its place. */
export function proxyPage(status: number, headers: Record<string, string> = {}): Reply {
  return {
    status,
    headers: { 'content-type': 'text/html', ...headers },
    body: '<html><h1>Bad gateway</h1></html>',
  }
}

/** A refusal of the service. */
export function refusal(
  status: number,
  code: string,
  retry: 'never' | 'same-key' | 'after-delay',
  headers: Record<string, string> = {},
): Reply {
  return {
    status,
    headers: {
      'counterfoil-error': code,
      'counterfoil-retry': retry,
      link: `<https://pay.example.com/docs/errors/${code}>; rel="help"`,
      ...headers,
    },
    body: { error: `The message of ${code}` },
  }
}
