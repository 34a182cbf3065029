import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Event } from '../generated/api.ts'

/** The events of the API, for one account: numbered from 1, and waited for. */
export class EventServer {
  readonly url: string
  readonly redelivered: string[] = []
  requests = 0
  readonly #server: Server
  #events: Event[] = []
  #waiting: (() => void)[] = []

  private constructor(server: Server) {
    this.#server = server
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    server.on('request', (request, response) => {
      this.requests += 1
      const url = new URL(request.url ?? '', this.url)
      if (url.pathname.startsWith('/refusing')) {
        answer(response, 401, { error: 'Invalid API Key' }, { 'counterfoil-error': 'invalid_api_key' })
      } else if (url.pathname === '/api/v2/events') this.#list(url.searchParams, response)
      else if (url.pathname === '/api/v2/trace/request-1') answer(response, 200, REQUEST_TRACE)
      else if (url.pathname.startsWith('/api/v2/trace/')) this.#trace(url.pathname.slice(14), response)
      else this.#one(url.pathname, response)
    })
  }

  static async start(): Promise<EventServer> {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    return new EventServer(server)
  }

  get count(): number {
    return this.#events.length
  }

  clear(): void {
    this.#events = []
    this.#waiting = []
    this.requests = 0
    this.redelivered.length = 0
  }

  /** Adds events about invoices of their own: `event-1` is about `invoice-1`. Or about another one. */
  add(count: number, type: Event['type'] = 'invoice.paid', about?: string): void {
    for (let added = 0; added < count; added++) {
      const sequence = this.#events.length + 1
      const data = { id: about ?? `invoice-${sequence}`, status: 'Paid', amount: 103.2, currency: 'USD' }
      const created_at = '2026-03-01T12:00:00.000Z'
      // As much of an invoice as the commands read, whatever the type.
      this.#events.push({ id: `event-${sequence}`, sequence, type, created_at, data } as unknown as Event)
    }
    for (const wake of this.#waiting.splice(0)) wake()
  }

  #list(query: URLSearchParams, response: ServerResponse): void {
    const after = Number(query.get('after') ?? 0)
    if (after > this.#events.length) {
      answer(response, 400, { error: 'No such place' }, { 'counterfoil-error': 'invalid_cursor' })
      return
    }
    const events = this.#events.slice(after, after + Number(query.get('limit') ?? 25))
    if (events.length === 0 && Number(query.get('wait') ?? 0) > 0) {
      this.#waiting.push(() => this.#list(query, response))
      return
    }
    const last = events.at(-1)?.sequence ?? after
    answer(response, 200, { status: 'success', events, next_cursor: String(last) })
  }

  /** The story of an invoice, with its events. */
  #trace(id: string, response: ServerResponse): void {
    const steps = this.#events
      .filter(({ data }) => data.id === id)
      .map(({ id, type, sequence, created_at }) => ({
        kind: 'event',
        created_at,
        event: { id, type, sequence },
      }))
    answer(response, 200, { status: 'success', trace: { id, kind: 'invoice', steps, has_more: false } })
  }

  #one(path: string, response: ServerResponse): void {
    const [, id, isRedelivery] = /^\/api\/v2\/event\/([^/]+)(\/redeliver)?$/.exec(path) ?? []
    const event = this.#events.find((each) => each.id === id)
    if (!event) {
      answer(response, 404, { error: 'Event not found' }, { 'counterfoil-error': 'event_not_found' })
      return
    }
    if (isRedelivery) this.redelivered.push(event.id)
    const deliveries = [{ id: 'd', url: 'https://shop.example.com/hook', status: 'PENDING', attempts: [] }]
    answer(response, 200, { status: 'success', event: { ...event, deliveries } })
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }
}

const REQUEST_TRACE = {
  status: 'success',
  trace: { id: 'request-1', kind: 'request', steps: [], has_more: false },
}

function answer(
  response: ServerResponse,
  status: number,
  body: object,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'x-request-id': 'req-12345678', 'counterfoil-retry': 'never', ...headers })
  response.end(JSON.stringify(body))
}
