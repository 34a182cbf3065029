import { beforeEach, expect, test } from 'vitest'
import { connectionPool } from '@/lib/db/client'
import { inOrmTransaction, inTransaction } from '@/lib/db/transaction'
import { newId } from '@/lib/ids'
import { moneyOf } from '@/lib/ledger/live-money.fixture'
import { postTransaction } from '@/lib/ledger/post-transaction'
import { lockVendorFunds, takeFromVendor } from '@/lib/ledger/vendor-funds'
import { fundWallet } from '@/prisma/seed/builders'
import { intend, type PayableCustomer, payableCustomer, refused, transfer } from './payable-customer.fixture'
import { recordTransferOutcome } from './settle-payout'

let payable: PayableCustomer

beforeEach(async () => {
  payable = await payableCustomer(1000n)
})

/** Takes an amount from the vendor as a dispute does; `whileLocked` runs before it. */
function take(amountMinor: bigint, currency = 'USD', whileLocked = async () => {}): Promise<void> {
  const accountId = payable.account.id
  return inTransaction(async (tx) => {
    await lockVendorFunds(tx, accountId, currency)
    await whileLocked()
    const taking = { accountId, currency, amountMinor, invoiceId: newId() }
    const postings = await takeFromVendor(tx, taking, { kind: 'operator_funding' })
    const header = { accountId, reason: 'wallet.credited', referenceId: newId(), currency } as const
    await postTransaction(tx, header, postings)
  })
}

const INSUFFICIENT = { code: 'insufficient_balance' }

test('a vendor who owes something gets no payout, in whatever currency it owes', async () => {
  await fundWallet(payable.account, 1n, 'EUR')
  await take(2n, 'EUR')
  await expect(intend(payable, 1n)).rejects.toMatchObject(INSUFFICIENT)
  await fundWallet(payable.account, 1n, 'EUR')
  await intend(payable, 1n)
})

test('a payout that fails settles what the vendor has come to owe', async () => {
  const id = await intend(payable, 900n)
  await take(400n)
  expect(await moneyOf(payable.account)).toEqual({ available: 0n, pending: 0n, owed: 300n })
  const key = { accountId: payable.account.id, id }
  await inOrmTransaction((tx) => recordTransferOutcome(tx, key, refused))
  expect(await moneyOf(payable.account)).toEqual({ available: 600n, pending: 0n, owed: 0n })
})

test('a payout that the bank returns settles it too', async () => {
  const id = await intend(payable, 400n)
  const key = { accountId: payable.account.id, id }
  await inOrmTransaction((tx) => recordTransferOutcome(tx, key, transfer('delivered')))
  await take(1100n)
  await inOrmTransaction((tx) => recordTransferOutcome(tx, key, transfer('returned')))
  expect(await moneyOf(payable.account)).toEqual({ available: 0n, pending: 0n, owed: 100n })
})

test('of payouts and a dispute at the same time, nothing is paid out that is owed', async () => {
  const results = await Promise.allSettled([
    ...Array.from({ length: 8 }, () => intend(payable, 200n)),
    take(700n),
    ...Array.from({ length: 8 }, () => intend(payable, 200n)),
  ])
  const paid = results.filter(({ status }) => status === 'fulfilled').length - 1
  const { available, owed } = await moneyOf(payable.account)
  expect(available - owed).toBe(1000n - 700n - 200n * BigInt(paid))
  expect(available === 0n || owed === 0n).toBe(true)
})

test('a payout on another connection waits for the dispute, and is refused once that commits', async () => {
  let payout: Promise<unknown> = Promise.resolve()
  await take(700n, 'USD', async () => {
    payout = intend(payable, 600n).catch((error: unknown) => error)
    await expect
      .poll(async () => {
        const { rows } = await connectionPool().query(
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        )
        return rows.length
      })
      .toBe(1)
  })
  expect(await payout).toMatchObject(INSUFFICIENT)
  expect(await moneyOf(payable.account)).toEqual({ available: 300n, pending: 0n, owed: 0n })
})
