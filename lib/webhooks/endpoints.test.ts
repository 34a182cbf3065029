import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { connectionPool, database } from '@/lib/db/client'
import type { WebhookEndpointStatus } from '@/lib/db/generated/enums'
import { inTransaction } from '@/lib/db/transaction'
import { presentEvent } from '@/lib/events/answer'
import { numberEventsOf } from '@/lib/events/number-events'
import { readEvent, readEvents } from '@/lib/events/read-events'
import { recordEvent } from '@/lib/events/record-event'
import { newId } from '@/lib/ids'
import { due } from '@/lib/jobs/queue.fixture'
import { toJson } from '@/lib/json'
import { log } from '@/lib/log'
import { setClock } from '@/lib/time/clock'
import { DAY_MS, HOUR_MS } from '@/lib/time/units'
import type { Account } from '@/lib/vendors/account'
import { buildCustomer, buildInvoice, buildVendor } from '@/prisma/seed/builders'
import { attemptDelivery } from './attempt-delivery'
import { webhookQueue } from './delivery'
import { deliveryList } from './delivery-list'
import {
  addEndpoint,
  changeEndpoint,
  deleteEndpoint,
  ENDPOINT_LIMIT,
  type EndpointSettings,
  findEndpoints,
  rotateEndpointSecret,
} from './endpoints'
import { readDelivery } from './queries'
import { queueDeliveries } from './queue-deliveries'
import { countFailed, redeliverAll } from './redeliver'
import { findSigningSecrets } from './signing'
import { answer, answering } from './webhook-delivery.fixture'

const URL = 'https://receiver.example/hook'

let account: Account
beforeEach(async () => {
  account = (await buildVendor()).test
})
afterEach(() => setClock(null))

const number = (accountId = account.id) => numberEventsOf(accountId, queueDeliveries)
const add = (url = URL, settings: Partial<EndpointSettings> = {}) =>
  inTransaction((tx) => addEndpoint(tx, account.id, { url, ...settings }))

async function sendAgain(eventId: string): Promise<void> {
  const event = await readEvent(account.id, eventId, queueDeliveries)
  if (!event) throw new Error('the event is there')
  await inTransaction((tx) => redeliverAll(tx, account.id, event))
}

/** The account's deliveries, oldest first. */
const deliveries = () =>
  database().webhookDelivery.findMany({
    where: { accountId: account.id },
    orderBy: [{ sequence: 'asc' }, { url: 'asc' }],
  })

test('every event goes to every endpoint, once, with exactly what the API answers of it', async () => {
  await add(`${URL}/1`)
  await add(`${URL}/2`)
  await buildCustomer(account, { name: 'Zoë "☕" \\ 李' })
  await buildInvoice(account)
  await number()
  await number()
  const { events } = await readEvents(account.id, 0n, 100, queueDeliveries)
  expect(events.map(({ type }) => type)).toEqual(['customer.created', 'customer.created', 'invoice.created'])
  const sent = await deliveries()
  expect(sent.map(({ sequence, url, payload }) => [sequence, url, payload])).toEqual(
    events.flatMap((event, index) =>
      ['/1', '/2'].map((path) => [index + 1, URL + path, toJson({ event: presentEvent(event) })]),
    ),
  )
  for (const { eventId, nextAttemptAt, id } of sent) {
    expect(nextAttemptAt?.getTime()).toBeLessThanOrEqual(Date.now())
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab]/)
    expect(events.map(({ id }) => id)).toContain(eventId)
  }
  expect((await due(webhookQueue)).filter(({ tenantId }) => tenantId === account.id)).toHaveLength(6)
})

/** Attempts the account's deliveries that wait, and returns what was sent. */
async function send(status = 200) {
  const transport = answering(answer(status))
  for (const { id } of await deliveries())
    await attemptDelivery({ accountId: account.id, deliveryId: id }, transport)
  return transport.sent
}

const verify = (secret: string, request?: { body: string; headers: Record<string, string> }) =>
  new Webhook(secret).verify(request?.body ?? '', request?.headers ?? {})

test('a delivery is signed with the endpoint’s own secret, and names its event and its event’s number', async () => {
  const [first, second] = [await add(`${URL}/1`), await add(`${URL}/2`)]
  await buildCustomer(account)
  await number()
  const [delivery] = await deliveries()
  const requests = await send()
  expect(requests.map(({ url }) => url)).toEqual([`${URL}/1`, `${URL}/2`])
  expect(requests[0]?.headers).toMatchObject({
    'webhook-id': delivery?.id,
    'webhook-sequence': '1',
    'counterfoil-event-id': delivery?.eventId,
  })
  expect(verify(first.secret, requests[0])).toMatchObject({ event: { id: delivery?.eventId } })
  verify(second.secret, requests[1])
  const { current } = await findSigningSecrets(database(), account.id)
  for (const other of [second.secret, current]) expect(() => verify(other, requests[0])).toThrow()
  expect((await deliveries())[0]).toMatchObject({ status: 'DELIVERED', attemptCount: 1 })
  expect(await readDelivery(account, delivery?.id ?? '')).toMatchObject({
    invoiceId: null,
    eventType: 'customer.created',
  })
})

test('after a rotation both secrets sign for as long as was asked, and then the new one alone', async () => {
  const { id, secret: old } = await add()
  const rotate = (hours: number) => inTransaction((tx) => rotateEndpointSecret(tx, account.id, id, hours))
  const sent = async () => {
    await buildCustomer(account)
    await number()
    return (await send())[0]
  }
  const { secret, previousSecretExpiresAt } = await rotate(24)
  expect(secret).not.toBe(old)
  expect((previousSecretExpiresAt?.getTime() ?? 0) - Date.now()).toBeGreaterThan(23.9 * HOUR_MS)
  const during = await sent()
  for (const each of [secret, old]) verify(each, during)
  await expect(rotate(1)).rejects.toThrow('webhook_secret_in_overlap')
  setClock(() => new Date(Date.now() + 24 * HOUR_MS + 1))
  const after = await sent()
  setClock(null)
  expect(after?.headers['webhook-signature']?.split(' ')).toHaveLength(1)
  const newest = await rotate(0)
  const last = await sent()
  verify(newest.secret, last)
  for (const each of [secret, old]) expect(() => verify(each, last)).toThrow()
})

test('of two rotations at once with an overlap, one is refused, and no secret is lost', async () => {
  const { id } = await add()
  const rotations = await Promise.allSettled(
    [1, 2].map((hours) => inTransaction((tx) => rotateEndpointSecret(tx, account.id, id, hours))),
  )
  expect(rotations.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const [won] = rotations.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
  await buildCustomer(account)
  await number()
  verify(won?.secret ?? '', (await send())[0])
})

test('an endpoint gets events of its types only, from when they were set', async () => {
  const { id } = await add(URL, { eventTypes: ['invoice.created'] })
  await buildInvoice(account)
  await number()
  const typesSent = async () =>
    (await deliveries()).map(({ payload }) => (JSON.parse(payload) as { event: { type: string } }).event.type)
  expect(await typesSent()).toEqual(['invoice.created'])
  const change = (settings: Partial<EndpointSettings>) =>
    inTransaction((tx) => changeEndpoint(tx, account.id, id, settings))
  expect((await change({ eventTypes: null })).changed).toEqual(['eventTypes'])
  expect((await change({ eventTypes: null })).changed).toEqual([])
  await buildCustomer(account)
  await number()
  expect(await typesSent()).toEqual(['invoice.created', 'customer.created'])
})

test('a disabled endpoint gets nothing, not even what was waiting, until it is enabled again', async () => {
  const { id } = await add()
  const become = (status: WebhookEndpointStatus) =>
    inTransaction((tx) => changeEndpoint(tx, account.id, id, { status }))
  await buildCustomer(account)
  await number()
  await become('DISABLED')
  expect(await send()).toEqual([])
  const [failed] = await deliveries()
  expect(failed).toMatchObject({ status: 'FAILED', nextAttemptAt: null, attemptCount: 0 })
  await buildCustomer(account)
  await number()
  expect(await deliveries()).toHaveLength(1)
  await become('ENABLED')
  await sendAgain(failed?.eventId ?? '')
  expect(await send()).toHaveLength(1)
})

test('an endpoint that moves gets at its new URL what was waiting for it', async () => {
  const { id, secret } = await add()
  await buildCustomer(account)
  await number()
  await inTransaction((tx) => changeEndpoint(tx, account.id, id, { url: `${URL}/new` }))
  const [request] = await send()
  expect(request?.url).toBe(`${URL}/new`)
  verify(secret, request)
  expect(await deliveries()).toMatchObject([{ status: 'DELIVERED', url: `${URL}/new` }])
})

test('an endpoint gets no event that is older than itself, and nothing of another account', async () => {
  await buildCustomer(account)
  await number()
  await add()
  const other = (await buildVendor()).test
  await buildCustomer(other)
  await number(other.id)
  expect(await deliveries()).toEqual([])
  await buildCustomer(account)
  await number()
  expect(await deliveries()).toMatchObject([{ sequence: 2 }])
})

test('a deleted endpoint gets nothing any more, not even what is waiting to be sent again', async () => {
  const { id } = await add()
  await buildCustomer(account)
  await number()
  const [waiting] = await deliveries()
  await inTransaction((tx) => deleteEndpoint(tx, account.id, id))
  const transport = answering(answer(200))
  await attemptDelivery({ accountId: account.id, deliveryId: waiting?.id ?? '' }, transport)
  expect(transport.sent).toEqual([])
  expect(await deliveries()).toMatchObject([{ status: 'FAILED', nextAttemptAt: null, attemptCount: 0 }])
  await buildCustomer(account)
  await number()
  expect(await deliveries()).toHaveLength(1)
  await expect(inTransaction((tx) => deleteEndpoint(tx, account.id, id))).rejects.toThrow(
    'webhook_endpoint_not_found',
  )
})

test('redelivering an event sends it to its URLs again, and to endpoints that were added since, each once', async () => {
  await add(`${URL}/1`)
  const { id: eventId } = await recordEvent(connectionPool(), {
    accountId: account.id,
    type: 'payout.paid',
    subjectId: newId(),
    data: { amount: 5 },
  })
  await number()
  await database().webhookDelivery.updateMany({
    where: { eventId },
    data: { status: 'DELIVERED', nextAttemptAt: null, attemptCount: 1 },
  })
  await add(`${URL}/2`)
  await sendAgain(eventId)
  await sendAgain(eventId)
  const again = await deliveries()
  expect(again.map(({ url, status, nextAttemptAt }) => [url, status, nextAttemptAt !== null])).toEqual([
    [`${URL}/1`, 'PENDING', true],
    [`${URL}/2`, 'PENDING', true],
  ])
  expect(again[0]?.payload).toBe(again[1]?.payload)
})

test('an old event that goes to a new endpoint and fails there is redelivered with what fails today', async () => {
  const today = new Date()
  setClock(() => new Date(today.getTime() - 3 * DAY_MS))
  const { id: eventId } = await recordEvent(connectionPool(), {
    accountId: account.id,
    type: 'payout.paid',
    subjectId: newId(),
    data: {},
  })
  await number()
  setClock(() => today)
  await add()
  await sendAgain(eventId)
  const [delivery] = await deliveries()
  await attemptDelivery({ accountId: account.id, deliveryId: delivery?.id ?? '' }, answering(answer(500)))
  expect(await countFailed(database(), account.id, today)).toBe(1)
  const day = today.toISOString().slice(0, 10)
  const { rows } = await deliveryList.read(account.id, new URLSearchParams({ created_from: day }))
  expect(rows).toMatchObject([{ id: delivery?.id }])
})

test('of any number of requests at once, as many endpoints are added as an account may have', async () => {
  const added = await Promise.allSettled(Array.from({ length: ENDPOINT_LIMIT + 4 }, () => add()))
  expect(added.filter(({ status }) => status === 'fulfilled')).toHaveLength(ENDPOINT_LIMIT)
  for (const refused of added.filter(({ status }) => status === 'rejected')) {
    expect(refused).toMatchObject({ reason: { code: 'webhook_endpoint_limit_reached' } })
  }
  const endpoints = await findEndpoints(connectionPool(), { accountId: account.id })
  expect(endpoints).toHaveLength(ENDPOINT_LIMIT)
  await inTransaction((tx) => deleteEndpoint(tx, account.id, endpoints[0]?.id ?? ''))
  await add()
})

test('an endpoint of another account can’t be changed, rotated or deleted', async () => {
  const { id } = await add()
  const other = (await buildVendor()).test
  await expect(inTransaction((tx) => deleteEndpoint(tx, other.id, id))).rejects.toThrow(
    'webhook_endpoint_not_found',
  )
  await expect(
    inTransaction((tx) => changeEndpoint(tx, other.id, id, { status: 'DISABLED' })),
  ).rejects.toThrow('webhook_endpoint_not_found')
  await expect(inTransaction((tx) => rotateEndpointSecret(tx, other.id, id, 0))).rejects.toThrow(
    'webhook_endpoint_not_found',
  )
  const [same] = await findEndpoints(connectionPool(), { accountId: account.id })
  expect(same).toMatchObject({ id, status: 'ENABLED', previousSecretExpiresAt: null })
})

test('the log line of a delivery names the request that caused the event', async () => {
  await add()
  const requestId = newId()
  const event = {
    accountId: account.id,
    type: 'payout.paid',
    subjectId: newId(),
    data: {},
    requestId,
  } as const
  await recordEvent(connectionPool(), event)
  await number()
  const [delivery] = await deliveries()
  const written = vi.spyOn(log, 'debug')
  await attemptDelivery({ accountId: account.id, deliveryId: delivery?.id ?? '' }, answering(answer(200)))
  expect(written.mock.calls).toContainEqual([
    expect.objectContaining({ requestId, deliveryId: delivery?.id, status: 200 }),
    'a webhook was delivered',
  ])
  written.mockRestore()
})

test('the log line of a delivery that failed does not claim that it arrived', async () => {
  await add()
  await recordEvent(connectionPool(), {
    accountId: account.id,
    type: 'payout.paid',
    subjectId: newId(),
    data: {},
    requestId: null,
  })
  await number()
  const [delivery] = await deliveries()
  const written = vi.spyOn(log, 'info')
  await attemptDelivery({ accountId: account.id, deliveryId: delivery?.id ?? '' }, answering(answer(500)))
  expect(written.mock.calls).toContainEqual([
    expect.objectContaining({ deliveryId: delivery?.id, status: 500 }),
    'a webhook was not delivered',
  ])
  written.mockRestore()
})
