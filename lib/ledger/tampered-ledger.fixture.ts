import { expect } from 'vitest'
import { inOrmTransaction, type OrmTransaction } from '@/lib/db/transaction'
import { verifyLedger } from './verify'

class Undo extends Error {}

/** The problems found after a change that our code can't make; the change is rolled back. */
export async function problemsAfter(...statements: string[]): Promise<string[]> {
  let problems: string[] = []
  const tamper = async (tx: OrmTransaction) => {
    // Triggers and foreign keys off, as if someone with direct database access had done it.
    await tx.$executeRawUnsafe(`SET LOCAL session_replication_role = replica`)
    for (const statement of statements) {
      expect(await tx.$executeRawUnsafe(statement)).toBeGreaterThan(0)
    }
    const report = await verifyLedger(tx)
    expect(report.ok).toBe(report.problems.length === 0)
    problems = report.problems
    throw new Undo()
  }
  await inOrmTransaction(tamper).catch((error: unknown) => {
    if (!(error instanceof Undo)) throw error
  })
  return problems
}
