import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { Client } from 'pg'
import { withClient } from './setup'

/** More than can be delivered in the time, so that the worker never waits for work. */
const DELIVERIES_PER_SECOND = 8000
const FIRST_MS = 30_000

/** A payload of typical size. */
const PAYLOAD = JSON.stringify({
  event: 'invoice.status',
  invoice: { id: 'x'.repeat(36), note: 'x'.repeat(500) },
})

/**
 * Queues more webhook deliveries than the worker can deliver in the time, and returns how many arrive at a local
 * receiver per second, counted from the first one.
 */
export async function deliveredPerSecond(
  databaseUrl: string,
  accountId: string,
  seconds: number,
): Promise<number> {
  const arrivals: number[] = []
  const receiver = createServer((request, response) => {
    request.resume().on('end', () => {
      arrivals.push(performance.now())
      response.end()
    })
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  try {
    return await withClient(databaseUrl, async (client) => {
      const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
      await queueDeliveries(client, accountId, url, DELIVERIES_PER_SECOND * seconds)
      const deadline = performance.now() + FIRST_MS
      while (arrivals.length === 0) {
        if (performance.now() > deadline) throw new Error('No webhook arrived')
        await delay(10)
      }
      await delay(seconds * 1000)
      const [first = 0] = arrivals
      const last = arrivals.at(-1) ?? 0
      await withdrawDeliveries(client, accountId)
      return ((arrivals.length - 1) * 1000) / Math.max(last - first, 1)
    })
  } finally {
    receiver.closeAllConnections()
    receiver.close()
  }
}

async function queueDeliveries(client: Client, accountId: string, url: string, count: number): Promise<void> {
  await client.query(
    `INSERT INTO webhook_deliveries (account_id, id, sequence, url, payload, next_attempt_at, created_at)
     SELECT $1, gen_random_uuid(), 1, $2, $3, now(), now() FROM generate_series(1, $4)`,
    [accountId, url, PAYLOAD, count],
  )
}

/** Cancels the deliveries that are left, so that the worker is idle during the next measurement. It holds some of them meanwhile. */
async function withdrawDeliveries(client: Client, accountId: string): Promise<void> {
  await client.query('ANALYZE webhook_deliveries')
  for (;;) {
    const { rows } = await client.query<{ left: boolean }>(
      `WITH free AS (
         SELECT id FROM webhook_deliveries
          WHERE account_id = $1 AND status = 'PENDING' FOR UPDATE SKIP LOCKED),
       withdrawn AS (
         UPDATE webhook_deliveries SET status = 'FAILED', next_attempt_at = NULL, lease_until = NULL
          WHERE account_id = $1 AND id IN (SELECT id FROM free) RETURNING 1)
       SELECT EXISTS (SELECT FROM webhook_deliveries AS delivery WHERE account_id = $1 AND status = 'PENDING'
                         AND NOT EXISTS (SELECT FROM free WHERE free.id = delivery.id)) AS left,
              (SELECT count(*) FROM withdrawn)`,
      [accountId],
    )
    if (!rows[0]?.left) return
    await delay(50)
  }
}
