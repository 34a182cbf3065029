import { randomBytes, randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { pause } from '../pause.ts'
import { signWebhook } from '../webhooks.ts'
import { type Answer, deliver, type Ending, type Format, stableId } from './delivery.ts'

export type ExamSettings = {
  /** The receiver. */
  url: string
  /** The secret that the receiver verifies with: `whsec_…`. */
  secret: string
  /** `invoice`: as the invoice's own `webhook_url` gets it; `event`: as an endpoint of the account does. */
  format?: Format | undefined
  /** Tells how often an invoice was fulfilled; `{id}` stands for the invoice's id. */
  stateUrl?: string | undefined
  /** Fields of the invoices to send, as JSON text, where `{n}` is a new number for each. */
  template?: string | undefined
  /** The longest wait for an answer. */
  timeoutMs?: number | undefined
  /** A receiver may go on working for this long after its answer. */
  settleMs?: number | undefined
}

/** `number` grows with each. */
export type ExamInvoice = { id: string; number: number; fields: Record<string, unknown> }
type Status = 'Paid' | 'Unpaid' | 'Failed'

export type Sending = {
  /** The `webhook-id`: a new one unless given. */
  id?: string
  sequence?: number
  /** The time of signing. */
  at?: Date
  secrets?: string[]
  /** Sent in place of what was signed. */
  body?: string
  /** Changes the signed headers; undefined leaves one out. */
  headers?: Record<string, string | undefined>
  ending?: Ending
}

export type State = { fulfilled: number; status: string | null }

const TIMEOUT_MS = 10_000
const SETTLE_MS = 1_500
const ASK_AGAIN_MS = 20
/** A receiver that something starts again is back by then. */
const RESTART_MS = 3_000

/** Sends deliveries to a receiver, and notes for one check what was wrong with the answers. */
export class Examiner {
  readonly findings: string[] = []
  /** The number of deliveries that were answered. */
  answers = 0
  /** The times to answer of all deliveries of the exam. */
  readonly durations: number[]
  readonly timeoutMs: number
  readonly settleMs: number
  readonly #settings: ExamSettings
  readonly #startedAt = new Date()
  readonly #promises: { invoice: ExamInvoice; times: number; status: Status | null }[] = []

  constructor(settings: ExamSettings, durations: number[] = []) {
    this.#settings = settings
    this.durations = durations
    this.timeoutMs = settings.timeoutMs ?? TIMEOUT_MS
    this.settleMs = settings.settleMs ?? SETTLE_MS
  }

  get secret(): string {
    return this.#settings.secret
  }

  /** True if the receiver tells what it has fulfilled. */
  get seesState(): boolean {
    return this.#settings.stateUrl !== undefined
  }

  /** True if this check needs to know what was fulfilled. */
  get asksForState(): boolean {
    return this.#promises.length > 0
  }

  invoice(fields: Record<string, unknown> = {}): ExamInvoice {
    const invoice = newInvoice(this.#settings.template)
    return { ...invoice, fields: { ...invoice.fields, ...fields } }
  }

  /** Delivers the invoice with a status. What `sending` leaves open is as the service does it. */
  async deliver(invoice: ExamInvoice, status: string, sending: Sending = {}): Promise<Answer> {
    const complete = { id: randomUUID(), ...sending }
    return this.deliverText(JSON.stringify(this.bodyOf(invoice, status, complete)), complete, invoice)
  }

  /** What the service sends of the invoice with a status; `id` is the delivery's. */
  bodyOf(invoice: ExamInvoice, status: string, { id, sequence = 1 }: Sending & { id: string }): object {
    const data = withStatus(invoice, status)
    if (this.#settings.format !== 'event') return { invoice: data }
    const type = `invoice.${status.toLowerCase().replace(' ', '_')}`
    return this.#event(invoice, type, data, { id, sequence })
  }

  /** Delivers an event of any type; `invoice` gives it its place among the events. */
  async deliverEvent(
    invoice: ExamInvoice,
    type: string,
    data: Record<string, unknown>,
    sequence = 1,
  ): Promise<Answer> {
    const place = { id: randomUUID(), sequence }
    return this.deliverText(JSON.stringify(this.#event(invoice, type, data, place)), place, invoice)
  }

  #event(
    invoice: ExamInvoice,
    type: string,
    data: Record<string, unknown>,
    { id, sequence }: { id: string; sequence: number },
  ): object {
    const created_at = this.#startedAt.toISOString()
    return {
      event: { id: stableId(id), sequence: accountSequence(invoice, sequence), type, created_at, data },
    }
  }

  /** `invoice`: the one that it is about. */
  async deliverText(payload: string, sending: Sending = {}, invoice?: ExamInvoice): Promise<Answer> {
    const { id = randomUUID(), at = new Date(), sequence = 1, secrets = [this.secret], ending } = sending
    const signed = await signWebhook({ id, payload, secret: secrets, at })
    const place = invoice && this.#settings.format === 'event' ? accountSequence(invoice, sequence) : sequence
    const ours = { 'webhook-sequence': String(place), 'counterfoil-event-id': stableId(id) }
    const headers = { ...signed, ...ours, ...sending.headers }
    const entries = Object.entries(headers).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    )
    const { url } = this.#settings
    const body = sending.body ?? payload
    const answer = await deliver({ url, headers: Object.fromEntries(entries), body }, this.timeoutMs, ending)
    if (!ending) this.durations.push(answer.durationMs)
    if (answer.status !== null) this.answers += 1
    return answer
  }

  /** True if nothing listens at the receiver's address any more. */
  async hasLostReceiver(): Promise<boolean> {
    const until = performance.now() + RESTART_MS
    while (!(await isListening(this.#settings.url))) {
      if (performance.now() > until) return true
      await pause(ASK_AGAIN_MS)
    }
    return false
  }

  expectAccepted(answer: Answer, what: string): void {
    if (isAccepted(answer)) return
    const advice =
      answer.status && answer.status >= 300 && answer.status < 400 ? ' (redirects are not followed)' : ''
    this.findings.push(`${what}: ${inWords(answer)}${advice} instead of 2xx`)
  }

  expectRefused(answer: Answer, what: string): void {
    if (answer.status === null) this.findings.push(`${what}: ${inWords(answer)} instead of 400`)
    else if (isAccepted(answer)) this.findings.push(`${what}: ${inWords(answer)} instead of 400`)
  }

  /** Waits until the invoice is fulfilled this often; it is counted again when all checks are done. */
  async expectFulfilled(invoice: ExamInvoice, times: number, status: Status | null = null): Promise<void> {
    this.#promises.push({ invoice, times, status })
    const until = performance.now() + this.settleMs
    while (this.seesState && times > 0 && performance.now() < until) {
      if ((await this.#stateOf(invoice)).fulfilled >= times) return
      await pause(ASK_AGAIN_MS)
    }
  }

  /** Compares what was fulfilled with what should be, once the receiver has come to rest. */
  async count(): Promise<void> {
    if (!this.seesState) return
    for (const { invoice, times, status } of this.#promises) {
      const state = await this.#stateOf(invoice)
      if (state.fulfilled !== times) {
        this.findings.push(`fulfilled ${inTimes(state.fulfilled)} instead of ${inTimes(times)}`)
      }
      if (status && state.status !== null && state.status !== status) {
        this.findings.push(`the invoice ended as ${state.status} instead of ${status}`)
      }
    }
  }

  async #stateOf({ id }: ExamInvoice): Promise<State> {
    const template = this.#settings.stateUrl ?? ''
    const joint = template.includes('?') ? '&' : '?'
    const url = template.includes('{id}')
      ? template.replaceAll('{id}', id)
      : `${template}${joint}invoice_id=${id}`
    const response = await fetch(url, { signal: AbortSignal.timeout(this.timeoutMs) })
    if (response.status === 404) return { fulfilled: 0, status: null }
    const body: unknown = await response.json().catch(() => null)
    const { fulfilled, status } = Object(body) as { fulfilled?: unknown; status?: unknown }
    const count = typeof body === 'number' ? body : Number(fulfilled)
    if (!response.ok || !Number.isInteger(count)) {
      throw new Error(`${url} must answer {"fulfilled": 0} or more; it answered ${response.status}`)
    }
    return { fulfilled: count, status: typeof status === 'string' ? status : null }
  }
}

export function isAccepted({ status }: Answer): boolean {
  return status !== null && status >= 200 && status < 300
}

function isListening(url: string): Promise<boolean> {
  const { hostname, port, protocol } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, '')
  const socket = connect(Number(port) || (protocol === 'https:' ? 443 : 80), host)
  const outcome = new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
  })
  return outcome.finally(() => socket.destroy())
}

export function newSecret(): string {
  return `whsec_${randomBytes(24).toString('base64')}`
}

function withStatus({ fields }: ExamInvoice, status: string): Record<string, unknown> {
  const isPaid = status === 'Paid'
  return { ...fields, status, provider: isPaid ? 'card' : null, paid_on: isPaid ? fields.created_on : null }
}

/** Events of one invoice that the exam sends at most. */
const EVENTS_OF_AN_INVOICE = 10

/** The number among all events of the account. */
function accountSequence({ number }: ExamInvoice, sequence: number): number {
  return number * EVENTS_OF_AN_INVOICE + sequence
}

let invoices = 0

function newInvoice(template = '{}'): ExamInvoice {
  invoices += 1
  const id = randomUUID()
  const today = new Date()
  const invoiceFields = JSON.parse(template.replaceAll('{n}', String(invoices)).replaceAll('{id}', id))
  const fields = {
    id,
    amount: 103.2,
    currency: 'USD',
    email: 'mary@example.com',
    created_on: `${String(today.getUTCDate()).padStart(2, '0')} ${MONTHS[today.getUTCMonth()]}, ${today.getUTCFullYear()}`,
    payment_link: `https://pay.example.com/pay/${id.replaceAll('-', '')}`,
    items: [{ name: 'Consulting', qty: 1, price: 100 }],
    due_date: today.toISOString().slice(0, 10),
    customer_id: randomUUID(),
    ...invoiceFields,
  }
  return { id: fields.id, number: invoices, fields }
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

function inWords({ status, fault }: Answer): string {
  return status === null ? (fault ?? 'no answer') : `answered ${status}`
}

function inTimes(count: number): string {
  return count === 0 ? 'never' : count === 1 ? 'once' : `${count} times`
}
