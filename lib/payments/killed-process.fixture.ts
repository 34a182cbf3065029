import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { expect } from 'vitest'
import { connectionPool } from '@/lib/db/client'
import { startProgram } from '@/lib/db/own-process.fixture'

/** Runs a program in a process of its own and kills it as soon as it waits for the lock. */
export async function killAt(lock: string, program: string): Promise<void> {
  const holder = await connectionPool().connect()
  try {
    await holder.query('BEGIN')
    await holder.query(lock)
    const child = await startProgram(program)
    const ended = once(child, 'exit')
    await expect.poll(() => waiting(child), { timeout: 20_000 }).toBe(1)
    child.kill('SIGKILL')
    await ended
  } finally {
    await holder.query('ROLLBACK')
    holder.release()
  }
  // The server notices that its client is gone, and undoes the transaction.
  await expect.poll(openTransactions, { timeout: 20_000 }).toBe(0)
}

async function waiting(child: ChildProcess): Promise<number> {
  if (child.exitCode !== null) throw new Error('the process ended before it waited')
  return countSessions(`wait_event_type = 'Lock'`)
}

const openTransactions = () => countSessions(`xact_start IS NOT NULL AND pid <> pg_backend_pid()`)

async function countSessions(condition: string): Promise<number> {
  const { rows } = await connectionPool().query(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND ${condition}`,
  )
  return rows.length
}
