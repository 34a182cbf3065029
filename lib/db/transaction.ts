import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import type { PoolClient } from 'pg'
import { connectionPool, database } from './client'
import { postgresCode, sentenceOf } from './describe-error'
import type { Prisma } from './generated/client'

export type Transaction = Prisma.TransactionClient

/** Well above the statement and lock timeouts, so that PostgreSQL's own error comes first. */
const TRANSACTION_TIMEOUT_MS = 60_000
const POOL_WAIT_MS = 20_000
const MAXIMUM_TRIES = 5

const SERIALIZATION_FAILURE = '40001'
const DEADLOCK_DETECTED = '40P01'
const UNIQUE_VIOLATION = '23505'
const CHECK_VIOLATION = '23514'
const QUERY_CANCELED = '57014'

/**
 * Runs `work` in one transaction and commits it. Retries after a deadlock or serialization failure, so `work`
 * must have no effects outside the database.
 */
export async function inTransaction<T>(
  work: (tx: Transaction) => Promise<T>,
  options: { isolation?: Prisma.TransactionIsolationLevel; timeoutMs?: number } = {},
): Promise<T> {
  return withRetries(() =>
    database().$transaction(work, {
      timeout: options.timeoutMs ?? TRANSACTION_TIMEOUT_MS,
      maxWait: POOL_WAIT_MS,
      ...(options.isolation ? { isolationLevel: options.isolation } : {}),
    }),
  )
}

/**
 * `inTransaction` on a connection of the driver, for the hot path: the ORM's transaction costs eight times as
 * much. The timeouts are those of the pool.
 */
export async function inDriverTransaction<T>(work: (tx: PoolClient) => Promise<T>): Promise<T> {
  return withRetries(async () => {
    const client = await connectionPool().connect()
    let isUsable = false
    try {
      await client.query('BEGIN')
      const result = await work(client)
      const { command } = await client.query('COMMIT')
      // PostgreSQL answers ROLLBACK, without an error, if `work` swallowed the failure of a statement.
      assert.equal(command, 'COMMIT')
      isUsable = true
      return result
    } catch (error) {
      isUsable = await client.query('ROLLBACK').then(
        () => true,
        () => false,
      )
      throw error
    } finally {
      // Closing the connection also ends a transaction left open on it.
      client.release(!isUsable)
    }
  })
}

/** Repeats work that is undone as a whole when it fails, after a deadlock or serialization failure. */
export async function withRetries<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      const code = postgresCode(error)
      const isRetryable = code === SERIALIZATION_FAILURE || code === DEADLOCK_DETECTED
      if (!isRetryable || attempt === MAXIMUM_TRIES) throw error
      await wait(attempt * 20 * Math.random())
    }
  }
}

export function isUniqueViolation(error: unknown): boolean {
  return postgresCode(error) === UNIQUE_VIOLATION
}

/** True if the CHECK constraint of this name refused a row. */
export function isCheckViolation(error: unknown, constraint: string): boolean {
  return postgresCode(error) === CHECK_VIOLATION && sentenceOf(error).includes(constraint)
}

/** True if the database cancelled a statement that ran too long. */
export function isStatementTimeout(error: unknown): boolean {
  return postgresCode(error) === QUERY_CANCELED
}
