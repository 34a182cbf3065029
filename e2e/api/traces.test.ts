import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { attributesOf, Collector } from '@/lib/tracing/collector.fixture'
import type { EndedSpan } from '@/lib/tracing/span-exporter'
import { exchange } from '../fixtures/api-client'
import { type CrashScene, startCrashScene } from '../fixtures/crash-scene'
import { type LiveScene, startLiveScene } from '../fixtures/live-scene'
import { type Delivery, WebhookReceiver } from '../fixtures/webhook-receiver'

const WAIT = { timeout: 30_000, interval: 50 }

let collector: Collector
let receiver: WebhookReceiver
let scene: LiveScene
let testKey: string
let readyAt: number

beforeAll(async () => {
  collector = await Collector.start()
  receiver = await WebhookReceiver.start()
  scene = await startLiveScene({
    OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-api-key=of%20the%20collector',
    OTEL_SERVICE_NAME: 'shop of the tests',
  })
  readyAt = Date.now()
  const { key = '' } = await scene.operate('key create', { vendor: scene.vendor, mode: 'test' })
  testKey = key
})
afterAll(async () => {
  await scene?.stop()
  await receiver.stop()
  if (collector.isRunning) await collector.stop()
})

/** A caller's span, as it names it to those that it calls. */
function newCaller(flags = '01') {
  const [traceId, spanId] = [16, 8].map((bytes) => randomBytes(bytes).toString('hex'))
  assert(traceId && spanId)
  return { traceId, spanId, headers: { traceparent: `00-${traceId}-${spanId}-${flags}` } }
}

/**
 * Creates an invoice and voids it, both in the caller's trace; returns its id and pay page. A payment would not do: whether the
 * request or the worker books it is open.
 */
async function createAndVoid(at: CrashScene, key: string, headers: Record<string, string>) {
  const body = { api_key: key, email: `kim-${randomUUID()}@example.com`, amount: 4321, currency: 'USD' }
  const created = await at.post('/invoice', body, headers)
  expect(created.status, created.text).toBe(201)
  const { id, payment_link } = created.body.invoice
  const voided = await at.post(`/invoice/${id}/void`, { api_key: key }, headers)
  expect(voided.status, voided.text).toBe(200)
  return { id, email: body.email, payPage: new URL(payment_link).pathname }
}

const addEndpoint = async (at: CrashScene, key: string) => {
  const added = await at.post('/webhook-endpoints', { api_key: key, url: receiver.url() })
  expect(added.status, added.text).toBe(201)
  return added.body.webhook_endpoint.id
}

/** Waits for the delivery of the event, and returns it. */
async function deliveryOf(invoiceId: string, type: string): Promise<Delivery> {
  const find = () => receiver.about(invoiceId).find(({ body }) => body.includes(`"type":"${type}"`))
  await expect.poll(find, WAIT).toBeDefined()
  const delivery = find()
  assert(delivery)
  return delivery
}

/** Waits until the trace has a span of each name, and returns its spans. */
async function traceWith(traceId: string, ...names: string[]): Promise<EndedSpan[]> {
  const namesNow = () => collector.trace(traceId).map(({ name }) => name)
  await expect.poll(namesNow, WAIT).toEqual(expect.arrayContaining(names))
  return collector.trace(traceId)
}

const named = (spans: EndedSpan[], name: string) => {
  const span = spans.find((each) => each.name === name)
  assert(span, name)
  return span
}

/** The names from a span up to the caller's. */
function ancestry(spans: EndedSpan[], span: EndedSpan): string[] {
  const parent = spans.find(({ spanId }) => spanId === span.parentSpanId)
  return [span.name, ...(parent ? ancestry(spans, parent) : [span.parentSpanId ?? 'none'])]
}

test('one trace runs from a caller over requests and statements to the delivery, whose receiver can go on with it', async () => {
  const caller = newCaller()
  await addEndpoint(scene, testKey)
  const { id, email, payPage } = await createAndVoid(scene, testKey, caller.headers)
  const delivery = await deliveryOf(id, 'invoice.voided')
  const end = 'POST /api/v2/invoice/{invoice_id}/void'
  const [, traceId, spanId] =
    /^00-([0-9a-f]{32})-([0-9a-f]{16})-01$/.exec(String(delivery.headers.traceparent)) ?? []
  expect(traceId).toBe(caller.traceId)
  await traceWith(
    caller.traceId,
    'POST /api/v2/invoice',
    end,
    'add_event',
    'webhook delivery',
    'record_attempts',
  )
  // A span is sent when it ends, after those below it.
  const strays = () => {
    const all = collector.trace(caller.traceId)
    return all.filter((span) => ancestry(all, span).at(-1) !== caller.spanId).map(({ name }) => name)
  }
  await expect.poll(strays, WAIT).toEqual([])
  await expect
    .poll(() => collector.trace(caller.traceId).some((span) => span.spanId === spanId), WAIT)
    .toBe(true)
  const spans = collector.trace(caller.traceId)

  expect(attributesOf(named(spans, 'POST /api/v2/invoice'))).toMatchObject({
    'http.route': '/api/v2/invoice',
    'http.response.status_code': '201',
  })
  expect(ancestry(spans, named(spans, 'POST /api/v2/invoice'))).toEqual([
    'POST /api/v2/invoice',
    caller.spanId,
  ])
  expect(ancestry(spans, named(spans, 'add_event'))).toContain(end)

  const sent = spans.find((span) => span.spanId === spanId)
  expect(sent && ancestry(spans, sent)).toEqual(['webhook delivery', ...ancestry(spans, named(spans, end))])
  expect(ancestry(spans, named(spans, 'record_attempts'))[1]).toBe('webhook delivery')

  expect(collector.posts[0]).toMatchObject({
    path: '/v1/traces',
    headers: { 'x-api-key': 'of the collector' },
  })
  const texts = collector.posts.map(({ text }) => text).join()
  expect(texts).toContain('shop of the tests')
  const token = payPage.split('/').at(-1) ?? ''
  for (const secret of [email, testKey, token, receiver.url()]) expect(texts).not.toContain(secret)
})

test('a page goes on with its caller’s trace, by a name without its address', async () => {
  const { payPage } = await createAndVoid(scene, testKey, {})
  const caller = newCaller()
  const page = await fetch(`${scene.service.url}${payPage}`, { headers: caller.headers })
  expect(page.status, await page.text()).toBe(200)
  const spans = await traceWith(caller.traceId, 'GET page')
  const statements = spans.filter((span) => 'db.system.name' in attributesOf(span))
  expect(statements).not.toEqual([])
  for (const span of statements) expect(ancestry(spans, span)).toEqual([span.name, 'GET page', caller.spanId])
  const token = payPage.split('/').at(-1) ?? ''
  expect(collector.posts.some(({ text }) => text.includes(token))).toBe(false)
})

test('a provider is called in the trace of the request', async () => {
  const caller = newCaller()
  const { payPath } = await scene.invoice()
  const path = `${payPath}/checkout`
  await exchange({ method: 'POST', path, headers: caller.headers }, scene.service.url)
  const spans = await traceWith(caller.traceId, 'stripe read_checkout_session')
  const { spanId } = named(spans, 'stripe read_checkout_session')
  const received = scene.providers.stripe.requests.map(({ headers }) => headers.traceparent)
  expect(received).toContain(`00-${caller.traceId}-${spanId}-01`)
})

test('the worker’s jobs are traces of their own; its looks for work are none', async () => {
  await scene.rows(
    `UPDATE periodic_work SET next_run_at = now() - interval '1 second' WHERE name = 'sweep_overdue'`,
  )
  const jobs = () => collector.spans.filter(({ name }) => name.startsWith('job '))
  await expect.poll(() => jobs().map(({ name }) => name), WAIT).toContain('job sweep_overdue')
  for (const job of jobs()) expect(job).not.toHaveProperty('parentSpanId')
  // A service that creates the demo asks the sandbox for it before it is ready.
  const roots = collector.spans.filter(
    ({ parentSpanId, startTimeUnixNano }) =>
      parentSpanId === undefined && Number(startTimeUnixNano) / 1e6 > readyAt,
  )
  for (const { name } of roots) expect(name).toMatch(/^(job |[A-Z]+ (\/api\/|page|unknown)|webhook delivery)/)
})

test('a refusal is a code, and no failure of ours', async () => {
  const caller = newCaller()
  const path = `/api/v2/invoice/${randomUUID()}?api_key=${testKey}`
  await exchange({ method: 'GET', path, headers: caller.headers }, scene.service.url)
  const [span] = (await traceWith(caller.traceId, 'GET /api/v2/invoice/{invoice_id}')).filter(
    ({ kind }) => kind === 2,
  )
  assert(span)
  expect(attributesOf(span)).toMatchObject({
    'http.response.status_code': '404',
    'error.type': 'invoice_not_found',
  })
  expect(span.status).toEqual({})
})

test('what a caller doesn’t record is not recorded here, and its receiver hears so', async () => {
  const caller = newCaller('00')
  const { id } = await createAndVoid(scene, testKey, caller.headers)
  const delivery = await deliveryOf(id, 'invoice.voided')
  expect(delivery.headers.traceparent).toMatch(new RegExp(`^00-${caller.traceId}-[0-9a-f]{16}-00$`))
  // Spans that were begun before leave before.
  const later = newCaller()
  await createAndVoid(scene, testKey, later.headers)
  await traceWith(later.traceId, 'POST /api/v2/invoice')
  expect(collector.trace(caller.traceId)).toEqual([])
})

test('without the setting nothing is traced, and a caller’s trace ends here', async () => {
  const quiet = await startCrashScene()
  await addEndpoint(quiet, quiet.key)
  const caller = newCaller()
  const { id } = await createAndVoid(quiet, quiet.key, caller.headers)
  const { headers } = await deliveryOf(id, 'invoice.voided')
  expect(headers).not.toHaveProperty('traceparent')
  expect(await quiet.rows('SELECT FROM events WHERE traceparent IS NOT NULL')).toEqual([])
  await quiet.stop()
  expect(collector.trace(caller.traceId)).toEqual([])
})

test('a collector that goes away takes nothing with it', async () => {
  await collector.stop()
  const { id } = await createAndVoid(scene, testKey, newCaller().headers)
  await deliveryOf(id, 'invoice.voided')
  expect(await scene.service.halt()).toBe(0)
})
