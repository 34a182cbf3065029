import { Pool } from 'pg'
import { vi } from 'vitest'
import { env } from '@/lib/env'

/** A pool on the test file's database. Two of them act like two processes. */
export function openPool(max = 10): Pool {
  const pool = new Pool({ connectionString: env.DATABASE_URL, max })
  // A connection that a test cuts while it is idle must not end the test run.
  pool.on('error', () => {})
  return pool
}

/** Runs one statement and keeps its transaction and locks open until the test ends it. */
export async function holdingTransaction(pool: Pool, text: string, values: unknown[]) {
  const client = await pool.connect()
  await client.query('BEGIN')
  await client.query(text, values)
  const end = async (command: 'COMMIT' | 'ROLLBACK') => {
    await client.query(command)
    client.release()
  }
  return { commit: () => end('COMMIT'), rollback: () => end('ROLLBACK') }
}

/** Resolves with the server processes waiting for a lock in this database, once there are any. */
export async function someoneWaits(pool: Pool): Promise<number[]> {
  return vi.waitFor(async () => {
    const waiters = await pool.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    )
    if (waiters.rows.length === 0) throw new Error('no statement waits for a lock')
    return waiters.rows.map((row) => row.pid)
  }, 10_000)
}

/** Resolves once all of the pool's connections are idle. */
export async function idle(pool: Pool): Promise<void> {
  await vi.waitFor(() => {
    if (pool.idleCount !== pool.totalCount) throw new Error('a connection is still in use')
  }, 10_000)
}
