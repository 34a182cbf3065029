import type { Transaction } from '@/lib/db/transaction'
import { type Queryable, statement } from './statement'

type LockName = 'clock' | 'payout requests'

/**
 * Locks one thing of an account until the transaction is over: of two transactions that would change it, the second
 * sees what the first has done. Guards facts that no single row holds, such as a row count. Take it before reading.
 */
export async function lockAccountFor(tx: Queryable, name: LockName, accountId: string): Promise<void> {
  await lock(tx, { name, accountId })
}

const lock = statement<{ name: string; accountId: string }, object>(
  'lock_account_for',
  `SELECT FROM (SELECT pg_advisory_xact_lock(hashtextextended(:name::text || ' ' || :accountId::text, 0))) AS locked`,
)

/** As `lockAccountFor`, without waiting: returns whether the lock was free. */
export async function tryLockAccountFor(
  tx: Transaction,
  name: LockName,
  accountId: string,
): Promise<boolean> {
  const [row] = await tryLock(tx, { name, accountId })
  return row?.locked === true
}

const tryLock = statement<{ name: string; accountId: string }, { locked: boolean }>(
  'try_lock_account_for',
  `SELECT pg_try_advisory_xact_lock(hashtextextended(:name::text || ' ' || :accountId::text, 0)) AS locked`,
)
