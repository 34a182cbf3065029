import { createHmac } from 'node:crypto'
import { inspect } from 'node:util'
import { beforeEach, describe, expect, test } from 'vitest'
import { anOperator } from '@/lib/audit/operator.fixture'
import { database } from '@/lib/db/client'
import { inOrmTransaction, inTransaction } from '@/lib/db/transaction'
import { sendTestEvent } from '@/lib/invoices/test-event-dashboard'
import { BY_CARD } from '@/lib/ledger/live-money.fixture'
import { payInvoice } from '@/lib/payments/settle-payment'
import { CLIENT_ADDRESS, signedIn } from '@/lib/sign-in/signed-in.fixture'
import { markVendorBanned } from '@/lib/vendors/manage-vendor'
import { buildInvoice, buildVendor } from '@/prisma/seed/builders'
import { attemptDelivery } from './attempt-delivery'
import type { DeliveryRow } from './delivery-list'
import type { DeliveryView } from './queries'
import {
  addWebhookEndpoint,
  changeWebhookEndpoint,
  countFailedWebhooks,
  getWebhookDelivery,
  listWebhookEndpoints,
  listWebhooks,
  redeliverFailedWebhooks,
  redeliverWebhook,
  revealSigningSecret,
  rotateEndpointSigningSecret,
  rotateSigningSecret,
} from './webhook-dashboard'
import { answer, answering } from './webhook-delivery.fixture'

const PATH = '/api/dashboard/webhooks'
const SHOWN_URL = 'https://receiver.example/hook'
const URL = `${SHOWN_URL}?token=abc`

let built: Awaited<ReturnType<typeof buildVendor>>
let vendor: Awaited<ReturnType<typeof signedIn>>
let stranger: Awaited<ReturnType<typeof signedIn>>

beforeEach(async () => {
  built = await buildVendor()
  vendor = await signedIn(built.id)
  stranger = await signedIn((await buildVendor()).id)
})

/** The delivery of a paid invoice's event. */
async function queued(): Promise<{ deliveryId: string; invoiceId: string; accountId: string }> {
  const accountId = built.test.id
  const invoice = await buildInvoice(built.test, { webhookUrl: URL })
  await inTransaction((tx) => payInvoice(tx, { accountId, invoiceId: invoice.id }, BY_CARD))
  const delivery = await database().webhookDelivery.findFirstOrThrow({
    where: { accountId, invoiceId: invoice.id },
  })
  return { deliveryId: delivery.id, invoiceId: invoice.id, accountId }
}
async function list(query = '', asking = vendor) {
  const { status, body } = await asking.call(listWebhooks, 'GET', `${PATH}${query}`)
  return { status, rows: body.rows as DeliveryRow[] }
}
const read = async (id: string, asking = vendor) => {
  const { status, body } = await asking.call(getWebhookDelivery, 'GET', `${PATH}/deliveries/${id}`)
  return { status, event: body as unknown as DeliveryView }
}
const redeliver = (id: string, asking = vendor) =>
  asking.call(redeliverWebhook, 'POST', `${PATH}/deliveries/${id}/redeliver`)
const redeliverSince = (since: unknown) =>
  vendor.call(redeliverFailedWebhooks, 'POST', `${PATH}/redelivery`, { since })
const sendTest = (url: unknown) => vendor.call(sendTestEvent, 'POST', `${PATH}/test`, { url })
const audited = () =>
  database().auditEvent.findMany({ where: { accountId: built.test.id }, orderBy: { id: 'asc' } })

describe('a webhook delivery', () => {
  test('is shown with every attempt: what was sent, what was signed and what came back', async () => {
    const delivery = await queued()
    await attemptDelivery(delivery, answering(answer(500, { body: 'not yet' })))
    await redeliver(delivery.deliveryId)
    await attemptDelivery(delivery, answering(answer(200)))
    const { event: view } = await read(delivery.deliveryId)
    expect(view).toMatchObject({
      status: 'DELIVERED',
      attemptCount: 2,
      url: URL,
      sequence: 1,
      eventType: null,
    })
    expect(view.invoiceNumber).toMatch(/^INV-/)
    expect((await list()).rows[0]).toMatchObject({ invoiceNumber: view.invoiceNumber })
    const [latest, first] = view.attempts
    expect([latest?.responseStatus, first?.responseStatus, first?.responseBody]).toEqual([
      200,
      500,
      'not yet',
    ])

    const headers = Object.fromEntries(first?.requestHeaders?.map(({ name, value }) => [name, value]) ?? [])
    expect(first?.signedText).toBe(`${delivery.deliveryId}.${headers['webhook-timestamp']}.${view.payload}`)
    const { body } = await vendor.call(revealSigningSecret, 'GET', `${PATH}/secret`)
    const key = Buffer.from(String(body.secret).slice('whsec_'.length), 'base64')
    const signature = createHmac('sha256', key)
      .update(first?.signedText ?? '')
      .digest('base64')
    expect(headers['webhook-signature']).toBe(`v1,${signature}`)
  })

  test("of another vendor or mode, or an unknown one, is the same 404, and can't be redelivered", async () => {
    const { deliveryId } = await queued()
    const missing = { status: 404, body: { error: 'Webhook delivery not found' } }
    expect(await stranger.call(getWebhookDelivery, 'GET', `${PATH}/deliveries/${deliveryId}`)).toMatchObject(
      missing,
    )
    const live = `${PATH}/deliveries/${deliveryId}?mode=live`
    expect(await vendor.call(getWebhookDelivery, 'GET', live)).toMatchObject(missing)
    for (const id of ['nothing', built.id]) expect((await read(id)).status).toBe(404)
    const before = await database().webhookDelivery.findFirstOrThrow({ where: { id: deliveryId } })
    expect(await redeliver(deliveryId, stranger)).toMatchObject(missing)
    expect(await redeliver('nothing')).toMatchObject(missing)
    expect(await database().webhookDelivery.findFirstOrThrow({ where: { id: deliveryId } })).toEqual(before)
    expect((await list('', stranger)).rows).toEqual([])
  })
})

describe('the list', () => {
  test('shows the latest first, and filters by status, date, and the id of event or invoice', async () => {
    const first = await queued()
    const second = await queued()
    await attemptDelivery(first, answering(answer(200)))
    const ids = async (query: string) => (await list(query)).rows.map(({ id }) => id)
    expect(await ids('')).toEqual([second.deliveryId, first.deliveryId])
    expect(await ids('?status=DELIVERED')).toEqual([first.deliveryId])
    expect(await ids(`?q=${second.deliveryId}`)).toEqual([second.deliveryId])
    expect(await ids(`?q=${first.invoiceId}`)).toEqual([first.deliveryId])
    expect(await ids('?q=nothing')).toEqual([])
    const today = new Date().toISOString().slice(0, 10)
    expect(await ids(`?created_from=${today}&created_to=${today}`)).toHaveLength(2)
    expect(await ids('?created_to=2020-01-01')).toEqual([])
    expect((await list('?status=LOST')).status).toBe(400)
    expect((await list()).rows[1]).toMatchObject({ invoiceStatus: 'Paid', lastAnswer: 'HTTP 200' })
  })
})

describe('redelivering failed events', () => {
  test('shows how many there are, redelivers them, and is recorded', async () => {
    const delivery = await queued()
    await attemptDelivery(delivery, answering(answer(500)))
    const since = new Date(Date.now() - 60_000).toISOString()
    const counted = await vendor.call(countFailedWebhooks, 'GET', `${PATH}/redelivery?since=${since}`)
    expect(counted.body).toMatchObject({ count: 1 })
    expect(await redeliverSince(since)).toMatchObject({ status: 200, body: { count: 1, remaining: 0 } })
    expect(await audited()).toMatchObject([
      { action: 'webhook.redelivered', detail: `1 that failed since ${since}`, address: CLIENT_ADDRESS },
    ])
    for (const wrong of ['yesterday', undefined, 5, '2026-01-01', '0000-01-01T00:00:00Z']) {
      expect((await redeliverSince(wrong)).status).toBe(400)
    }
  })
})

describe('a test event', () => {
  test('goes to the given URL, is listed as a test, and is recorded without the query', async () => {
    const { status, body } = await sendTest(URL)
    expect(status).toBe(201)
    expect((await list()).rows).toMatchObject([{ id: body.id, invoiceId: null, url: URL, status: 'PENDING' }])
    expect(await audited()).toMatchObject([
      { action: 'webhook.test_sent', subjectId: body.id, detail: 'https://receiver.example/hook' },
    ])
  })

  test('follows the rules of a webhook_url', async () => {
    const wrong = [
      '',
      'receiver.example',
      'ftp://receiver.example/',
      'https://a:b@receiver.example/',
      7,
      null,
    ]
    for (const url of [...wrong, `https://receiver.example/${'a'.repeat(2048)}`]) {
      expect((await sendTest(url)).status).toBe(400)
    }
    expect((await list()).rows).toEqual([])
  })
})

describe('the signing secret', () => {
  test('is shown on request and rotated with the requested overlap; both are recorded', async () => {
    const { body: old } = await vendor.call(revealSigningSecret, 'GET', `${PATH}/secret`)
    expect(old).toEqual({ secret: expect.stringMatching(/^whsec_/), previousSecretExpiresAt: null })
    const rotate = (overlapHours?: unknown) =>
      vendor.call(rotateSigningSecret, 'POST', `${PATH}/secret`, { overlapHours })
    const { body: rotated } = await rotate(1)
    expect(rotated.secret).not.toBe(old.secret)
    const awayMs = Date.parse(String(rotated.previousSecretExpiresAt)) - Date.now()
    expect(awayMs / 60_000).toBeCloseTo(60, 0)
    expect(await rotate(24)).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining('without an overlap') },
    })
    expect((await rotate(0)).body.previousSecretExpiresAt).toBeNull()
    for (const wrong of [-1, 73, 1.5, 'long', {}]) expect((await rotate(wrong)).status).toBe(400)
    const actions = (await audited()).map(({ action }) => action)
    expect(actions).toEqual(['webhook_secret.revealed', 'webhook_secret.rotated', 'webhook_secret.rotated'])
    expect(inspect(await audited())).not.toContain('whsec_')
  })
})

describe('an endpoint', () => {
  const ENDPOINTS = `${PATH}/endpoints`
  const add = (fields: object) => vendor.call(addWebhookEndpoint, 'POST', ENDPOINTS, fields)
  const change = (id: unknown, fields: object, by = vendor) =>
    by.call(changeWebhookEndpoint, 'PATCH', `${ENDPOINTS}/${id}`, fields)
  const rotate = (id: unknown, fields: object, by = vendor) =>
    by.call(rotateEndpointSigningSecret, 'POST', `${ENDPOINTS}/${id}/rotate-secret`, fields)
  const listed = async () => (await vendor.call(listWebhookEndpoints, 'GET', ENDPOINTS)).body.endpoints

  test('is added with types, changed, rotated and deleted; its secret is shown when it is new, and recorded nowhere', async () => {
    const { status, body } = await add({ url: URL, eventTypes: ['invoice.paid'], description: ' The shop ' })
    expect([status, body]).toEqual([
      201,
      { id: expect.any(String), secret: expect.stringMatching(/^whsec_/) },
    ])
    const first = {
      id: body.id,
      url: URL,
      eventTypes: ['invoice.paid'],
      description: 'The shop',
      status: 'ENABLED',
    }
    expect(await listed()).toEqual([
      { ...first, previousSecretExpiresAt: null, createdAt: expect.any(String) },
    ])
    expect((await change(body.id, { status: 'DISABLED', eventTypes: null, description: '' })).status).toBe(
      200,
    )
    expect((await change(body.id, {})).status).toBe(200)
    const rotated = await rotate(body.id, {})
    expect(rotated.body).toEqual({ secret: expect.stringMatching(/^whsec_/) })
    expect(rotated.body.secret).not.toBe(body.secret)
    expect(await listed()).toMatchObject([
      {
        ...first,
        eventTypes: null,
        description: null,
        status: 'DISABLED',
        previousSecretExpiresAt: expect.any(String),
      },
    ])
    expect(await rotate(body.id, { overlapHours: 1 })).toMatchObject({ status: 409 })
    expect((await audited()).map(({ action, detail }) => [action, detail])).toEqual([
      ['webhook_endpoint.added', SHOWN_URL],
      ['webhook_endpoint.changed', `${SHOWN_URL}: event types, description, disabled`],
      ['webhook_endpoint.secret_rotated', `${SHOWN_URL}: the old one signs for 24 more hours`],
    ])
    expect(inspect(await audited())).not.toContain('whsec_')
  })

  test('of another vendor looks missing, and wrong fields are refused', async () => {
    const { body } = await add({ url: URL })
    const missing = { status: 404, body: { error: 'Webhook endpoint not found' } }
    for (const id of [body.id, 'nothing']) {
      expect(await change(id, { status: 'DISABLED' }, stranger)).toMatchObject(missing)
      expect(await rotate(id, {}, stranger)).toMatchObject(missing)
    }
    const wrong = [
      { url: 'ftp://x' },
      { eventTypes: [] },
      { eventTypes: ['invoice.lost'] },
      { status: 'off' },
    ]
    for (const fields of wrong) expect((await change(body.id, fields)).status, inspect(fields)).toBe(400)
    expect((await add({ url: URL, description: 'x'.repeat(256) })).status).toBe(400)
    expect(await listed()).toMatchObject([{ url: URL, status: 'ENABLED', eventTypes: null }])
  })
})

test('a banned vendor can read everything and change nothing', async () => {
  const delivery = await queued()
  await attemptDelivery(delivery, answering(answer(410)))
  await inOrmTransaction((tx) => markVendorBanned(tx, built.id, 'test', anOperator))
  expect((await read(delivery.deliveryId)).status).toBe(200)
  expect((await list()).rows).toHaveLength(1)
  const since = new Date(0).toISOString()
  const refused = [
    await redeliver(delivery.deliveryId),
    await redeliverSince(since),
    await sendTest(URL),
    await vendor.call(rotateSigningSecret, 'POST', `${PATH}/secret`, {}),
  ]
  expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403])
  expect((await read(delivery.deliveryId)).event).toMatchObject({ status: 'FAILED', attemptCount: 1 })
  expect((await list()).rows).toHaveLength(1)
})
