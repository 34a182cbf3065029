import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { connectionPool, database } from '@/lib/db/client'
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
import { DAY_MS } from '@/lib/time/units'
import type { Account } from '@/lib/vendors/account'
import { buildCustomer, buildInvoice, buildVendor } from '@/prisma/seed/builders'
import { attemptDelivery } from './attempt-delivery'
import { webhookQueue } from './delivery'
import { deliveryList } from './delivery-list'
import { addEndpoint, deleteEndpoint, ENDPOINT_LIMIT, findEndpoints } from './endpoints'
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
const add = (url = URL) => inTransaction((tx) => addEndpoint(tx, account.id, url))

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

test('a delivery is signed with the account’s secret and numbered like its event', async () => {
  await add()
  await buildCustomer(account)
  await number()
  const [delivery] = await deliveries()
  const transport = answering(answer(200))
  await attemptDelivery({ accountId: account.id, deliveryId: delivery?.id ?? '' }, transport)
  const [request] = transport.sent
  expect(request).toMatchObject({ url: URL, body: delivery?.payload })
  expect(request?.headers).toMatchObject({ 'webhook-id': delivery?.id, 'webhook-sequence': '1' })
  const { current } = await findSigningSecrets(database(), account.id)
  const { createHmac } = await import('node:crypto')
  const signed = `${delivery?.id}.${request?.headers['webhook-timestamp']}.${request?.body}`
  const key = Buffer.from(current.replace('whsec_', ''), 'base64')
  expect(request?.headers['webhook-signature']).toBe(
    `v1,${createHmac('sha256', key).update(signed).digest('base64')}`,
  )
  expect((await deliveries())[0]).toMatchObject({ status: 'DELIVERED', attemptCount: 1 })
  expect(await readDelivery(account, delivery?.id ?? '')).toMatchObject({
    invoiceId: null,
    eventType: 'customer.created',
  })
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

test('an endpoint of another account can’t be deleted', async () => {
  const { id } = await add()
  const other = (await buildVendor()).test
  await expect(inTransaction((tx) => deleteEndpoint(tx, other.id, id))).rejects.toThrow(
    'webhook_endpoint_not_found',
  )
  expect(await findEndpoints(connectionPool(), { accountId: account.id })).toMatchObject([{ id }])
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
    'a webhook was sent',
  ])
  written.mockRestore()
})
