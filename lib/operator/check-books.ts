import { AUDIT_STREAM } from '@/lib/audit/audit-seal'
import { connectionPool, database, type Orm } from '@/lib/db/client'
import { advanceAnchor, anchorProblems, SealsChangedError } from '@/lib/db/seal-anchor'
import type { StreamName } from '@/lib/db/seal-heads'
import { sealRows, verifySeals } from '@/lib/db/seals'
import { inOrmTransaction } from '@/lib/db/transaction'
import { LEDGER_STREAM } from '@/lib/ledger/ledger-seal'
import type { LedgerReport } from '@/lib/ledger/verify'
import { verifyBooks } from '@/lib/ledger/verify-books'
import { log } from '@/lib/log'
import { now } from '@/lib/time/clock'

const KEPT_PROBLEMS = 20
const CHECK_MS = 10 * 60_000
const STREAMS = [LEDGER_STREAM, AUDIT_STREAM]

type Limit = { timeoutMs?: number }

/** Seals the rows written since the last seal, unless seals were taken back; runs every minute. */
export async function sealBooks(): Promise<void> {
  for (const stream of STREAMS) {
    await orAlarm(stream.name, async () => {
      await sealRows(stream)
      await advanceAnchor(stream.name)
    })
  }
}

/** Compares the seals with this machine's anchor, which follows them; for every minute in every worker. */
export async function followSeals(): Promise<void> {
  for (const { name } of STREAMS) await orAlarm(name, () => advanceAnchor(name))
}

async function orAlarm(name: StreamName, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof SealsChangedError)) throw error
    log.error({ books: name, problems: error.problems }, 'the seals of the books were changed')
    await addProblems(name, error.problems)
  }
}

/** Shows problems on the health page before the night's check. */
async function addProblems(name: StreamName, problems: string[]): Promise<void> {
  const earlier = await database().bookCheck.findUnique({ where: { name } })
  const news = problems.filter((problem) => !earlier?.problems.includes(problem))
  if (news.length === 0) return
  const finding = {
    problems: [...news, ...(earlier?.problems ?? [])].slice(0, KEPT_PROBLEMS),
    problemCount: news.length + (earlier?.problemCount ?? 0),
    checkedAt: now(),
  }
  await database().bookCheck.upsert({ where: { name }, create: { name, ...finding }, update: finding })
}

/** Verifies the whole ledger as one snapshot, and that none of its seals were taken back. */
export async function checkLedgerBooks(limit: Limit = {}): Promise<LedgerReport> {
  // Before the snapshot, which would lack the seals that are made meanwhile.
  const anchorFaults = await anchorProblems(connectionPool(), 'ledger')
  const options = { ...limit, isolation: 'RepeatableRead' as const }
  const report = await inOrmTransaction((tx) => verifyBooks(tx), options)
  const problems = [...anchorFaults, ...report.problems]
  return { ...report, ok: problems.length === 0, problems }
}

/** The same for the audit log; returns the problems. */
export async function checkAuditLog(limit: Limit = {}): Promise<string[]> {
  const anchorFaults = await anchorProblems(connectionPool(), 'audit')
  const options = { ...limit, isolation: 'RepeatableRead' as const }
  return [...anchorFaults, ...(await inOrmTransaction((tx) => verifySeals(tx, AUDIT_STREAM), options))]
}

const CHECKS: Record<StreamName, (limit: Limit) => Promise<string[]>> = {
  ledger: async (limit) => (await checkLedgerBooks(limit)).problems,
  audit: checkAuditLog,
}

/** Verifies ledger and audit log, and keeps the result for the health page; for every night. */
export async function checkBooks(): Promise<void> {
  for (const [name, check] of Object.entries(CHECKS)) {
    const problems = await check({ timeoutMs: CHECK_MS })
    if (problems.length > 0) {
      log.error({ books: name, count: problems.length, first: problems[0] }, 'the books were changed')
    }
    const finding = {
      problems: problems.slice(0, KEPT_PROBLEMS),
      problemCount: problems.length,
      checkedAt: now(),
    }
    await database().bookCheck.upsert({ where: { name }, create: { name, ...finding }, update: finding })
  }
}

export function latestChecks(tx: Orm) {
  return tx.bookCheck.findMany({ orderBy: { name: 'asc' } })
}
