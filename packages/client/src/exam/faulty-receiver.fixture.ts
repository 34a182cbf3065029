import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { signWebhook, verifyWebhook } from '../webhooks.ts'

/** Mistakes that integrators make. */
export type Fault =
  | 'no signature check'
  | 'no signature needed'
  | 'no time check'
  | 'first signature only'
  | 'compares a prefix'
  | 'parses before it verifies'
  | 'no memory'
  | 'remembers invoices'
  | 'looks, then writes'
  | 'remembers before the work'
  | 'fulfils any status'
  | 'fulfils any event'
  | 'the last event wins'
  | 'small bodies only'
  | 'refuses the unknown'
  | 'slow'
  | 'redirects'
  | 'another secret'
  | 'dies of large bodies'

type Invoice = { id: string; status: string }

const LIMIT_BYTES = 20_000
/**
 * The work between the look and the write. Each pause is a turn of the event loop, which takes in what has
 * arrived meanwhile: deliveries that were sent at once meet here however busy the machine is.
 */
const FULFILMENT = { pauses: 20, pauseMs: 2 }
/** The time that large bodies take it. */
const SLOW_MS = 1_100

/** A vendor's receiver with one fault, or none. `GET /state?invoice_id=` tells what it has fulfilled. */
export class FaultyReceiver {
  readonly url: string
  readonly stateUrl: string
  readonly #secret: string
  readonly #fault: Fault | null
  readonly #server: Server
  readonly #seen = new Set<string>()
  readonly #fulfilled = new Map<string, number>()
  readonly #orders = new Map<string, { status: string; sequence: number }>()

  private constructor(server: Server, secret: string, fault: Fault | null) {
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    this.url = `${origin}/hook`
    this.stateUrl = `${origin}/state`
    this.#server = server
    this.#secret = secret
    this.#fault = fault
    server.on('request', async (request, response) => {
      const url = new URL(request.url ?? '', origin)
      if (url.pathname === '/state') {
        response.end(JSON.stringify(this.#state(url.searchParams.get('invoice_id') ?? '')))
        return
      }
      const status = await this.#receive(request).catch(() => 400)
      response.writeHead(status, { location: '/' }).end()
    })
  }

  static async start(secret: string, fault: Fault | null): Promise<FaultyReceiver> {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    return new FaultyReceiver(server, secret, fault)
  }

  /** The number of times an invoice was fulfilled. */
  fulfilled(invoiceId: string): number {
    return this.#fulfilled.get(invoiceId) ?? 0
  }

  async stop(): Promise<void> {
    if (!this.#server.listening) return
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  #has(fault: Fault): boolean {
    return this.#fault === fault
  }

  #state(id: string): object {
    return { fulfilled: this.#fulfilled.get(id) ?? 0, status: this.#orders.get(id)?.status ?? null }
  }

  async #receive(request: IncomingMessage): Promise<number> {
    const id = String(request.headers['webhook-id'] ?? '')
    if (this.#has('remembers before the work') && id && this.#isKnown(id)) return 200
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    if (this.#has('dies of large bodies') && body.length > LIMIT_BYTES) await this.stop()
    if (this.#has('small bodies only') && body.length > LIMIT_BYTES) return 413
    if (this.#has('redirects')) return 308
    await this.#verify(request, body.toString())
    if (this.#has('slow') && body.length > LIMIT_BYTES) await after(SLOW_MS)
    const content = JSON.parse(body.toString()) as {
      invoice?: Invoice
      event?: { type: string; data: Invoice & { invoice_id?: string } }
    }
    if (this.#has('fulfils any event') && content.event) {
      const { id, invoice_id, status = '' } = content.event.data
      content.invoice = { id: invoice_id ?? id, status: /^(paid|succeeded)$/i.test(status) ? 'Paid' : status }
    }
    const { invoice = content.event?.type.startsWith('invoice.') ? content.event.data : undefined } = content
    if (
      this.#has('refuses the unknown') &&
      !(invoice && ['Paid', 'Unpaid', 'Failed'].includes(invoice.status))
    ) {
      return 422
    }
    if (invoice) await this.#handle(id, Number(request.headers['webhook-sequence']), invoice)
    return 200
  }

  async #verify(request: IncomingMessage, text: string): Promise<void> {
    const { headers } = request
    const signature = String(headers['webhook-signature'])
    if (this.#has('no signature check')) return
    if (this.#has('no signature needed') && !headers['webhook-signature']) return
    if (this.#has('compares a prefix')) {
      const id = String(headers['webhook-id'])
      const at = new Date(Number(headers['webhook-timestamp']) * 1000)
      const expected = await signWebhook({ id, payload: text, secret: this.#secret, at })
      if (signature.split(' ').some((each) => expected['webhook-signature'].startsWith(each))) return
    }
    await verifyWebhook({
      payload: this.#has('parses before it verifies') ? JSON.stringify(JSON.parse(text)) : text,
      headers: this.#has('first signature only')
        ? { ...headers, 'webhook-signature': signature.split(' ')[0] }
        : headers,
      secret: this.#has('another secret') ? `whsec_${btoa('another')}` : this.#secret,
      ...(this.#has('no time check') ? { toleranceSeconds: Number.POSITIVE_INFINITY } : {}),
    })
  }

  async #handle(id: string, sequence: number, invoice: Invoice): Promise<void> {
    const memory = this.#has('remembers invoices') ? invoice.id : id
    if (this.#has('looks, then writes')) {
      if (this.#seen.has(memory)) return
      for (let pauses = 0; pauses < FULFILMENT.pauses; pauses += 1) await after(FULFILMENT.pauseMs)
      this.#seen.add(memory)
    } else if (!this.#has('no memory') && !this.#has('remembers before the work') && this.#isKnown(memory)) {
      return
    }
    const last = this.#orders.get(invoice.id)
    if (!last || sequence >= last.sequence || this.#has('the last event wins')) {
      this.#orders.set(invoice.id, { status: invoice.status, sequence })
    }
    if (invoice.status === 'Paid' || this.#has('fulfils any status')) {
      this.#fulfilled.set(invoice.id, (this.#fulfilled.get(invoice.id) ?? 0) + 1)
    }
  }

  /** Notes the id, and says whether it was known. */
  #isKnown(id: string): boolean {
    const isKnown = this.#seen.has(id)
    this.#seen.add(id)
    return isKnown
  }
}

function after(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
