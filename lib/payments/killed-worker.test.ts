import { beforeEach, describe, expect, test } from 'vitest'
import { connectionPool, database } from '@/lib/db/client'
import { releaseDueHolds } from '@/lib/ledger/holds'
import { moneyOf, type PaidInvoice, paidInvoice } from '@/lib/ledger/live-money.fixture'
import type { Account } from '@/lib/vendors/account'
import { buildVendor } from '@/prisma/seed/builders'
import { killAt } from './killed-process.fixture'
import { disputeReport, report } from './provider-report.fixture'

/** The locks of somebody else that stop a worker at each of its steps. */
const STEPS: [string, string][] = [
  ['before it reads the vendor’s money', 'SELECT FROM ledger_accounts FOR UPDATE'],
  ['before it changes the hold', 'SELECT FROM wallet_holds FOR UPDATE'],
  ['while it posts', 'LOCK TABLE wallet_movements IN SHARE MODE'],
]

let account: Account
let paid: PaidInvoice

beforeEach(async () => {
  account = (await buildVendor()).live
  paid = await paidInvoice(account)
})

const postings = (reason: string) =>
  database().ledgerTransaction.count({ where: { accountId: account.id, reason } })

describe('a worker is killed while it releases a hold', () => {
  const RELEASE = `const { releaseDueHolds } = await import('./lib/ledger/holds.ts'); await releaseDueHolds()`

  test.each(STEPS)('%s: the money stays pending, and another releases it once', async (_step, lock) => {
    await connectionPool().query(
      `UPDATE wallet_holds SET release_at = now() - interval '1 second' WHERE invoice_id = $1`,
      [paid.invoiceId],
    )
    await killAt(lock, RELEASE)
    expect(await moneyOf(account)).toEqual({ available: 0n, pending: 10_000n, owed: 0n })
    await releaseDueHolds()
    await releaseDueHolds()
    expect(await moneyOf(account)).toEqual({ available: 10_000n, pending: 0n, owed: 0n })
    expect(await postings('hold.released')).toBe(1)
  })
})

describe('a worker is killed while it books a dispute', () => {
  test.each(STEPS)('%s: nothing is taken, and another books it once', async (_step, lock) => {
    const payment = `{ accountId: '${account.id}', id: '${paid.paymentId}', invoiceId: '${paid.invoiceId}',
      provider: 'stripe', providerReference: '${paid.reference}', amountMinor: 10320n, currency: 'USD' }`
    await killAt(
      lock,
      `const { inTransaction } = await import('./lib/db/transaction.ts')
       const { recordReversals } = await import('./lib/payments/reversals.ts')
       await inTransaction((tx) => recordReversals(tx, ${payment}, [{ kind: 'dispute', reference: 'dp_1', status: 'OPEN',
         amountMinor: 10320n, currency: 'USD', reason: null, evidenceDueAt: null, url: null, createdAt: new Date() }]))`,
    )
    expect(await moneyOf(account)).toEqual({ available: 0n, pending: 10_000n, owed: 0n })
    for (let times = 0; times < 2; times += 1) await report(paid, disputeReport('OPEN'))
    expect(await moneyOf(account)).toEqual({ available: 0n, pending: 0n, owed: 0n })
    expect(await postings('dispute.opened')).toBe(1)
  })
})
