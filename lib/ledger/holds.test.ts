import { afterEach, beforeEach, expect, test } from 'vitest'
import { anOperator } from '@/lib/audit/operator.fixture'
import { connectionPool, database } from '@/lib/db/client'
import { inOrmTransaction, inTransaction } from '@/lib/db/transaction'
import { readInvoice } from '@/lib/payments/queries'
import { setClock } from '@/lib/time/clock'
import type { Account } from '@/lib/vendors/account'
import { setVendorTerms } from '@/lib/vendors/manage-vendor'
import { buildVendor, fundWallet } from '@/prisma/seed/builders'
import { walletBalances } from './accounts'
import { releaseDueHolds, releaseHold } from './holds'
import { DAY_MS, inDays, moneyOf, type PaidInvoice, paidInvoice } from './live-money.fixture'

let vendor: { id: string; test: Account; live: Account }

beforeEach(async () => {
  vendor = await buildVendor()
})
afterEach(() => setClock(null))

const setHold = (holdDays: number) =>
  inOrmTransaction((tx) => setVendorTerms(tx, vendor.id, { holdDays }, anOperator))

test('a live payment is pending for two days, and available from then on', async () => {
  const paidAt = Date.now()
  await paidInvoice(vendor.live)
  expect(await moneyOf(vendor.live)).toEqual({ available: 0n, pending: 10_000n, owed: 0n })
  const [usd] = await walletBalances(database(), vendor.live.id)
  expect((usd?.nextReleaseAt?.getTime() ?? 0) - paidAt).toBeGreaterThanOrEqual(2 * DAY_MS)

  inDays(1.99)
  expect(await releaseDueHolds()).toBe(0)
  expect(await moneyOf(vendor.live)).toEqual({ available: 0n, pending: 10_000n, owed: 0n })
  inDays(2.01)
  expect(await releaseDueHolds()).toBe(1)
  expect(await moneyOf(vendor.live)).toEqual({ available: 10_000n, pending: 0n, owed: 0n })
  expect(await releaseDueHolds()).toBe(0)
})

test('the history of a live invoice says until when its money is on hold', async () => {
  setClock(() => new Date('2026-11-20T10:00:00Z'))
  const historyOf = async ({ invoiceId }: PaidInvoice) =>
    (await readInvoice(vendor.id, invoiceId))?.timeline.find(({ title }) => title === 'Status: Paid')?.detail
  expect(await historyOf(await paidInvoice(vendor.live))).toBe(
    '$100.00 was added to your wallet, on hold until November 22, 2026: the payment of $103.20 less the fee of $3.20.',
  )
  expect(await historyOf(await paidInvoice(vendor.test))).toBe(
    '$100.00 was added to your wallet: the payment of $103.20 less the fee of $3.20.',
  )
})

test('a test payment is available at once', async () => {
  await paidInvoice(vendor.test)
  expect(await moneyOf(vendor.test)).toEqual({ available: 10_000n, pending: 0n, owed: 0n })
})

test('without a hold, a live payment is available at once', async () => {
  await setHold(0)
  await paidInvoice(vendor.live)
  expect(await moneyOf(vendor.live)).toEqual({ available: 10_000n, pending: 0n, owed: 0n })
})

test('a new hold counts for later payments only', async () => {
  await paidInvoice(vendor.live, 100n)
  await setHold(7)
  await paidInvoice(vendor.live, 50n)
  inDays(2.01)
  await releaseDueHolds()
  expect(await moneyOf(vendor.live)).toEqual({ available: 100n, pending: 50n, owed: 0n })
  inDays(7.01)
  await releaseDueHolds()
  expect(await moneyOf(vendor.live)).toEqual({ available: 150n, pending: 0n, owed: 0n })
})

test('many workers at once release each hold once', async () => {
  await fundWallet(vendor.live, 1n)
  for (let count = 0; count < 5; count += 1) await paidInvoice(vendor.live, 100n)
  inDays(3)
  const counts = await Promise.all(Array.from({ length: 4 }, () => releaseDueHolds()))
  expect(counts.reduce((sum, count) => sum + count)).toBe(5)
  expect(await moneyOf(vendor.live)).toEqual({ available: 501n, pending: 0n, owed: 0n })
})

test('a release that ends before its commit leaves the money pending, and the next one releases it', async () => {
  const hold = await paidInvoice(vendor.live)
  inDays(3)
  await expect(
    inTransaction(async (tx) => {
      await releaseHold(tx, hold)
      throw new Error('killed')
    }),
  ).rejects.toThrow('killed')
  expect(await moneyOf(vendor.live)).toEqual({ available: 0n, pending: 10_000n, owed: 0n })
  expect(await releaseDueHolds()).toBe(1)
  expect(await moneyOf(vendor.live)).toEqual({ available: 10_000n, pending: 0n, owed: 0n })
})

test('a hold that can’t be released does not keep others from being released', async () => {
  const broken = await paidInvoice(vendor.live, 100n)
  await paidInvoice(vendor.live, 50n)
  const wrong = (minor: bigint) =>
    connectionPool().query(
      'UPDATE wallet_holds SET amount_minor = $2, left_minor = $2 WHERE invoice_id = $1 AND released_at IS NULL',
      [broken.invoiceId, minor],
    )
  await wrong(1000n)
  inDays(3)
  expect(await releaseDueHolds()).toBe(1)
  expect(await moneyOf(vendor.live)).toEqual({ available: 50n, pending: 100n, owed: 0n })
  await wrong(100n)
  expect(await releaseDueHolds()).toBe(1)
})
