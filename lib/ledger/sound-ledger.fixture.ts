import { expect } from 'vitest'
import { inTransaction } from '@/lib/db/transaction'
import { verifyLedger } from './verify'

/** Fails the test, with what is off, where any sum of the ledger is not what it stands for. */
export async function expectSoundLedger(): Promise<void> {
  const report = await inTransaction((tx) => verifyLedger(tx), { isolation: 'RepeatableRead' })
  expect(report).toMatchObject({ ok: true, problems: [] })
}
