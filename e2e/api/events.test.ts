import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { expectRefusal, send } from '../fixtures/api-client'
import { freshVendor, type Vendor } from '../fixtures/vendor'
import { WebhookReceiver } from '../fixtures/webhook-receiver'

const WAIT = { timeout: 30_000, interval: 20 }

let vendor: Vendor
let receiver: WebhookReceiver
beforeAll(async () => {
  receiver = await WebhookReceiver.start()
})
afterAll(() => receiver.stop())
beforeEach(async () => {
  vendor = await freshVendor()
})

const remove = (id: string, by = vendor) =>
  send({
    method: 'DELETE',
    path: `/api/v2/webhook-endpoints/${id}`,
    headers: { authorization: `Bearer ${by.key}` },
  })

test('a payout is followed from its request to its end: by waiting for events, and at an endpoint', async () => {
  const added = await vendor.post('/webhook-endpoints', { url: receiver.url('/all') })
  expect(added.status).toBe(201)
  const customerId = await vendor.customer()
  const bankAccountId = await vendor.bankAccount(customerId)
  await vendor.credit('20')
  const { next_cursor: start } = (await vendor.get('/events')).body
  const waiting = vendor.get('/events', `after=${start}&wait=30`)
  const { body } = await vendor.post(`/customer/${customerId}/payout`, {
    bank_account_id: bankAccountId,
    amount: 10,
  })
  const first = (await waiting).body
  const rest = (await vendor.get('/events', `after=${first.next_cursor}&wait=5`)).body
  const events = [...first.events, ...rest.events]
  expect(events).toMatchObject([
    { sequence: 3, type: 'payout.created', data: { id: body.payout.id, status: 'PROCESSING' } },
    { sequence: 4, type: 'payout.paid', data: { ...body.payout } },
  ])
  await expect.poll(() => receiver.about(body.payout.id).length, WAIT).toBe(2)
  const arrived = receiver.about(body.payout.id).map((delivery) => JSON.parse(delivery.body).event)
  expect(arrived.sort((one, other) => one.sequence - other.sequence)).toEqual(events)
  const fetchEvent = async () => (await vendor.get(`/event/${events[1]?.id}`)).body
  await expect.poll(async () => JSON.stringify(await fetchEvent()), WAIT).toContain('"status":"DELIVERED"')
  await vendor.post(`/event/${events[1]?.id}/redeliver`, {})
  await expect.poll(() => receiver.about(body.payout.id).length, WAIT).toBe(3)
})

test('endpoints belong to their account, and are as many as it may have', async () => {
  const path = '/webhook-endpoints'
  await vendor.expectRefused(path, {}, 400, 'url is required')
  await vendor.expectRefused(path, { url: 5 }, 400, 'url must be a string')
  await vendor.expectRefused(path, { url: 'ftp://example.com' }, 400, 'Invalid url')
  await vendor.expectRefused(
    path,
    { url: `https://example.com/${'x'.repeat(2048)}` },
    400,
    'url must be at most 2048 characters',
  )
  const url = 'https://receiver.example/hook'
  const { id } = (await vendor.post(path, { url }, { 'idempotency-key': 'one' })).body.webhook_endpoint
  const again = await vendor.unchanged(() => vendor.post(path, { url }, { 'idempotency-key': 'one' }))
  expect([again.headers.get('idempotent-replayed'), again.body.webhook_endpoint.id]).toEqual(['true', id])
  const other = await freshVendor()
  for (const foreign of [id, '0199d1c2-ffff-7fff-bfff-ffffffffffff', 'x']) {
    expectRefusal(await vendor.unchanged(() => remove(foreign, other)), 404, 'Webhook endpoint not found')
  }
  expect((await other.get(path)).body).toMatchObject({ webhook_endpoints: [] })
  for (let count = 1; count < 10; count += 1) expect((await vendor.post(path, { url })).status).toBe(201)
  await vendor.expectRefused(path, { url }, 409, 'An account can have at most 10 webhook endpoints')
  expect((await remove(id)).status).toBe(200)
  expectRefusal(await remove(id), 404, 'Webhook endpoint not found')
  expectRefusal(await send({ method: 'DELETE', path: `/api/v2${path}/${id}` }), 400, 'api_key is required')
})

test.each([
  ['wait=31', 'wait must be a whole number from 0 to 30'],
  ['limit=0', 'limit must be a whole number from 1 to 100'],
  ['after=x', 'Invalid cursor'],
  ['after=7', 'Invalid cursor'],
  ['type=x', 'Unknown parameter type'],
  ['after=0&after=0', 'after is given more than once'],
])('events?%s is refused', async (query, message) => {
  expectRefusal(await vendor.get('/events', query), 400, message)
})
