import { afterEach, beforeEach, expect, test } from 'vitest'
import { database } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import { setClock } from '@/lib/time/clock'
import { deliverEvent, type EventReference, LEASE_MS } from './deliver-event'
import { redeliverEvent } from './redeliver-event'
import { answer, answering, claimEvent, publishedEvent, readEvent } from './webhook-event.fixture'

let time = new Date()

beforeEach(() => {
  time = new Date()
  setClock(() => time)
})
afterEach(() => setClock(null))

const redeliver = ({ accountId, eventId }: EventReference) =>
  inTransaction((tx) => redeliverEvent(tx, accountId, eventId))

/** Sets the state that many attempts would have led to. */
const settle = ({ accountId, eventId }: EventReference, attemptCount: number) =>
  database().webhookEvent.updateMany({
    where: { accountId, id: eventId },
    data: { status: 'FAILED', attemptCount, nextAttemptAt: null },
  })

test('a delivered event is sent again with the same id and bytes, and the count continues', async () => {
  const event = await publishedEvent()
  const transport = answering(answer(200))
  await deliverEvent(event, transport)
  expect(await redeliver(event)).toBe(true)
  expect((await readEvent(event)).nextAttemptAt).toEqual(time)
  await deliverEvent(event, transport)
  const [first, second] = transport.sent
  expect(second?.body).toBe(first?.body)
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
  expect(await readEvent(event)).toMatchObject({
    status: 'DELIVERED',
    attempts: [{ number: 1 }, { number: 2 }],
  })
})

test('an event waiting for a retry is due at once', async () => {
  const event = await publishedEvent()
  const transport = answering(answer(500), answer(200))
  await deliverEvent(event, transport)
  await redeliver(event)
  await deliverEvent(event, transport)
  expect(await readEvent(event)).toMatchObject({ status: 'DELIVERED', attemptCount: 2 })
})

test('an event ended by a 410 continues its schedule', async () => {
  const event = await publishedEvent()
  await deliverEvent(event, answering(answer(410)))
  await redeliver(event)
  await deliverEvent(event, answering(answer(503)))
  expect(await readEvent(event)).toMatchObject({ status: 'PENDING', attemptCount: 2 })
})

test('an event that used its ten attempts gets one more, and no new schedule', async () => {
  const event = await publishedEvent()
  await settle(event, 10)
  await redeliver(event)
  await deliverEvent(event, answering(answer(500)))
  expect(await readEvent(event)).toMatchObject({ status: 'FAILED', attemptCount: 11, nextAttemptAt: null })
})

test('requested during an attempt, it is that attempt', async () => {
  const event = await publishedEvent()
  const transport = answering(answer(200))
  await deliverEvent(event, async (request) => {
    await redeliver(event)
    await deliverEvent(event, transport)
    return transport(request)
  })
  expect(transport.sent).toHaveLength(1)
  expect(await readEvent(event)).toMatchObject({ status: 'DELIVERED', attemptCount: 1 })
})

test('requested while a dead worker holds the event, it is made when the lease expires', async () => {
  const event = await publishedEvent()
  await claimEvent(event)
  await redeliver(event)
  const leaseEnd = new Date(time.getTime() + LEASE_MS)
  expect((await readEvent(event)).nextAttemptAt).toEqual(leaseEnd)
  time = leaseEnd
  const transport = answering(answer(200))
  await deliverEvent(event, transport)
  expect(transport.sent).toHaveLength(1)
})

test("another vendor's event looks missing, and is left alone", async () => {
  const event = await publishedEvent()
  const stranger = await publishedEvent()
  await deliverEvent(event, answering(answer(200)))
  expect(await redeliver({ accountId: stranger.accountId, eventId: event.eventId })).toBe(false)
  expect(await readEvent(event)).toMatchObject({ status: 'DELIVERED', attemptCount: 1 })
})
