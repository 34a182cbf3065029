import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { expectRefusal, type Fields, send } from '../fixtures/api-client'
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
  const { secret } = added.body.webhook_endpoint
  for (const delivery of receiver.about(body.payout.id)) {
    const { event } = new Webhook(secret).verify(
      delivery.body,
      delivery.headers as Record<string, string>,
    ) as {
      event: { id: string; sequence: number }
    }
    expect(delivery.headers['counterfoil-event-id']).toBe(event.id)
    expect(delivery.headers['webhook-sequence']).toBe(String(event.sequence))
    const { deliveries } = (await vendor.get(`/event/${event.id}`)).body.event
    expect(deliveries.map(({ id }) => id)).toEqual([delivery.headers['webhook-id']])
  }
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

test('an endpoint takes the types it names, moves, and changes its secret; the list shows no secret', async () => {
  const path = '/webhook-endpoints'
  const url = receiver.url('/types')
  const fields = {
    url,
    event_types: ['invoice.paid', 'customer.created', 'invoice.paid'],
    description: 'The shop',
  }
  const { webhook_endpoint: added } = (await vendor.post(path, fields)).body
  const { secret, ...shown } = added
  expect(shown).toMatchObject({
    ...fields,
    event_types: ['customer.created', 'invoice.paid'],
    status: 'enabled',
  })
  expect((await vendor.get(path)).body.webhook_endpoints).toEqual([shown])
  const at = `${path}/${added.id}`
  const wrong: [object, string][] = [
    [{ url: ' ' }, 'url is required'],
    [{ url: 5 }, 'url must be a string'],
    [{ url: `https://example.com/${'x'.repeat(2048)}` }, 'url must be at most 2048 characters'],
    [{ url: 'example.com' }, 'Invalid url'],
    [{ event_types: 'invoice.paid' }, 'event_types must be an array of 1 to 100 event types'],
    [{ event_types: [] }, 'event_types must be an array of 1 to 100 event types'],
    [{ event_types: ['invoice.lost'] }, 'Unknown event type invoice.lost'],
    [{ description: 5 }, 'description must be a string'],
  ]
  for (const [change, message] of wrong) {
    expectRefusal(await vendor.patch(at, change as Fields), 400, message)
    expectRefusal(await vendor.post(path, { url, ...change } as Fields), 400, message)
  }
  expectRefusal(await vendor.patch(at, { status: 'off' }), 400, 'status must be enabled or disabled')

  const customerId = await vendor.customer()
  const invoiceId = await vendor.invoice({ customer_id: customerId })
  await vendor.post(`/test/invoice/${invoiceId}/pay`, {})
  await expect.poll(() => receiver.deliveries.filter((each) => each.path === '/types').length, WAIT).toBe(2)
  const typesSent = receiver.deliveries
    .filter(({ path }) => path === '/types')
    .map(({ body }) => (JSON.parse(body) as { event: { type: string } }).event.type)
  expect(typesSent.toSorted()).toEqual(['customer.created', 'invoice.paid'])

  const rotate = (body: Fields, key?: string) =>
    vendor.post(`${at}/rotate-secret`, body, key ? { 'idempotency-key': key } : {})
  expectRefusal(await rotate({ overlap_hours: 73 }), 400, 'overlap_hours must be a whole number from 0 to 72')
  const rotated = (await rotate({}, 'rotation')).body.webhook_endpoint
  expect((await rotate({}, 'rotation')).body.webhook_endpoint).toEqual(rotated)
  const dayMs = Date.parse(rotated.previous_secret_expires_at ?? '') - Date.now()
  expect(dayMs / 3_600_000).toBeCloseTo(24, 1)
  expectRefusal(await rotate({}), 409, expect.stringMatching(/^The previous secret still signs/) as string)
  const moved = { url: receiver.url('/moved'), event_types: null, description: null }
  expect((await vendor.patch(at, moved)).body.webhook_endpoint).toMatchObject(moved)
  const second = await vendor.customer()
  await expect.poll(() => receiver.about(second).length, WAIT).toBe(1)
  const [delivery] = receiver.about(second)
  expect(delivery?.path).toBe('/moved')
  for (const each of [secret, rotated.secret]) {
    new Webhook(each).verify(delivery?.body ?? '', delivery?.headers as Record<string, string>)
  }
  expect((await vendor.patch(at, { status: 'disabled' })).body.webhook_endpoint.status).toBe('disabled')
  const third = await vendor.customer()
  const event = (await vendor.get('/events', 'limit=100')).body.events.find(({ data }) => data.id === third)
  expect((await vendor.get(`/event/${event?.id}`)).body.event.deliveries).toEqual([])
})

test('events of one type or several are listed and waited for, and the cursor passes by the others', async () => {
  const customerId = await vendor.customer()
  await vendor.invoice({ customer_id: customerId })
  const types = async (query: string) => {
    const { events, next_cursor } = (await vendor.get('/events', query)).body
    return [events.map(({ type }) => type), next_cursor]
  }
  expect(await types('type=invoice.created')).toEqual([['invoice.created'], '2'])
  expect(await types('type=invoice.created,customer.created&limit=1')).toEqual([['customer.created'], '1'])
  expect(await types('type=payout.paid')).toEqual([[], '2'])
  const waiting = types('type=invoice.created&after=2&wait=30')
  await vendor.customer()
  await vendor.invoice({ customer_id: customerId })
  expect(await waiting).toEqual([['invoice.created'], '4'])
})

test.each([
  ['wait=31', 'wait must be a whole number from 0 to 30'],
  ['limit=0', 'limit must be a whole number from 1 to 100'],
  ['after=x', 'Invalid cursor'],
  ['after=7', 'Invalid cursor'],
  ['type=x', 'Unknown event type x'],
  ['type=', 'Unknown event type ""'],
  ['type=invoice.paid,invoice.lost', 'Unknown event type invoice.lost'],
  ['kind=x', 'Unknown parameter kind'],
  ['after=0&after=0', 'after is given more than once'],
])('events?%s is refused', async (query, message) => {
  expectRefusal(await vendor.get('/events', query), 400, message)
})
