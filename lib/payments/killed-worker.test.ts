import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { connectionPool, database } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import { releaseDueHolds } from '@/lib/ledger/holds'
import { moneyOf, type PaidInvoice, paidInvoice } from '@/lib/ledger/live-money.fixture'
import { expectSoundLedger } from '@/lib/ledger/sound-ledger.fixture'
import type { PaymentReversal } from '@/lib/providers/payment-provider'
import type { Account } from '@/lib/vendors/account'
import { buildVendor } from '@/prisma/seed/builders'
import { recordReversals } from './reversals'

/** The locks of somebody else that stop a worker at each of its steps. */
const STEPS: [string, string][] = [
  ['before it reads the vendor’s money', 'SELECT FROM ledger_accounts FOR UPDATE'],
  ['before it changes the hold', 'SELECT FROM wallet_holds FOR UPDATE'],
  ['while it posts', 'LOCK TABLE wallet_movements IN SHARE MODE'],
]

const DISPUTE: PaymentReversal = {
  kind: 'dispute',
  reference: 'dp_1',
  status: 'OPEN',
  amountMinor: 10_320n,
  currency: 'USD',
  reason: 'fraudulent',
  createdAt: new Date(),
}

let account: Account
let paid: PaidInvoice

beforeEach(async () => {
  account = (await buildVendor()).live
  paid = await paidInvoice(account)
})
afterEach(expectSoundLedger)

/** Runs a program in a process of its own and kills it as soon as it waits for the lock. */
async function killAt(lock: string, program: string): Promise<void> {
  const holder = await connectionPool().connect()
  try {
    await holder.query('BEGIN')
    await holder.query(lock)
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program], {
      stdio: 'inherit',
    })
    const ended = once(child, 'exit')
    await expect.poll(() => waiting(child), { timeout: 20_000 }).toBe(1)
    child.kill('SIGKILL')
    await ended
  } finally {
    await holder.query('ROLLBACK')
    holder.release()
  }
  // The server notices that its client is gone, and undoes the transaction.
  await expect.poll(openTransactions, { timeout: 20_000 }).toBe(0)
}

async function waiting(child: ChildProcess): Promise<number> {
  if (child.exitCode !== null) throw new Error('the process ended before it waited')
  return countSessions(`wait_event_type = 'Lock'`)
}

const openTransactions = () => countSessions(`xact_start IS NOT NULL AND pid <> pg_backend_pid()`)

async function countSessions(condition: string): Promise<number> {
  const { rows } = await connectionPool().query(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND ${condition}`,
  )
  return rows.length
}

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
  const book = () =>
    inTransaction(async (tx) => {
      const key = { accountId_id: { accountId: account.id, id: paid.paymentId } }
      await recordReversals(tx, await tx.payment.findUniqueOrThrow({ where: key }), [DISPUTE])
    })

  test.each(STEPS)('%s: nothing is taken, and another books it once', async (_step, lock) => {
    const payment = `{ accountId: '${account.id}', id: '${paid.paymentId}', invoiceId: '${paid.invoiceId}',
      provider: 'stripe', providerReference: '${paid.reference}', amountMinor: 10320n, currency: 'USD' }`
    await killAt(
      lock,
      `const { inTransaction } = await import('./lib/db/transaction.ts')
       const { recordReversals } = await import('./lib/payments/reversals.ts')
       await inTransaction((tx) => recordReversals(tx, ${payment}, [{ kind: 'dispute', reference: 'dp_1',
         status: 'OPEN', amountMinor: 10320n, currency: 'USD', reason: null, createdAt: new Date() }]))`,
    )
    expect(await moneyOf(account)).toEqual({ available: 0n, pending: 10_000n, owed: 0n })
    await book()
    await book()
    expect(await moneyOf(account)).toEqual({ available: 0n, pending: 0n, owed: 0n })
    expect(await postings('dispute.opened')).toBe(1)
  })
})
