import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { connectionPool, database } from '@/lib/db/client'
import { mostRowsRead, queriesDuring } from '@/lib/db/rows-read.fixture'
import { due } from '@/lib/jobs/queue.fixture'
import { log } from '@/lib/log'
import { setClock } from '@/lib/time/clock'
import type { WebhookResult } from './attempt-delivery'
import { attemptDelivery, type DeliveryReference, LEASE_MS, recordAttempt } from './attempt-delivery'
import { webhookQueue } from './delivery'
import { RETRY_DELAYS_MS } from './retry-schedule'
import { findSigningSecrets } from './signing'
import { answer, answering, claimDelivery, queuedDelivery, storedDelivery } from './webhook-delivery.fixture'

let time = new Date()
const advance = (ms: number) => {
  time = new Date(time.getTime() + ms)
}

beforeEach(() => {
  time = new Date()
  setClock(() => time)
})
afterEach(() => setClock(null))

const isListedAsDue = async ({ deliveryId }: DeliveryReference) =>
  (await due(webhookQueue)).some(({ id }) => id === deliveryId)

/** Moves the clock to the next attempt and makes it. */
async function attemptNext(delivery: DeliveryReference, transport: ReturnType<typeof answering>) {
  const { nextAttemptAt } = await storedDelivery(delivery)
  time = nextAttemptAt ?? time
  await attemptDelivery(delivery, transport)
}

describe('an attempt', () => {
  test('a receiver that fails once gets the same id and bytes again, under a new signature', async () => {
    const delivery = await queuedDelivery()
    const transport = answering(answer(500), answer(200, { body: 'ok' }))
    await attemptDelivery(delivery, transport)
    await attemptNext(delivery, transport)

    const [first, second] = transport.sent
    expect(second?.body).toBe(first?.body)
    expect(second?.headers['webhook-id']).toBe(delivery.deliveryId)
    expect(first?.headers['webhook-id']).toBe(delivery.deliveryId)
    expect(first?.headers['webhook-sequence']).toBe('1')
    expect(Number(second?.headers['webhook-timestamp'])).toBeGreaterThan(
      Number(first?.headers['webhook-timestamp']),
    )

    const { current } = await findSigningSecrets(database(), delivery.accountId)
    for (const { body, headers } of transport.sent) {
      expect(new Webhook(current).verify(body, headers)).toMatchObject({
        invoice: { status: 'Paid', items: [{ name: 'Zoë’s ☕', qty: 1, price: 12.5 }] },
      })
    }
    expect(await storedDelivery(delivery)).toMatchObject({
      status: 'DELIVERED',
      nextAttemptAt: null,
      leaseUntil: null,
      attempts: [
        { number: 1, responseStatus: 500, error: null },
        { number: 2, responseStatus: 200, responseBody: 'ok', durationMs: 12 },
      ],
    })
  })

  test('reads and records rows by their keys in a flood that is newer than the statistics', async () => {
    const [over, flooded] = [await queuedDelivery(), await queuedDelivery()]
    const flood = ({ accountId }: DeliveryReference) =>
      connectionPool().query(
        `INSERT INTO webhook_deliveries (account_id, id, sequence, url, payload, next_attempt_at, created_at)
         SELECT $1, gen_random_uuid(), 1, 'https://receiver.example/hook', '{}', $2, $2 FROM generate_series(1, 3000)
         RETURNING account_id AS "accountId", id AS "deliveryId"`,
        [accountId, time],
      )
    await flood(over)
    await connectionPool().query(
      `UPDATE webhook_deliveries SET status = 'FAILED', next_attempt_at = NULL WHERE account_id = $1`,
      [over.accountId],
    )
    await connectionPool().query('ANALYZE webhook_deliveries')
    const { rows } = await flood(flooded)
    const queries = await queriesDuring(() =>
      Promise.all(rows.slice(0, 50).map((delivery) => attemptDelivery(delivery, answering(answer(200))))),
    )
    for (const statement of ['find_deliveries_to_send', 'record_attempts'])
      expect(await mostRowsRead(queries.findLast(({ name }) => name === statement))).toBeLessThanOrEqual(100)
    await connectionPool().query('DELETE FROM webhook_attempts WHERE account_id = $1', [flooded.accountId])
    await connectionPool().query('DELETE FROM webhook_deliveries WHERE account_id = ANY ($1)', [
      [over.accountId, flooded.accountId],
    ])
  })

  test('that fails has a line in the log with its delivery, and one that succeeds only in detail', async () => {
    const [info, debug] = [vi.spyOn(log, 'info'), vi.spyOn(log, 'debug')]
    const delivery = await queuedDelivery()
    const transport = answering(answer(503), answer(200))
    await attemptDelivery(delivery, transport)
    expect(info).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ ...delivery, attempt: 1, status: 503 }),
      expect.anything(),
    )
    await attemptNext(delivery, transport)
    expect(info).toHaveBeenCalledTimes(1)
    expect(debug).toHaveBeenCalledWith(
      expect.objectContaining({ ...delivery, attempt: 2, status: 200 }),
      expect.anything(),
    )
    vi.restoreAllMocks()
  })

  test('has no transaction open while it waits for the receiver', async () => {
    const delivery = await queuedDelivery()
    let openTransactions = -1
    await attemptDelivery(delivery, async () => {
      const [row] = await database().$queryRaw<{ count: number }[]>`
        SELECT count(*)::int FROM pg_stat_activity
         WHERE datname = current_database() AND state LIKE 'idle in transaction%'`
      openTransactions = row?.count ?? -1
      return answer(200)
    })
    expect(openTransactions).toBe(0)
  })

  test('is not made before it is due, nor once the delivery is settled', async () => {
    const delivery = await queuedDelivery()
    const transport = answering(answer(500), answer(200))
    await attemptDelivery(delivery, transport)
    await attemptDelivery(delivery, transport)
    expect(transport.sent).toHaveLength(1)
    await attemptNext(delivery, transport)
    advance(86_400_000)
    await attemptDelivery(delivery, transport)
    expect(transport.sent).toHaveLength(2)
  })

  test('that fails is committed together with the time of the next', async () => {
    const delivery = await queuedDelivery()
    await attemptDelivery(
      delivery,
      answering({ kind: 'error', message: 'connection refused', durationMs: 3 }),
    )
    const { nextAttemptAt, attempts } = await storedDelivery(delivery)
    expect(attempts).toMatchObject([
      { responseStatus: null, responseBody: null, error: 'connection refused' },
    ])
    expect(nextAttemptAt?.getTime()).toBeGreaterThan(time.getTime())
  })

  test('characters that PostgreSQL cannot store are removed from an answer', async () => {
    const delivery = await queuedDelivery()
    const body = `a\0b\ud800${'☕'.repeat(5000)}`
    await attemptDelivery(delivery, answering(answer(200, { body })))
    const { attempts } = await storedDelivery(delivery)
    expect(attempts[0]?.responseBody).toBe(`ab\ufffd${'☕'.repeat(4093)}`)
  })

  test('an error longer than its column is cut', async () => {
    const delivery = await queuedDelivery()
    await attemptDelivery(
      delivery,
      answering({ kind: 'error', message: '\0x'.repeat(2000), durationMs: 0.4 }),
    )
    expect((await storedDelivery(delivery)).attempts[0]).toMatchObject({
      error: 'x'.repeat(1000),
      durationMs: 0,
    })
  })
})

describe('retries', () => {
  test('a delivery that always fails is tried ten times, at the promised times, and then fails', async () => {
    const delivery = await queuedDelivery()
    const transport = answering(answer(500))
    for (const delayMs of RETRY_DELAYS_MS) {
      await attemptNext(delivery, transport)
      const waitMs = ((await storedDelivery(delivery)).nextAttemptAt?.getTime() ?? 0) - time.getTime()
      expect(waitMs).toBeGreaterThanOrEqual(delayMs)
      expect(waitMs).toBeLessThanOrEqual(delayMs * 1.5)
    }
    await attemptNext(delivery, transport)
    expect(transport.sent).toHaveLength(10)
    expect(await storedDelivery(delivery)).toMatchObject({
      status: 'FAILED',
      attemptCount: 10,
      nextAttemptAt: null,
    })
    expect(await isListedAsDue(delivery)).toBe(false)
  })

  test.each([
    [301, 'PENDING'],
    [404, 'PENDING'],
    [410, 'FAILED'],
    [204, 'DELIVERED'],
  ] as const)('after a %i the delivery is %s', async (status, expected) => {
    const delivery = await queuedDelivery()
    await attemptDelivery(delivery, answering(answer(status)))
    expect((await storedDelivery(delivery)).status).toBe(expected)
  })

  test('a receiver that asks for more time gets it', async () => {
    const delivery = await queuedDelivery()
    await attemptDelivery(delivery, answering(answer(503, { retryAfter: '3600' })))
    expect((await storedDelivery(delivery)).nextAttemptAt).toEqual(new Date(time.getTime() + 3_600_000))
  })
})

describe('attempts that end together', () => {
  test('are recorded each under its own lease, and one that cannot be recorded fails alone', async () => {
    const deliveries = await Promise.all(Array.from({ length: 4 }, () => queuedDelivery()))
    const claims = await Promise.all(deliveries.map(claimDelivery))
    const [lost, odd, ...good] = deliveries
    const takeOver = { leaseUntil: new Date(time.getTime() + 1), nextAttemptAt: new Date(time.getTime() + 1) }
    await database().webhookDelivery.updateMany({ where: { id: lost?.deliveryId }, data: takeOver })
    const record = (delivery: (typeof claims)[number]) => {
      if (!delivery) throw new Error('the delivery is free')
      const headers = { 'x-long': 'x'.repeat(delivery.id === odd?.deliveryId ? 5000 : 1) }
      return recordAttempt(delivery, { startedAt: time, headers, result: answer(200) })
    }
    const results = await Promise.allSettled(claims.map(record))
    expect(results).toMatchObject([
      { value: false },
      { status: 'rejected' },
      { value: true },
      { value: true },
    ])
    for (const delivery of good) {
      const attempts = [{ number: 1, responseStatus: 200 }]
      expect(await storedDelivery(delivery)).toMatchObject({
        status: 'DELIVERED',
        leaseUntil: null,
        attempts,
      })
    }
    for (const delivery of [lost, odd]) {
      if (delivery) expect(await storedDelivery(delivery)).toMatchObject({ status: 'PENDING', attempts: [] })
    }
  })
})

describe('concurrent workers', () => {
  test('of workers that race for one delivery, one claims it', async () => {
    const delivery = await queuedDelivery()
    const claims = await Promise.all(Array.from({ length: 8 }, () => claimDelivery(delivery)))
    expect(claims.filter((claim) => claim !== null)).toHaveLength(1)
  })

  test('two workers that race for one delivery make it once', async () => {
    const delivery = await queuedDelivery()
    const transport = answering(answer(200))
    await Promise.all([attemptDelivery(delivery, transport), attemptDelivery(delivery, transport)])
    expect(transport.sent).toHaveLength(1)
    expect((await storedDelivery(delivery)).attempts).toHaveLength(1)
  })

  test('a delivery whose worker died is made once its lease expires, and not before', async () => {
    const delivery = await queuedDelivery()
    const transport = answering(answer(200))
    await claimDelivery(delivery)

    advance(LEASE_MS - 1)
    expect(await isListedAsDue(delivery)).toBe(false)
    await attemptDelivery(delivery, transport)
    expect(transport.sent).toHaveLength(0)

    advance(1)
    expect(await isListedAsDue(delivery)).toBe(true)
    await attemptDelivery(delivery, transport)
    expect(await storedDelivery(delivery)).toMatchObject({ status: 'DELIVERED', attemptCount: 1 })
  })

  test('a worker that returns after its lease was taken over changes nothing', async () => {
    const delivery = await queuedDelivery()
    const late = await claimDelivery(delivery)
    if (!late) throw new Error('the delivery is free')
    const lateResult: WebhookResult = answer(500)
    advance(LEASE_MS)
    const recordLate = () => recordAttempt(late, { startedAt: time, headers: {}, result: lateResult })

    await attemptDelivery(delivery, async () => {
      expect(await recordLate()).toBe(false)
      return answer(200)
    })
    expect(await recordLate()).toBe(false)
    expect(await storedDelivery(delivery)).toMatchObject({
      status: 'DELIVERED',
      attempts: [{ responseStatus: 200 }],
    })
  })
})
