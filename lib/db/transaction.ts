import { setTimeout as wait } from 'node:timers/promises'
import { database } from './client'
import type { Prisma } from './generated/client'

export type Transaction = Prisma.TransactionClient

/** Well above the statement and lock timeouts, so that PostgreSQL's own error comes first. */
const TRANSACTION_TIMEOUT_MS = 60_000
const POOL_WAIT_MS = 20_000
const MAXIMUM_TRIES = 5

const SERIALIZATION_FAILURE = '40001'
const DEADLOCK_DETECTED = '40P01'
const UNIQUE_VIOLATION = '23505'
const QUERY_CANCELED = '57014'

/**
 * Runs `work` in one transaction and commits it. Retries after a deadlock or serialization failure, so `work`
 * must have no effects outside the database.
 */
export async function inTransaction<T>(
  work: (tx: Transaction) => Promise<T>,
  options: { isolation?: Prisma.TransactionIsolationLevel } = {},
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await database().$transaction(work, {
        timeout: TRANSACTION_TIMEOUT_MS,
        maxWait: POOL_WAIT_MS,
        ...(options.isolation ? { isolationLevel: options.isolation } : {}),
      })
    } catch (error) {
      const code = postgresCode(error)
      const retryable = code === SERIALIZATION_FAILURE || code === DEADLOCK_DETECTED
      if (!retryable || attempt === MAXIMUM_TRIES) throw error
      await wait(attempt * 20 * Math.random())
    }
  }
}

export function isUniqueViolation(error: unknown): boolean {
  return postgresCode(error) === UNIQUE_VIOLATION
}

/** Whether the database cancelled a statement that ran too long. */
export function isStatementTimeout(error: unknown): boolean {
  return postgresCode(error) === QUERY_CANCELED
}

const PRISMA_CODES: Record<string, string> = { P2002: UNIQUE_VIOLATION, P2034: SERIALIZATION_FAILURE }

/** The SQLSTATE behind a Prisma error, wherever the driver adapter nested it. */
function postgresCode(error: unknown): string | null {
  for (let current = error, depth = 0; isRecord(current) && depth < 6; depth += 1) {
    const { code, originalCode, meta, cause } = current
    if (typeof originalCode === 'string') return originalCode
    if (typeof code === 'string') {
      if (PRISMA_CODES[code]) return PRISMA_CODES[code]
      if (/^[0-9A-Z]{5}$/.test(code) && !/^P20\d\d$/.test(code)) return code
    }
    current = isRecord(meta) && isRecord(meta.driverAdapterError) ? meta.driverAdapterError : cause
  }
  return null
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
