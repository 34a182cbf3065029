import { type Sql, sql } from '@/lib/db/client'
import { verifySeals } from '@/lib/db/seals'
import type { OrmTransaction } from '@/lib/db/transaction'
import { LEDGER_STREAM } from './ledger-seal'
import { type LedgerReport, verifyLedger } from './verify'

/**
 * Verifies every sum of the ledger, or of one vendor account, and that no line was rewritten together with its sums: by
 * the chain of each wallet's statement and, for the whole ledger, by its seals. Run it in a REPEATABLE READ
 * transaction.
 */
export async function verifyBooks(
  tx: OrmTransaction,
  accountId: string | null = null,
): Promise<LedgerReport> {
  const report = await verifyLedger(tx, accountId)
  const chain = await brokenChains(tx, accountId)
  const seals = accountId ? [] : await verifySeals(tx, LEDGER_STREAM)
  const problems = [...report.problems, ...chain, ...seals]
  return { ...report, ok: problems.length === 0, problems }
}

/** Lines whose hash does not follow from the line before. A missing one shows in the line after it. */
async function brokenChains(tx: OrmTransaction, accountId: string | null): Promise<string[]> {
  const within: Sql = accountId ? sql`account_id = ${accountId}::uuid` : sql`true`
  const rows = await tx.$queryRaw<{ problem: string }[]>`
    SELECT format('account %s: line %s of the statement of wallet %s was changed, or one before it removed or inserted',
                  account_id, sequence, wallet_id) AS problem
      FROM (SELECT *, lag(hash) OVER (PARTITION BY account_id, wallet_id ORDER BY sequence) AS hash_before
              FROM wallet_movements WHERE ${within}) lines
     WHERE hash IS DISTINCT FROM movement_hash(hash_before, account_id, wallet_id, sequence, transaction_id, reason,
                                               change_minor, balance_after_minor, created_at)
     ORDER BY account_id, wallet_id, sequence`
  return rows.map(({ problem }) => problem)
}
