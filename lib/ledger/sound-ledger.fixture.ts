import { expect } from 'vitest'
import { inTransaction } from '@/lib/db/transaction'
import { verifyLedger } from './verify'

/** Fails the test, listing the problems, unless every sum of the ledger is right. */
export async function expectSoundLedger(): Promise<void> {
  const report = await inTransaction((tx) => verifyLedger(tx), { isolation: 'RepeatableRead' })
  expect(report).toMatchObject({ ok: true, problems: [] })
}
