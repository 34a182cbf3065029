import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { anOperator } from '@/lib/audit/operator.fixture'
import { connectionPool, database } from '@/lib/db/client'
import { inOrmTransaction, inTransaction } from '@/lib/db/transaction'
import { setClock } from '@/lib/time/clock'
import { findAccount } from '@/lib/vendors/account'
import { setVendorTerms, type VendorTerms } from '@/lib/vendors/manage-vendor'
import { recordPayoutIntent } from './create-payout'
import {
  intend,
  LEASE_MS,
  type PayableCustomer,
  payableCustomer,
  refused,
  STAND_IN,
  transfer,
  walletOf,
} from './payable-customer.fixture'
import { recordTransferOutcome } from './settle-payout'

let payable: PayableCustomer

beforeEach(async () => {
  setClock(() => new Date('2026-05-06T12:00:00Z'))
  payable = await limited({ dailyLimitMinor: 1000n })
})
afterEach(() => setClock(null))

/** A vendor with 100.00 USD and these terms. */
async function limited(terms: VendorTerms): Promise<PayableCustomer> {
  const payable = await payableCustomer(10_000n)
  await inOrmTransaction((tx) => setVendorTerms(tx, payable.account.vendorId, terms, anOperator))
  return { ...payable, account: await findAccount(database(), payable.account.vendorId, 'test') }
}

const beyond = (limitMinor: bigint) => ({ code: 'daily_payout_limit_exceeded', details: { limitMinor } })

test('may be used up, and not exceeded by a cent', async () => {
  await intend(payable, 600n)
  await expect(intend(payable, 401n)).rejects.toMatchObject(beyond(1000n))
  await intend(payable, 400n)
  await expect(intend(payable, 1n)).rejects.toMatchObject(beyond(1000n))
  expect(await walletOf(payable)).toEqual({ available: 9000n, held: 1000n })
})

test('is five times the limit per payout unless the operator sets it', async () => {
  const other = await limited({ payoutLimitMinor: 100n })
  for (let count = 0; count < 5; count += 1) await intend(other, 100n)
  await expect(intend(other, 1n)).rejects.toMatchObject(beyond(500n))
  const changed = await limited({ payoutLimitMinor: 100n, dailyLimitMinor: null })
  expect(changed.account.dailyLimitMinor).toBe(500n)
})

test('is checked after the limit per payout and before the balance', async () => {
  const other = await limited({ payoutLimitMinor: 20_000n, dailyLimitMinor: 15_000n })
  await expect(intend(other, 20_001n)).rejects.toMatchObject({ code: 'payout_limit_exceeded' })
  await expect(intend(other, 15_001n)).rejects.toMatchObject(beyond(15_000n))
  await expect(intend(other, 15_000n)).rejects.toMatchObject({ code: 'insufficient_balance' })
})

test('begins anew at midnight, in UTC', async () => {
  setClock(() => new Date('2026-05-06T23:59:59.999Z'))
  await intend(payable, 1000n)
  setClock(() => new Date('2026-05-07T00:00:00Z'))
  await intend(payable, 1000n)
  await expect(intend(payable, 1n)).rejects.toMatchObject(beyond(1000n))
})

describe('counts', () => {
  const settle = async (id: string, outcome: Parameters<typeof recordTransferOutcome>[2]) =>
    inOrmTransaction((tx) => recordTransferOutcome(tx, { accountId: payable.account.id, id }, outcome))

  test('no payout that has failed, whenever it did', async () => {
    const id = await intend(payable, 400n)
    setClock(() => new Date('2026-05-07T00:00:00Z'))
    await settle(id, refused)
    await settle(id, refused)
    setClock(() => new Date('2026-05-06T13:00:00Z'))
    await intend(payable, 1000n)
  })

  test('a payout that the bank returned: it has left once', async () => {
    const id = await intend(payable, 400n)
    await settle(id, transfer('delivered'))
    await settle(id, transfer('returned'))
    await expect(intend(payable, 601n)).rejects.toMatchObject(beyond(1000n))
    await intend(payable, 600n)
  })
})

test('holds for requests at the same time: of forty payouts, ten are within it', async () => {
  const results = await Promise.allSettled(Array.from({ length: 40 }, () => intend(payable, 100n)))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
  for (const result of results) {
    if (result.status === 'rejected') expect(result.reason).toMatchObject(beyond(1000n))
  }
  expect(await walletOf(payable)).toEqual({ available: 9000n, held: 1000n })
})

test('holds for two connections: the second waits for the first, and is refused once that commits', async () => {
  const { account, ...to } = payable
  const options = { provider: STAND_IN, leaseMs: LEASE_MS }
  const request = { ...to, amountMinor: 600n }
  let second: Promise<unknown> = Promise.resolve()
  await inTransaction(async (tx) => {
    await recordPayoutIntent(tx, account, request, options)
    second = inTransaction((other) => recordPayoutIntent(other, account, request, options)).catch(
      (error: unknown) => error,
    )
    await expect
      .poll(async () => {
        const { rows } = await connectionPool().query(
          `SELECT FROM pg_stat_activity
            WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        )
        return rows.length
      })
      .toBe(1)
  })
  expect(await second).toMatchObject(beyond(1000n))
  expect(await database().payout.count({ where: { accountId: account.id } })).toBe(1)
})
