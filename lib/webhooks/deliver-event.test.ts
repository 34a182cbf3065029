import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { database } from '@/lib/db/client'
import { due } from '@/lib/jobs/queue.fixture'
import { log } from '@/lib/log'
import { setClock } from '@/lib/time/clock'
import type { WebhookResult } from './deliver-event'
import { deliverEvent, type EventReference, LEASE_MS, recordAttempt } from './deliver-event'
import { webhookQueue } from './event'
import { RETRY_DELAYS_MS } from './retry-schedule'
import { findSigningSecrets } from './signing'
import { answer, answering, claimEvent, publishedEvent, readEvent } from './webhook-event.fixture'

let time = new Date()
const advance = (ms: number) => {
  time = new Date(time.getTime() + ms)
}

beforeEach(() => {
  time = new Date()
  setClock(() => time)
})
afterEach(() => setClock(null))

const isListedAsDue = async ({ eventId }: EventReference) =>
  (await due(webhookQueue)).some(({ id }) => id === eventId)

/** Moves the clock to the next attempt and makes it. */
async function deliverNext(event: EventReference, transport: ReturnType<typeof answering>) {
  const { nextAttemptAt } = await readEvent(event)
  time = nextAttemptAt ?? time
  await deliverEvent(event, transport)
}

describe('an attempt', () => {
  test('a receiver that fails once gets the same id and bytes again, under a new signature', async () => {
    const event = await publishedEvent()
    const transport = answering(answer(500), answer(200, { body: 'ok' }))
    await deliverEvent(event, transport)
    await deliverNext(event, transport)

    const [first, second] = transport.sent
    expect(second?.body).toBe(first?.body)
    expect(second?.headers['webhook-id']).toBe(event.eventId)
    expect(first?.headers['webhook-id']).toBe(event.eventId)
    expect(first?.headers['webhook-sequence']).toBe('1')
    expect(Number(second?.headers['webhook-timestamp'])).toBeGreaterThan(
      Number(first?.headers['webhook-timestamp']),
    )

    const { current } = await findSigningSecrets(database(), event.accountId)
    for (const { body, headers } of transport.sent) {
      expect(new Webhook(current).verify(body, headers)).toMatchObject({
        invoice: { status: 'Paid', items: [{ name: 'Zoë’s ☕', qty: 1, price: 12.5 }] },
      })
    }
    expect(await readEvent(event)).toMatchObject({
      status: 'DELIVERED',
      nextAttemptAt: null,
      leaseUntil: null,
      attempts: [
        { number: 1, responseStatus: 500, error: null },
        { number: 2, responseStatus: 200, responseBody: 'ok', durationMs: 12 },
      ],
    })
  })

  test('that fails has a line in the log with its event, and one that succeeds only in detail', async () => {
    const [info, debug] = [vi.spyOn(log, 'info'), vi.spyOn(log, 'debug')]
    const event = await publishedEvent()
    const transport = answering(answer(503), answer(200))
    await deliverEvent(event, transport)
    expect(info).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ ...event, attempt: 1, status: 503 }),
      expect.anything(),
    )
    await deliverNext(event, transport)
    expect(info).toHaveBeenCalledTimes(1)
    expect(debug).toHaveBeenCalledWith(
      expect.objectContaining({ ...event, attempt: 2, status: 200 }),
      expect.anything(),
    )
    vi.restoreAllMocks()
  })

  test('has no transaction open while it waits for the receiver', async () => {
    const event = await publishedEvent()
    let openTransactions = -1
    await deliverEvent(event, async () => {
      const [row] = await database().$queryRaw<{ count: number }[]>`
        SELECT count(*)::int FROM pg_stat_activity
         WHERE datname = current_database() AND state LIKE 'idle in transaction%'`
      openTransactions = row?.count ?? -1
      return answer(200)
    })
    expect(openTransactions).toBe(0)
  })

  test('is not made before it is due, nor once the event is settled', async () => {
    const event = await publishedEvent()
    const transport = answering(answer(500), answer(200))
    await deliverEvent(event, transport)
    await deliverEvent(event, transport)
    expect(transport.sent).toHaveLength(1)
    await deliverNext(event, transport)
    advance(86_400_000)
    await deliverEvent(event, transport)
    expect(transport.sent).toHaveLength(2)
  })

  test('that fails is committed together with the time of the next', async () => {
    const event = await publishedEvent()
    await deliverEvent(event, answering({ kind: 'error', message: 'connection refused', durationMs: 3 }))
    const { nextAttemptAt, attempts } = await readEvent(event)
    expect(attempts).toMatchObject([
      { responseStatus: null, responseBody: null, error: 'connection refused' },
    ])
    expect(nextAttemptAt?.getTime()).toBeGreaterThan(time.getTime())
  })

  test('characters that PostgreSQL cannot store are removed from an answer', async () => {
    const event = await publishedEvent()
    const body = `a\0b\ud800${'☕'.repeat(5000)}`
    await deliverEvent(event, answering(answer(200, { body })))
    const { attempts } = await readEvent(event)
    expect(attempts[0]?.responseBody).toBe(`ab\ufffd${'☕'.repeat(4093)}`)
  })

  test('an error longer than its column is cut', async () => {
    const event = await publishedEvent()
    await deliverEvent(event, answering({ kind: 'error', message: '\0x'.repeat(2000), durationMs: 0.4 }))
    expect((await readEvent(event)).attempts[0]).toMatchObject({ error: 'x'.repeat(1000), durationMs: 0 })
  })
})

describe('retries', () => {
  test('an event that always fails is tried ten times, at the promised times, and then fails', async () => {
    const event = await publishedEvent()
    const transport = answering(answer(500))
    for (const delayMs of RETRY_DELAYS_MS) {
      await deliverNext(event, transport)
      const waitMs = ((await readEvent(event)).nextAttemptAt?.getTime() ?? 0) - time.getTime()
      expect(waitMs).toBeGreaterThanOrEqual(delayMs)
      expect(waitMs).toBeLessThanOrEqual(delayMs * 1.5)
    }
    await deliverNext(event, transport)
    expect(transport.sent).toHaveLength(10)
    expect(await readEvent(event)).toMatchObject({ status: 'FAILED', attemptCount: 10, nextAttemptAt: null })
    expect(await isListedAsDue(event)).toBe(false)
  })

  test.each([
    [301, 'PENDING'],
    [404, 'PENDING'],
    [410, 'FAILED'],
    [204, 'DELIVERED'],
  ] as const)('after a %i the event is %s', async (status, expected) => {
    const event = await publishedEvent()
    await deliverEvent(event, answering(answer(status)))
    expect((await readEvent(event)).status).toBe(expected)
  })

  test('a receiver that asks for more time gets it', async () => {
    const event = await publishedEvent()
    await deliverEvent(event, answering(answer(503, { retryAfter: '3600' })))
    expect((await readEvent(event)).nextAttemptAt).toEqual(new Date(time.getTime() + 3_600_000))
  })
})

describe('attempts that end together', () => {
  test('are recorded each under its own lease, and one that cannot be recorded fails alone', async () => {
    const events = await Promise.all(Array.from({ length: 4 }, () => publishedEvent()))
    const claims = await Promise.all(events.map(claimEvent))
    const [lost, odd, ...good] = events
    const takeOver = { leaseUntil: new Date(time.getTime() + 1), nextAttemptAt: new Date(time.getTime() + 1) }
    await database().webhookEvent.updateMany({ where: { id: lost?.eventId }, data: takeOver })
    const record = (event: (typeof claims)[number]) => {
      if (!event) throw new Error('the event is free')
      const headers = { 'x-long': 'x'.repeat(event.id === odd?.eventId ? 5000 : 1) }
      return recordAttempt(event, { startedAt: time, headers, result: answer(200) })
    }
    const results = await Promise.allSettled(claims.map(record))
    expect(results).toMatchObject([
      { value: false },
      { status: 'rejected' },
      { value: true },
      { value: true },
    ])
    for (const event of good) {
      const attempts = [{ number: 1, responseStatus: 200 }]
      expect(await readEvent(event)).toMatchObject({ status: 'DELIVERED', leaseUntil: null, attempts })
    }
    for (const event of [lost, odd]) {
      if (event) expect(await readEvent(event)).toMatchObject({ status: 'PENDING', attempts: [] })
    }
  })
})

describe('concurrent workers', () => {
  test('of workers that race for one event, one claims it', async () => {
    const event = await publishedEvent()
    const claims = await Promise.all(Array.from({ length: 8 }, () => claimEvent(event)))
    expect(claims.filter((claim) => claim !== null)).toHaveLength(1)
  })

  test('two workers that race for one event deliver it once', async () => {
    const event = await publishedEvent()
    const transport = answering(answer(200))
    await Promise.all([deliverEvent(event, transport), deliverEvent(event, transport)])
    expect(transport.sent).toHaveLength(1)
    expect((await readEvent(event)).attempts).toHaveLength(1)
  })

  test('an event whose worker died is delivered once its lease expires, and not before', async () => {
    const event = await publishedEvent()
    const transport = answering(answer(200))
    await claimEvent(event)

    advance(LEASE_MS - 1)
    expect(await isListedAsDue(event)).toBe(false)
    await deliverEvent(event, transport)
    expect(transport.sent).toHaveLength(0)

    advance(1)
    expect(await isListedAsDue(event)).toBe(true)
    await deliverEvent(event, transport)
    expect(await readEvent(event)).toMatchObject({ status: 'DELIVERED', attemptCount: 1 })
  })

  test('a worker that returns after its lease was taken over changes nothing', async () => {
    const event = await publishedEvent()
    const late = await claimEvent(event)
    if (!late) throw new Error('the event is free')
    const lateResult: WebhookResult = answer(500)
    advance(LEASE_MS)
    const recordLate = () => recordAttempt(late, { startedAt: time, headers: {}, result: lateResult })

    await deliverEvent(event, async () => {
      expect(await recordLate()).toBe(false)
      return answer(200)
    })
    expect(await recordLate()).toBe(false)
    expect(await readEvent(event)).toMatchObject({ status: 'DELIVERED', attempts: [{ responseStatus: 200 }] })
  })
})
