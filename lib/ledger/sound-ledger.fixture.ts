import { expect } from 'vitest'
import { inOrmTransaction } from '@/lib/db/transaction'
import { verifyBooks } from './verify-books'

/** Outlives a test that loads its modules anew. `e2e/fixtures/database.ts` resets it before each file. */
const store = globalThis as typeof globalThis & { counterfoilLedgerIsBroken?: boolean }

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

/** After each test, by itself (e2e/fixtures/database.ts). */
export async function checkLedger(): Promise<void> {
  if (!store.counterfoilLedgerIsBroken) await expectSoundLedger()
}

/** For a file whose tests break the ledger on purpose and leave it so. */
export function skipLedgerCheck(): void {
  store.counterfoilLedgerIsBroken = true
}
