import { Pool } from 'pg'
import { vi } from 'vitest'
import { env } from '@/lib/env'

/** A pool on the test file's database. Two of them are as good as two processes. */
export function openPool(max = 10): Pool {
  const pool = new Pool({ connectionString: env.DATABASE_URL, max })
  // A connection that a test cuts while it is idle must not end the test run.
  pool.on('error', () => {})
  return pool
}

/** Runs one statement and keeps its transaction open, locks and all, until the test ends it. */
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

/** Resolves once a statement waits for a lock in this database, with the waiting server processes. */
export async function someoneWaits(pool: Pool): Promise<number[]> {
  return vi.waitFor(async () => {
    const found = await pool.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    )
    if (found.rows.length === 0) throw new Error('no statement waits for a lock')
    return found.rows.map((row) => row.pid)
  }, 10_000)
}

/** Resolves once the pool has all of its connections back. */
export async function idle(pool: Pool): Promise<void> {
  await vi.waitFor(() => {
    if (pool.idleCount !== pool.totalCount) throw new Error('a connection is still in use')
  }, 10_000)
}
