import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { connectionPool, database, type Orm } from './client'
import { postgresCode, sentenceOf } from './describe-error'
import type { Prisma } from './generated/client'
import type { Query, Queryable } from './statement'

declare const open: unique symbol

/** An open transaction, which runs statements. */
export type Transaction = Queryable & { readonly [open]: true }

/** The same with the ORM's models, for what isn't hot. */
export type OrmTransaction = Transaction & Orm

/** Well above the statement and lock timeouts, so that PostgreSQL's own error comes first. */
const TRANSACTION_TIMEOUT_MS = 60_000
const POOL_WAIT_MS = 20_000
const MAX_TRIES = 5

const SERIALIZATION_FAILURE = '40001'
const DEADLOCK_DETECTED = '40P01'
const UNIQUE_VIOLATION = '23505'
const CHECK_VIOLATION = '23514'
const QUERY_CANCELED = '57014'

/**
 * Runs `work` in one transaction and commits it. Retries after a deadlock or serialization failure, so `work`
 * must have no effects outside the database. The timeouts are those of the pool.
 */
export async function inTransaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
  return withRetries(async () => {
    const client = await connectionPool().connect()
    let isUsable = false
    try {
      await client.query('BEGIN')
      const result = await work(client as Queryable as Transaction)
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

/** The same with the ORM's models. It costs eight times as much, so nothing hot uses it, and nothing that moves money. */
export async function inOrmTransaction<T>(
  work: (tx: OrmTransaction) => Promise<T>,
  options: { isolation?: Prisma.TransactionIsolationLevel; timeoutMs?: number } = {},
): Promise<T> {
  return withRetries(() =>
    database().$transaction((tx) => work(withQuery(tx)), {
      timeout: options.timeoutMs ?? TRANSACTION_TIMEOUT_MS,
      maxWait: POOL_WAIT_MS,
      ...(options.isolation ? { isolationLevel: options.isolation } : {}),
    }),
  )
}

/** Lets the ORM's transaction run statements as the driver's does. */
function withQuery(tx: Prisma.TransactionClient): OrmTransaction {
  const query: Queryable['query'] = async <Row>({ text, values = [] }: Query) => ({
    rows: await tx.$queryRawUnsafe<Row[]>(text, ...values),
  })
  return new Proxy(tx, {
    get: (models, property) => (property === 'query' ? query : Reflect.get(models, property)),
  }) as OrmTransaction
}

/** Repeats work that is undone as a whole when it fails, after a deadlock or serialization failure. */
export async function withRetries<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      const code = postgresCode(error)
      const isRetryable = code === SERIALIZATION_FAILURE || code === DEADLOCK_DETECTED
      if (!isRetryable || attempt === MAX_TRIES) throw error
      await delay(attempt * 20 * Math.random())
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

/** True if the database canceled a statement that ran too long. */
export function isStatementTimeout(error: unknown): boolean {
  return postgresCode(error) === QUERY_CANCELED
}
