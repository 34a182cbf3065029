import { CounterfoilError } from './errors.ts'
import type { Event, Invoice } from './generated/api.ts'

/** Headers as any server has them: of fetch, of Node.js or a plain object, in any case. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>

export type Verification = {
  /** The body as it arrived, before any parser: text or bytes. */
  payload: string | Uint8Array
  headers: WebhookHeaders
  /** `whsec_…`; several while one replaces the other. */
  secret: string | readonly string[]
  /** The time of sending may be off by this many seconds: 300 unless set. */
  toleranceSeconds?: number
  /** The time to compare with. */
  now?: Date
}

/** The contents of a delivery: an invoice at its own URL, an event at an endpoint of the account. */
export type WebhookBody =
  | { invoice: Invoice; event?: undefined }
  | { event: WebhookEvent; invoice?: undefined }

/** The event of a delivery to an endpoint of the account: `type` tells what `data` is. */
export type WebhookEvent = Event

/** A delivery whose sender is proven. */
export type Webhook<Body = WebhookBody> = {
  /** Of the delivery: one event to one URL, the same in every attempt. Do the work once per id. */
  id: string
  /** Of the event, the same at each URL it is sent to: `events.get` finds it. Null for a test event. */
  eventId: string | null
  sentAt: Date
  /**
   * At an invoice's own URL, its place among the statuses of that invoice; at an endpoint of the account, its number among all
   * events of the account. Of two about one object at one URL, the higher is the later.
   */
  sequence: number | null
  body: Body
}

export type WebhookFault =
  | 'header_missing'
  | 'timestamp_invalid'
  | 'timestamp_too_old'
  | 'timestamp_too_new'
  | 'no_matching_signature'
  | 'body_not_json'

/** The delivery can't be trusted: answer 400, and do nothing. */
export class WebhookVerificationError extends CounterfoilError {
  readonly fault: WebhookFault

  constructor(fault: WebhookFault, message: string) {
    super(message)
    this.name = 'WebhookVerificationError'
    this.fault = fault
  }
}

const TOLERANCE_SECONDS = 300
const PREFIX = 'whsec_'
const encoder = new TextEncoder()

/**
 * Proves that a delivery comes from your account, is recent and unchanged, and returns it. Throws a
 * `WebhookVerificationError` otherwise. One matching signature of several is enough. By Standard Webhooks.
 */
export async function verifyWebhook<Body = WebhookBody>(delivery: Verification): Promise<Webhook<Body>> {
  const { payload, headers, secret, toleranceSeconds = TOLERANCE_SECONDS, now = new Date() } = delivery
  const id = required(headers, 'webhook-id')
  const timestamp = required(headers, 'webhook-timestamp')
  const signatures = required(headers, 'webhook-signature')
  const sentAt = checkedTime(timestamp, now, toleranceSeconds)
  const bytes = typeof payload === 'string' ? encoder.encode(payload) : payload
  const signed = concatenated(encoder.encode(`${id}.${timestamp}.`), bytes)
  const secrets = typeof secret === 'string' ? [secret] : secret
  if (secrets.length === 0) throw new TypeError('secret must not be empty')
  if (!(await anyMatches(signatures, secrets, signed))) {
    throw new WebhookVerificationError(
      'no_matching_signature',
      'No signature matches: the secret is another one, or the body is not the one that was sent',
    )
  }
  const sequence = headerOf(headers, 'webhook-sequence')
  return {
    id,
    eventId: headerOf(headers, 'counterfoil-event-id'),
    sentAt,
    sequence: sequence === null ? null : Number(sequence),
    body: parsed(bytes) as Body,
  }
}

/** The headers of a signed delivery, for tests of a receiver. `secrets` each sign. */
export async function signWebhook({
  id,
  payload,
  secret,
  at = new Date(),
}: {
  id: string
  payload: string | Uint8Array
  secret: string | readonly string[]
  at?: Date
}): Promise<Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const bytes = typeof payload === 'string' ? encoder.encode(payload) : payload
  const signed = concatenated(encoder.encode(`${id}.${timestamp}.`), bytes)
  const secrets = typeof secret === 'string' ? [secret] : secret
  const signatures = await Promise.all(
    secrets.map(async (each) => {
      const signature = await crypto.subtle.sign('HMAC', await keyOf(each), signed)
      return `v1,${btoa(String.fromCharCode(...new Uint8Array(signature)))}`
    }),
  )
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}

function required(headers: WebhookHeaders, name: string): string {
  const value = headerOf(headers, name)
  if (value) return value
  throw new WebhookVerificationError('header_missing', `The header ${name} is missing`)
}

function headerOf(headers: WebhookHeaders, name: string): string | null {
  if (typeof headers.get === 'function') return headers.get(name)
  const entry = Object.entries(headers).find(([key]) => key.toLowerCase() === name)
  const value = entry?.[1]
  return (Array.isArray(value) ? value[0] : (value as string | undefined)) ?? null
}

function checkedTime(timestamp: string, now: Date, toleranceSeconds: number): Date {
  if (!/^\d{1,12}$/.test(timestamp)) {
    throw new WebhookVerificationError('timestamp_invalid', 'webhook-timestamp is not a number of seconds')
  }
  const sentAt = new Date(Number(timestamp) * 1000)
  const ageSeconds = (now.getTime() - sentAt.getTime()) / 1000
  if (ageSeconds > toleranceSeconds) {
    throw new WebhookVerificationError('timestamp_too_old', `Sent ${Math.round(ageSeconds)} seconds ago`)
  }
  if (ageSeconds < -toleranceSeconds) {
    throw new WebhookVerificationError('timestamp_too_new', 'Sent in the future: is the clock right?')
  }
  return sentAt
}

/** `crypto.subtle.verify` compares in constant time. */
async function anyMatches(
  signatures: string,
  secrets: readonly string[],
  signed: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const keys = await Promise.all(secrets.map(keyOf))
  const candidates = signatures.split(' ').flatMap((entry) => (entry.startsWith('v1,') ? entry.slice(3) : []))
  for (const signature of candidates) {
    const bytes = fromBase64(signature)
    if (!bytes) continue
    for (const key of keys) if (await crypto.subtle.verify('HMAC', key, bytes, signed)) return true
  }
  return false
}

/** The key is what follows `whsec_`, decoded. */
function keyOf(secret: string): Promise<CryptoKey> {
  const bytes = secret.startsWith(PREFIX) ? fromBase64(secret.slice(PREFIX.length)) : null
  if (!bytes?.length) throw new TypeError('secret must be the whsec_… of your webhooks page')
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify'])
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return null
  }
}

function concatenated(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(first.length + second.length)
  bytes.set(first)
  bytes.set(second, first.length)
  return bytes
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new WebhookVerificationError('body_not_json', 'The body is not JSON')
  }
}
