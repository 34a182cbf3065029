import { afterEach, beforeEach, expect, test } from 'vitest'
import { database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { setClock } from '@/lib/time/clock'
import { attemptDelivery, type DeliveryReference, LEASE_MS } from './attempt-delivery'
import { redeliver } from './redeliver'
import { answer, answering, claimDelivery, queuedDelivery, storedDelivery } from './webhook-delivery.fixture'

let time = new Date()

beforeEach(() => {
  time = new Date()
  setClock(() => time)
})
afterEach(() => setClock(null))

const again = ({ accountId, deliveryId }: DeliveryReference) =>
  inOrmTransaction((tx) => redeliver(tx, accountId, deliveryId))

/** Sets the state that many attempts would have led to. */
const settle = ({ accountId, deliveryId }: DeliveryReference, attemptCount: number) =>
  database().webhookDelivery.updateMany({
    where: { accountId, id: deliveryId },
    data: { status: 'FAILED', attemptCount, nextAttemptAt: null },
  })

test('a delivery that arrived is sent again with the same id and bytes, and the count continues', async () => {
  const delivery = await queuedDelivery()
  const transport = answering(answer(200))
  await attemptDelivery(delivery, transport)
  expect(await again(delivery)).toBe(true)
  expect((await storedDelivery(delivery)).nextAttemptAt).toEqual(time)
  await attemptDelivery(delivery, transport)
  const [first, second] = transport.sent
  expect(second?.body).toBe(first?.body)
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
  expect(await storedDelivery(delivery)).toMatchObject({
    status: 'DELIVERED',
    attempts: [{ number: 1 }, { number: 2 }],
  })
})

test('a delivery waiting for a retry is due at once', async () => {
  const delivery = await queuedDelivery()
  const transport = answering(answer(500), answer(200))
  await attemptDelivery(delivery, transport)
  await again(delivery)
  await attemptDelivery(delivery, transport)
  expect(await storedDelivery(delivery)).toMatchObject({ status: 'DELIVERED', attemptCount: 2 })
})

test('a delivery ended by a 410 continues its schedule', async () => {
  const delivery = await queuedDelivery()
  await attemptDelivery(delivery, answering(answer(410)))
  await again(delivery)
  await attemptDelivery(delivery, answering(answer(503)))
  expect(await storedDelivery(delivery)).toMatchObject({ status: 'PENDING', attemptCount: 2 })
})

test('a delivery that used its ten attempts gets one more, and no new schedule', async () => {
  const delivery = await queuedDelivery()
  await settle(delivery, 10)
  await again(delivery)
  await attemptDelivery(delivery, answering(answer(500)))
  expect(await storedDelivery(delivery)).toMatchObject({
    status: 'FAILED',
    attemptCount: 11,
    nextAttemptAt: null,
  })
})

test('requested during an attempt, it is that attempt', async () => {
  const delivery = await queuedDelivery()
  const transport = answering(answer(200))
  await attemptDelivery(delivery, async (request) => {
    await again(delivery)
    await attemptDelivery(delivery, transport)
    return transport(request)
  })
  expect(transport.sent).toHaveLength(1)
  expect(await storedDelivery(delivery)).toMatchObject({ status: 'DELIVERED', attemptCount: 1 })
})

test('requested while a dead worker holds the delivery, it is made when the lease expires', async () => {
  const delivery = await queuedDelivery()
  await claimDelivery(delivery)
  await again(delivery)
  const leaseEnd = new Date(time.getTime() + LEASE_MS)
  expect((await storedDelivery(delivery)).nextAttemptAt).toEqual(leaseEnd)
  time = leaseEnd
  const transport = answering(answer(200))
  await attemptDelivery(delivery, transport)
  expect(transport.sent).toHaveLength(1)
})

test("another vendor's delivery looks missing, and is left alone", async () => {
  const delivery = await queuedDelivery()
  const stranger = await queuedDelivery()
  await attemptDelivery(delivery, answering(answer(200)))
  expect(await again({ accountId: stranger.accountId, deliveryId: delivery.deliveryId })).toBe(false)
  expect(await storedDelivery(delivery)).toMatchObject({ status: 'DELIVERED', attemptCount: 1 })
})
