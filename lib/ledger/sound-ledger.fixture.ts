import { expect } from 'vitest'
import { inOrmTransaction } from '@/lib/db/transaction'
import { verifyBooks } from './verify-books'

/** Fails the test, listing the problems, unless every sum of the ledger is right. */
export async function expectSoundLedger(): Promise<void> {
  await expectSound(null)
}

/** The same for one account, for tests that check after each of many steps. */
export async function expectSoundLedgerOf(accountId: string): Promise<void> {
  await expectSound(accountId)
}

async function expectSound(accountId: string | null): Promise<void> {
  const report = await inOrmTransaction((tx) => verifyBooks(tx, accountId), { isolation: 'RepeatableRead' })
  expect(report).toMatchObject({ ok: true, problems: [] })
}
