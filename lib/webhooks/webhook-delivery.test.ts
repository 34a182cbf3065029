import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { setClock } from '@/lib/time/clock'
import type { WebhookTransport } from './attempt-delivery'
import { attemptDelivery } from './attempt-delivery'
import { createWebhookTransport } from './http-transport'
import { queuedDelivery, storedDelivery } from './webhook-delivery.fixture'

const open: Server[] = []

afterEach(async () => {
  setClock(null)
  for (const server of open.splice(0)) {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
})

async function receiver(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  open.push(server)
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
}

/** Test receivers are on loopback; every other address is refused as usual. */
const transport = createWebhookTransport({ isAllowed: (address) => address === '127.0.0.1' })
const impatient: WebhookTransport = (request) => transport({ ...request, timeoutMs: 100 })

test('a receiver that answers 500 and then 200 gets the same bytes and id twice, at different times', async () => {
  const got: { body: string; id: unknown; timestamp: unknown }[] = []
  const url = await receiver(async (incoming, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk)
    const { 'webhook-id': id, 'webhook-timestamp': timestamp } = incoming.headers
    got.push({ body: Buffer.concat(chunks).toString('hex'), id, timestamp })
    response.writeHead(got.length === 1 ? 500 : 200).end()
  })
  const delivery = await queuedDelivery(url)
  await attemptDelivery(delivery, transport)
  const { nextAttemptAt } = await storedDelivery(delivery)
  setClock(() => nextAttemptAt ?? new Date())
  await attemptDelivery(delivery, transport)

  const [first, second] = got
  expect(got).toHaveLength(2)
  expect(second).toMatchObject({ body: first?.body, id: delivery.deliveryId })
  expect(first?.id).toBe(delivery.deliveryId)
  expect(second?.timestamp).not.toBe(first?.timestamp)
  expect((await storedDelivery(delivery)).status).toBe('DELIVERED')
})

test('a redirect to a private address is a failed attempt and leads nowhere', async () => {
  let visits = 0
  const inside = await receiver((_, response) => {
    visits += 1
    response.end('secret')
  })
  const url = await receiver((_, response) => void response.writeHead(302, { location: inside }).end('moved'))
  const delivery = await queuedDelivery(url)
  await attemptDelivery(delivery, transport)
  expect(visits).toBe(0)
  expect(await storedDelivery(delivery)).toMatchObject({
    status: 'PENDING',
    attempts: [{ responseStatus: 302, responseBody: 'moved' }],
  })
})

test('a private address is a failed attempt that says so', async () => {
  const delivery = await queuedDelivery('http://169.254.169.254/latest/meta-data/')
  await attemptDelivery(delivery, transport)
  expect(await storedDelivery(delivery)).toMatchObject({
    status: 'PENDING',
    attempts: [{ responseStatus: null, error: expect.stringMatching(/^address is not public/) }],
  })
})

test('an answer with NUL bytes and broken text is stored as far as it is text', async () => {
  const url = await receiver((_, response) => response.end(Buffer.from([0x6f, 0, 0x6b, 0xed, 0xa0, 0x80])))
  const delivery = await queuedDelivery(url)
  await attemptDelivery(delivery, transport)
  const { status, attempts } = await storedDelivery(delivery)
  expect(status).toBe('DELIVERED')
  expect(attempts[0]?.responseBody).toMatch(/^ok\ufffd+$/)
})

test('a receiver that hangs is a failed attempt after the timeout', async () => {
  const delivery = await queuedDelivery(await receiver(() => {}))
  await attemptDelivery(delivery, impatient)
  expect(await storedDelivery(delivery)).toMatchObject({
    status: 'PENDING',
    attempts: [{ responseStatus: null, error: 'no complete answer within 0.1 s' }],
  })
})

test('a receiver that asks for more time gets it', async () => {
  const time = new Date()
  setClock(() => time)
  const url = await receiver((_, response) => response.writeHead(429, { 'retry-after': '900' }).end())
  const delivery = await queuedDelivery(url)
  await attemptDelivery(delivery, transport)
  expect((await storedDelivery(delivery)).nextAttemptAt).toEqual(new Date(time.getTime() + 900_000))
})
