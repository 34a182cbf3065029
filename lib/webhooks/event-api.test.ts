import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { nodeHandler } from '@/lib/api/node'
import { apiV2 } from '@/lib/api/v2'
import { connectionPool, database } from '@/lib/db/client'
import { env } from '@/lib/env'
import { recordEvent } from '@/lib/events/record-event'
import { countWaiting, stopWaiting, WAITING_LIMITS } from '@/lib/events/wait-for-events'
import { describeRequest } from '@/lib/http/served-request'
import { newId } from '@/lib/ids'
import { changeInvoiceStatus } from '@/lib/invoices/change-invoice-status'
import type { Account } from '@/lib/vendors/account'
import { buildApiKey, buildCustomer, buildInvoice, buildVendor } from '@/prisma/seed/builders'

let server: Server
let account: Account
let key: string

beforeAll(async () => {
  env.RATE_LIMIT_TEST = 0
  const handle = nodeHandler(apiV2)
  server = createServer((request, response) => {
    void handle(request, response, describeRequest(request, response, []))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(async () => {
  account = (await buildVendor()).test
  key = await buildApiKey(account)
})
afterEach(async () => {
  await expect.poll(countWaiting).toBe(0)
})

type Listed = {
  events: { id: string; sequence: number; type: string; data: { id: string } }[]
  next_cursor: string
}

async function call(
  path: string,
  { method = 'GET', headers = {}, signal = null as AbortSignal | null } = {},
) {
  const { port } = server.address() as AddressInfo
  const response = await fetch(`http://127.0.0.1:${port}/api/v2${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, ...headers },
    signal,
  })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

async function list(query = ''): Promise<Listed> {
  const { status, body } = await call(`/events${query}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

const record = () => {
  const id = newId()
  return recordEvent(connectionPool(), {
    accountId: account.id,
    type: 'customer.created',
    subjectId: id,
    data: { id },
  })
}

test('events are listed oldest first, from the beginning or from a cursor, in pages without gap or repeat', async () => {
  const ids: string[] = []
  for (let count = 0; count < 7; count += 1) ids.push((await record()).id)
  const seen: string[] = []
  let after = ''
  for (;;) {
    const { events, next_cursor } = await list(`?limit=3${after && `&after=${after}`}`)
    seen.push(...events.map(({ id }) => id))
    after = next_cursor
    if (events.length === 0) break
  }
  expect(seen).toEqual(ids)
  expect(after).toBe('7')
  await record()
  const { events, next_cursor } = await list(`?after=${after}`)
  expect([events.map(({ sequence }) => sequence), next_cursor]).toEqual([[8], '8'])
})

test('an account without events answers an empty list and a cursor to go on from', async () => {
  expect(await list()).toEqual({ status: 'success', events: [], next_cursor: '0' })
})

test('an event is listed at once after the request that caused it, with the object and the request’s id nowhere lost', async () => {
  const customer = await call('/customer', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
  })
  expect(customer.status).toBe(400)
  const { id } = await buildCustomer(account)
  const { events } = await list()
  expect(events).toMatchObject([{ sequence: 1, type: 'customer.created', data: { id } }])
})

test.each([
  ['limit=0', 'limit must be a whole number from 1 to 100'],
  ['limit=101', 'limit must be a whole number from 1 to 100'],
  ['limit=', 'limit must be a whole number from 1 to 100'],
  ['wait=31', 'wait must be a whole number from 0 to 30'],
  ['wait=-1', 'wait must be a whole number from 0 to 30'],
  ['wait=x', 'wait must be a whole number from 0 to 30'],
  ['after=-1', 'Invalid cursor'],
  ['after=', 'Invalid cursor'],
  ['after=9999999999999999999', 'Invalid cursor'],
  ['after=2&wait=30', 'Invalid cursor'],
  ['type=invoice.lost', 'Unknown event type invoice.lost'],
  ['type=', 'Unknown event type ""'],
  ['type=invoice.paid,', 'Unknown event type ""'],
  ['kind=invoice.paid', 'Unknown parameter kind'],
  ['limit=1&limit=2', 'limit is given more than once'],
])('?%s is refused', async (query, error) => {
  await record()
  expect(await call(`/events?${query}`)).toMatchObject({ status: 400, body: { error } })
})

test('a request that waits is answered as soon as there is an event, and with nothing when its time is over', async () => {
  const waiting = list('?wait=30')
  await expect.poll(countWaiting).toBe(1)
  const { id } = await record()
  expect((await waiting).events).toMatchObject([{ id, sequence: 1 }])
  expect(await list('?after=1&wait=1')).toMatchObject({ events: [], next_cursor: '1' })
})

test('events of another account wake nobody', async () => {
  const other = (await buildVendor()).test
  const waiting = list('?wait=2')
  await expect.poll(countWaiting).toBe(1)
  await buildCustomer(other)
  expect((await waiting).events).toEqual([])
})

test('requests that wait hold no connection and no transaction', async () => {
  const waiting = Array.from({ length: WAITING_LIMITS.perAccount }, () => list('?wait=30'))
  await expect.poll(countWaiting).toBe(WAITING_LIMITS.perAccount)
  const pool = connectionPool()
  expect(pool.totalCount - pool.idleCount).toBe(0)
  const { rows } = await pool.query(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'`,
  )
  expect(rows).toEqual([])
  await record()
  for (const page of await Promise.all(waiting)) expect(page.events).toHaveLength(1)
})

test('an account that waits too often is told to come back; another one still waits', async () => {
  const waiting = Array.from({ length: WAITING_LIMITS.perAccount }, () => list('?wait=30'))
  await expect.poll(countWaiting).toBe(WAITING_LIMITS.perAccount)
  const refused = await call('/events?wait=30')
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1'])
  expect((await list()).events).toEqual([])
  await record()
  await Promise.all(waiting)
})

test('a client that is gone waits no more', async () => {
  const leaving = new AbortController()
  const waiting = call('/events?wait=30', { signal: leaving.signal }).catch(() => 'gone')
  await expect.poll(countWaiting).toBe(1)
  leaving.abort()
  expect(await waiting).toBe('gone')
  await expect.poll(countWaiting).toBe(0)
})

test('a process that stops answers those who wait', async () => {
  const waiting = list('?wait=30')
  await expect.poll(countWaiting).toBe(1)
  stopWaiting()
  expect((await waiting).events).toEqual([])
  expect((await list('?wait=30')).events).toEqual([])
  const { counterfoilWaiting } = globalThis as unknown as { counterfoilWaiting: { isStopped: boolean } }
  counterfoilWaiting.isStopped = false
})

test('an event shows where it was sent, and redelivering makes that due again', async () => {
  const { id: invoiceId } = await buildInvoice(account, { webhookUrl: 'https://receiver.example/hook' })
  await changeInvoiceStatus(connectionPool(), { accountId: account.id, invoiceId }, { to: 'FAILED' })
  const { events } = await list()
  const failed = events.find(({ type }) => type === 'invoice.failed')
  const delivery = await database().webhookDelivery.findFirstOrThrow({ where: { invoiceId } })
  const key = { accountId: account.id, deliveryId: delivery.id }
  await database().webhookDelivery.update({
    where: { accountId_id: { accountId: account.id, id: delivery.id } },
    data: { status: 'FAILED', nextAttemptAt: null, attemptCount: 1 },
  })
  await database().webhookAttempt.create({
    data: {
      ...key,
      number: 1,
      requestHeaders: '{}',
      responseStatus: 500,
      responseBody: 'no',
      durationMs: 12,
      createdAt: new Date(),
    },
  })
  const answer = await call(`/event/${failed?.id}`)
  expect(answer).toMatchObject({
    status: 200,
    body: {
      event: {
        ...failed,
        deliveries: [
          {
            id: delivery.id,
            url: 'https://receiver.example/hook',
            status: 'FAILED',
            next_attempt_at: null,
            attempts: [
              { number: 1, response_status: 500, response_body: 'no', error: null, duration_ms: 12 },
            ],
          },
        ],
      },
    },
  })
  const again = await call(`/event/${failed?.id}/redeliver`, { method: 'POST' })
  expect(again).toMatchObject({
    status: 200,
    body: { event: { deliveries: [{ id: delivery.id, status: 'PENDING' }] } },
  })
  const [first] = again.body.event.deliveries
  expect(new Date(first.next_attempt_at).getTime()).toBeLessThanOrEqual(Date.now())
})

test('an event of another account, of the other mode, and no event at all look the same', async () => {
  const { id } = await record()
  key = await buildApiKey((await buildVendor()).test)
  for (const path of [`/event/${id}`, `/event/${newId()}`, '/event/none']) {
    expect(await call(path)).toMatchObject({ status: 404, body: { error: 'Event not found' } })
    expect(await call(`${path}/redeliver`, { method: 'POST' })).toMatchObject({ status: 404 })
  }
})
