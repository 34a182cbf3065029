import { AUDIT_STREAM } from '@/lib/audit/audit-seal'
import { database } from '@/lib/db/client'
import { sealRows, verifySeals } from '@/lib/db/seals'
import { inTransaction, type Transaction } from '@/lib/db/transaction'
import { LEDGER_STREAM } from '@/lib/ledger/ledger-seal'
import { verifyBooks } from '@/lib/ledger/verify-books'
import { log } from '@/lib/log'
import { now } from '@/lib/time/clock'

const KEPT_PROBLEMS = 20
const CHECK_MS = 10 * 60_000

/** Seals the rows written since the last seal; runs every minute. */
export async function sealBooks(): Promise<void> {
  await sealRows(LEDGER_STREAM)
  await sealRows(AUDIT_STREAM)
}

const CHECKS: Record<'ledger' | 'audit', (tx: Transaction) => Promise<string[]>> = {
  ledger: async (tx) => (await verifyBooks(tx)).problems,
  audit: (tx) => verifySeals(tx, AUDIT_STREAM),
}

/** Verifies ledger and audit log, and keeps the result for the health page; for every night. */
export async function checkBooks(): Promise<void> {
  for (const [name, verify] of Object.entries(CHECKS)) {
    const problems = await inTransaction(verify, { isolation: 'RepeatableRead', timeoutMs: CHECK_MS })
    if (problems.length > 0) {
      log.error({ books: name, count: problems.length, first: problems[0] }, 'the books were changed')
    }
    const found = {
      problems: problems.slice(0, KEPT_PROBLEMS),
      problemCount: problems.length,
      checkedAt: now(),
    }
    await database().bookCheck.upsert({ where: { name }, create: { name, ...found }, update: found })
  }
}

export function latestChecks(tx: Transaction) {
  return tx.bookCheck.findMany({ orderBy: { name: 'asc' } })
}
