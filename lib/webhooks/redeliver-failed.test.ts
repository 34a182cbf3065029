import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { newId } from '@/lib/ids'
import { due } from '@/lib/jobs/queue.fixture'
import { setClock } from '@/lib/time/clock'
import type { DeliveryReference } from './attempt-delivery'
import { attemptDelivery } from './attempt-delivery'
import { webhookQueue } from './delivery'
import { countFailed, REDELIVERY_LIMIT, redeliverFailed } from './redeliver'
import { answer, answering, queuedDelivery, storedDelivery } from './webhook-delivery.fixture'

let time = new Date()
const advance = (ms: number) => {
  time = new Date(time.getTime() + ms)
}

beforeEach(() => {
  time = new Date()
  setClock(() => time)
})
afterEach(() => setClock(null))

const redeliver = (accountId: string, since: Date) =>
  inOrmTransaction((tx) => redeliverFailed(tx, accountId, since))
const statusOf = async (delivery: DeliveryReference) => (await storedDelivery(delivery)).status

/** A copy of a delivery in its account, with other fields. */
async function another(delivery: DeliveryReference, fields: object): Promise<DeliveryReference> {
  const { attempts: _, ...row } = await storedDelivery(delivery)
  const id = newId()
  await database().webhookDelivery.create({
    data: { ...row, id, invoiceId: null, createdAt: time, ...fields },
  })
  return { accountId: delivery.accountId, deliveryId: id }
}

const GIVEN_UP = { status: 'FAILED', attemptCount: 10, nextAttemptAt: null } as const

describe('redelivering failed deliveries since a time', () => {
  test('covers failed deliveries and those waiting for a retry, and nothing else', async () => {
    const waiting = await queuedDelivery()
    await attemptDelivery(waiting, answering(answer(500)))
    const givenUp = await another(waiting, GIVEN_UP)
    const delivered = await another(waiting, { status: 'DELIVERED', attemptCount: 1, nextAttemptAt: null })
    const untried = await another(waiting, { status: 'PENDING', attemptCount: 0, nextAttemptAt: time })

    expect(await countFailed(database(), waiting.accountId, time)).toBe(2)
    expect(await redeliver(waiting.accountId, time)).toEqual({ count: 2, remaining: 0 })
    const transport = answering(answer(200))
    const askedAt = time
    for (const delivery of [waiting, givenUp]) {
      time = (await storedDelivery(delivery)).nextAttemptAt ?? time
      expect(time.getTime()).toBeLessThan(askedAt.getTime() + 1000)
      await attemptDelivery(delivery, transport)
      expect(await statusOf(delivery)).toBe('DELIVERED')
    }
    expect(transport.sent).toHaveLength(2)
    expect(await storedDelivery(delivered)).toMatchObject({ status: 'DELIVERED', nextAttemptAt: null })
    expect(await storedDelivery(untried)).toMatchObject({ attemptCount: 0, attempts: [] })
  })

  test('leaves earlier deliveries alone', async () => {
    const old = await queuedDelivery()
    await another(old, GIVEN_UP)
    advance(60 * 60 * 1000)
    const recent = await another(old, GIVEN_UP)
    expect(await redeliver(old.accountId, time)).toEqual({ count: 1, remaining: 0 })
    expect(await statusOf(recent)).toBe('PENDING')
    expect(await countFailed(database(), old.accountId, new Date(0))).toBe(1)
  })

  test("another vendor's deliveries are neither counted nor sent", async () => {
    const own = await queuedDelivery()
    const stranger = await queuedDelivery()
    const theirs = await another(stranger, GIVEN_UP)
    expect(await countFailed(database(), own.accountId, new Date(0))).toBe(0)
    expect(await redeliver(own.accountId, new Date(0))).toEqual({ count: 0, remaining: 0 })
    expect(await statusOf(theirs)).toBe('FAILED')
  })

  test('requested twice at once, each delivery is sent again once', async () => {
    const delivery = await queuedDelivery()
    const failed = await Promise.all(Array.from({ length: 20 }, () => another(delivery, GIVEN_UP)))
    const done = await Promise.all([redeliver(delivery.accountId, time), redeliver(delivery.accountId, time)])
    expect(done.map(({ count }) => count).sort((a, b) => a - b)).toEqual([0, 20])
    advance(1000)
    const transport = answering(answer(200))
    for (const each of failed) {
      await attemptDelivery(each, transport)
      await attemptDelivery(each, transport)
    }
    expect(transport.sent).toHaveLength(20)
  })

  test('a delivery under attempt is left to that attempt', async () => {
    const delivery = await queuedDelivery()
    const failed = await another(delivery, GIVEN_UP)
    const transport = answering(answer(200))
    await redeliver(delivery.accountId, time)
    await attemptDelivery(failed, async (request) => {
      expect(await redeliver(delivery.accountId, time)).toEqual({ count: 0, remaining: 0 })
      return transport(request)
    })
    expect(await storedDelivery(failed)).toMatchObject({ status: 'DELIVERED', attemptCount: 11 })
  })

  test('takes a limited number at a time, oldest first, spread out and behind fresh work', async () => {
    const delivery = await queuedDelivery()
    const { attempts: _, ...row } = await storedDelivery(delivery)
    const ids = Array.from({ length: REDELIVERY_LIMIT + 5 }, newId)
    const rows = ids.map((id) => ({ ...row, id, invoiceId: null, ...GIVEN_UP }))
    await database().webhookDelivery.createMany({ data: rows })
    expect(await redeliver(delivery.accountId, time)).toEqual({ count: REDELIVERY_LIMIT, remaining: 5 })
    const deliveryOf = (index: number) => ({ accountId: delivery.accountId, deliveryId: ids[index] ?? '' })
    expect(await statusOf(deliveryOf(REDELIVERY_LIMIT))).toBe('FAILED')
    expect((await storedDelivery(deliveryOf(0))).nextAttemptAt).toEqual(time)
    expect((await storedDelivery(deliveryOf(100))).nextAttemptAt).toEqual(new Date(time.getTime() + 5000))
    const since = time
    // In between, the fresh delivery and the first hundred are due, and the fresh one goes out first.
    advance(4999)
    const dueHere = (await due(webhookQueue)).filter(({ tenantId }) => tenantId === delivery.accountId)
    expect(dueHere.map(({ id }) => id)).toEqual([delivery.deliveryId, ...ids.slice(0, 100)])
    expect(await redeliver(delivery.accountId, since)).toEqual({ count: 5, remaining: 0 })
  })
})
