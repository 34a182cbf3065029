import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { percentile } from '@/bench/figures'
import { connectionPool, database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { env } from '@/lib/env'
import { newId } from '@/lib/ids'
import { recordPayoutIntent } from '@/lib/payouts/create-payout'
import { payableCustomer } from '@/lib/payouts/payable-customer.fixture'
import { payoutProviderFor } from '@/lib/providers/registry'
import { buildVendor } from '@/prisma/seed/builders'
import type { Running } from './poll'

const WAIT = { timeout: 9000, interval: 10 }

let hangingCount = 0
const arrivals = new Map<string, number>()
const servers: Server[] = []

let worker: Running

beforeAll(async () => {
  // Receivers are on this machine. The worker's transport reads the setting once.
  env.WEBHOOKS_ALLOW_PRIVATE = true
  const { startWorker } = await import('./worker')
  worker = startWorker()
})
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})
afterAll(() => worker.stop())

async function receiver(listener: RequestListener): Promise<number> {
  const server = createServer(listener).listen(0)
  servers.push(server)
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

/** As an automation service is: one host for everybody, where each has a path of their own. */
const sharedHost = () =>
  receiver((request, response) => {
    if (request.url === '/hangs') {
      hangingCount += 1
      return
    }
    arrivals.set(request.headers['webhook-id'] as string, performance.now())
    response.end()
  })

const queueEvents = (accountId: string, url: string, count: number) =>
  connectionPool().query(
    `INSERT INTO webhook_deliveries (account_id, id, sequence, url, payload, next_attempt_at, created_at)
     SELECT $1, gen_random_uuid(), 1, $2, '{}', now(), now() FROM generate_series(1, $3)`,
    [accountId, url, count],
  )

/** The time that a new event of the account takes to arrive at its receiver. */
async function deliveryMs(accountId: string, url: string): Promise<number> {
  const path = `/${newId()}`
  const startedMs = performance.now()
  await queueEvents(accountId, url + path, 1)
  await expect.poll(() => arrivals.get(path), WAIT).toBeDefined()
  return (arrivals.get(path) ?? Number.POSITIVE_INFINITY) - startedMs
}

/** A payout whose request died before it reached the provider: it is due. */
async function duePayout(): Promise<string> {
  const { account, ...request } = await payableCustomer(1000n)
  const options = { provider: payoutProviderFor('test'), leaseMs: 0 }
  const { payoutId } = await inOrmTransaction((tx) =>
    recordPayoutIntent(tx, account, { ...request, amountMinor: 400n }, options),
  )
  return payoutId
}

test('events of one vendor that hang at a host delay nobody else’s to the same host by a second', async () => {
  hangingCount = 0
  const url = `http://127.0.0.1:${await sharedHost()}`
  const { test: noisy } = await buildVendor()
  await queueEvents(noisy.id, `${url}/hangs`, 200)
  await expect.poll(() => hangingCount, WAIT).toBeGreaterThan(50)
  const quiet = [(await buildVendor()).test.id, (await buildVendor()).test.id]
  const latenciesMs: number[] = []
  // Wave after wave: the last ones come when the noisy vendor has all the slots that it gets.
  for (let wave = 0; wave < 5; wave += 1) {
    const before = arrivals.size
    const startedMs = performance.now()
    for (const id of quiet) await queueEvents(id, `${url}/answers`, 10)
    await expect.poll(() => arrivals.size, WAIT).toBe(before + 20)
    latenciesMs.push(...[...arrivals.values()].slice(before).map((arrivedMs) => arrivedMs - startedMs))
  }
  expect(latenciesMs).toHaveLength(100)
  expect(percentile(latenciesMs, 0.95)).toBeLessThan(1000)
}, 30_000)

test.each([
  ['one account', 1],
  ['several accounts, at one host', 4],
])(
  'hundreds of deliveries that hang, of %s, delay neither another vendor’s nor a payout',
  async (_, count) => {
    hangingCount = 0
    const hungPort = await receiver(() => {
      hangingCount += 1
    })
    const port = await receiver((request, response) => {
      arrivals.set(request.url ?? '', performance.now())
      response.end()
    })
    for (let index = 0; index < count; index += 1) {
      const { test: noisy } = await buildVendor()
      await queueEvents(noisy.id, `http://127.0.0.1:${hungPort}/${index}`, 800 / count)
    }
    const { test: quiet } = await buildVendor()
    await expect.poll(() => hangingCount, WAIT).toBeGreaterThan(50)
    const latenciesMs: number[] = []
    for (let index = 0; index < 10; index += 1) {
      latenciesMs.push(await deliveryMs(quiet.id, `http://localhost:${port}`))
    }
    expect(Math.max(...latenciesMs)).toBeLessThan(2000)
    const id = await duePayout()
    const startedMs = performance.now()
    const status = async () => (await database().payout.findFirstOrThrow({ where: { id } })).status
    await expect.poll(status, WAIT).not.toBe('PROCESSING')
    expect(performance.now() - startedMs).toBeLessThan(2000)
  },
  30_000,
)
