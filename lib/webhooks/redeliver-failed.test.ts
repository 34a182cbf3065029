import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { database } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import { newId } from '@/lib/ids'
import { due } from '@/lib/jobs/queue.fixture'
import { setClock } from '@/lib/time/clock'
import type { EventReference } from './deliver-event'
import { deliverEvent } from './deliver-event'
import { webhookQueue } from './event'
import { countFailed, REDELIVERY_LIMIT, redeliverFailed } from './redeliver-event'
import { answer, answering, publishedEvent, readEvent } from './webhook-event.fixture'

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
  inTransaction((tx) => redeliverFailed(tx, accountId, since))
const statusOf = async (event: EventReference) => (await readEvent(event)).status

/** A copy of an event in its account, with other fields. */
async function another(event: EventReference, given: object): Promise<EventReference> {
  const { attempts: _, ...row } = await readEvent(event)
  const id = newId()
  await database().webhookEvent.create({ data: { ...row, id, invoiceId: null, createdAt: time, ...given } })
  return { accountId: event.accountId, eventId: id }
}

const GIVEN_UP = { status: 'FAILED', attemptCount: 10, nextAttemptAt: null } as const

describe('redelivering failed events since a time', () => {
  test('covers failed events and those waiting for a retry, and nothing else', async () => {
    const waiting = await publishedEvent()
    await deliverEvent(waiting, answering(answer(500)))
    const givenUp = await another(waiting, GIVEN_UP)
    const delivered = await another(waiting, { status: 'DELIVERED', attemptCount: 1, nextAttemptAt: null })
    const untried = await another(waiting, { status: 'PENDING', attemptCount: 0, nextAttemptAt: time })

    expect(await countFailed(database(), waiting.accountId, time)).toBe(2)
    expect(await redeliver(waiting.accountId, time)).toEqual({ count: 2, remaining: 0 })
    const transport = answering(answer(200))
    const askedAt = time
    for (const event of [waiting, givenUp]) {
      time = (await readEvent(event)).nextAttemptAt ?? time
      expect(time.getTime()).toBeLessThan(askedAt.getTime() + 1000)
      await deliverEvent(event, transport)
      expect(await statusOf(event)).toBe('DELIVERED')
    }
    expect(transport.sent).toHaveLength(2)
    expect(await readEvent(delivered)).toMatchObject({ status: 'DELIVERED', nextAttemptAt: null })
    expect(await readEvent(untried)).toMatchObject({ attemptCount: 0, attempts: [] })
  })

  test('leaves events from before that time alone', async () => {
    const old = await publishedEvent()
    await another(old, GIVEN_UP)
    advance(60 * 60 * 1000)
    const recent = await another(old, GIVEN_UP)
    expect(await redeliver(old.accountId, time)).toEqual({ count: 1, remaining: 0 })
    expect(await statusOf(recent)).toBe('PENDING')
    expect(await countFailed(database(), old.accountId, new Date(0))).toBe(1)
  })

  test("another vendor's events are neither counted nor sent", async () => {
    const own = await publishedEvent()
    const stranger = await publishedEvent()
    const theirs = await another(stranger, GIVEN_UP)
    expect(await countFailed(database(), own.accountId, new Date(0))).toBe(0)
    expect(await redeliver(own.accountId, new Date(0))).toEqual({ count: 0, remaining: 0 })
    expect(await statusOf(theirs)).toBe('FAILED')
  })

  test('requested twice at once, each event is sent again once', async () => {
    const event = await publishedEvent()
    const failed = await Promise.all(Array.from({ length: 20 }, () => another(event, GIVEN_UP)))
    const done = await Promise.all([redeliver(event.accountId, time), redeliver(event.accountId, time)])
    expect(done.map(({ count }) => count).sort((a, b) => a - b)).toEqual([0, 20])
    advance(1000)
    const transport = answering(answer(200))
    for (const each of failed) {
      await deliverEvent(each, transport)
      await deliverEvent(each, transport)
    }
    expect(transport.sent).toHaveLength(20)
  })

  test('an event that is being delivered is left to that delivery', async () => {
    const event = await publishedEvent()
    const failed = await another(event, GIVEN_UP)
    const transport = answering(answer(200))
    await redeliver(event.accountId, time)
    await deliverEvent(failed, async (request) => {
      expect(await redeliver(event.accountId, time)).toEqual({ count: 0, remaining: 0 })
      return transport(request)
    })
    expect(await readEvent(failed)).toMatchObject({ status: 'DELIVERED', attemptCount: 11 })
  })

  test('takes a limited number at a time, oldest first, spread out and behind fresh work', async () => {
    const event = await publishedEvent()
    const { attempts: _, ...row } = await readEvent(event)
    const ids = Array.from({ length: REDELIVERY_LIMIT + 5 }, newId)
    const rows = ids.map((id) => ({ ...row, id, invoiceId: null, ...GIVEN_UP }))
    await database().webhookEvent.createMany({ data: rows })
    expect(await redeliver(event.accountId, time)).toEqual({ count: REDELIVERY_LIMIT, remaining: 5 })
    const eventOf = (index: number) => ({ accountId: event.accountId, eventId: ids[index] ?? '' })
    expect(await statusOf(eventOf(REDELIVERY_LIMIT))).toBe('FAILED')
    expect((await readEvent(eventOf(0))).nextAttemptAt).toEqual(time)
    expect((await readEvent(eventOf(100))).nextAttemptAt).toEqual(new Date(time.getTime() + 5000))
    const since = time
    // In between, the fresh event and the first hundred are due, and the fresh one goes out first.
    advance(4999)
    const dueHere = (await due(webhookQueue)).filter(({ tenantId }) => tenantId === event.accountId)
    expect(dueHere.map(({ id }) => id)).toEqual([event.eventId, ...ids.slice(0, 100)])
    expect(await redeliver(event.accountId, since)).toEqual({ count: 5, remaining: 0 })
  })
})
