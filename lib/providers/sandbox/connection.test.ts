import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { idle, openPool } from '@/lib/providers/testing/sandbox-database'
import { withConnection, withTransaction } from './connection'

const pool = openPool(1)
const otherPool = openPool(1)
afterAll(async () => {
  await Promise.all([pool.end(), otherPool.end()])
})

const never = () => new AbortController().signal

describe('a sandbox connection', () => {
  test('cut between two statements fails the next one, not the process', async () => {
    const work = withConnection(pool, never(), async (client) => {
      const cut = new Promise((resolve) => client.once('end', resolve))
      const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
      await otherPool.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid])
      await cut
      await client.query('SELECT 1')
    })
    await expect(work).rejects.toThrow()
    await idle(pool)
    expect(pool.totalCount).toBe(0)
  })

  test('that failed in a transaction is discarded, with everything in the transaction', async () => {
    const key = randomUUID()
    const work = withTransaction(pool, never(), async (client) => {
      await client.query(
        `INSERT INTO sandbox_checkout_sessions
           (reference, idempotency_key, amount_minor, currency, vendor_name, description, success_url, created_at)
         VALUES ($1, $1, 1, 'USD', 'Corner Bakery', 'Bread', 'https://example.com', now())`,
        [key],
      )
      throw new Error('out of paper')
    })
    await expect(work).rejects.toThrow('out of paper')
    expect(pool.totalCount).toBe(0)
    const left = await pool.query('SELECT FROM sandbox_checkout_sessions WHERE reference = $1', [key])
    expect(left.rowCount).toBe(0)
  })
})
