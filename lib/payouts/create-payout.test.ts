import { describe, expect, test } from 'vitest'
import { anOperator } from '@/lib/audit/operator.fixture'
import { connectionPool, database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { claimKey } from '@/lib/http/idempotency'
import { newId } from '@/lib/ids'
import { findAccount } from '@/lib/vendors/account'
import { setVendorTerms } from '@/lib/vendors/manage-vendor'
import { buildBankAccount, buildCustomer, buildVendor } from '@/prisma/seed/builders'
import { recordPayoutIntent } from './create-payout'
import {
  intend,
  LEASE_MS,
  type PayableCustomer,
  payableCustomer,
  postingsOf,
  STAND_IN,
  walletOf,
} from './payable-customer.fixture'

const payoutCount = ({ account }: PayableCustomer) =>
  database().payout.count({ where: { accountId: account.id } })

test('a payout takes its amount from the available balance and holds it', async () => {
  const payable = await payableCustomer(1000n)
  const id = await intend(payable, 400n)
  expect(await walletOf(payable)).toEqual({ available: 600n, held: 400n })
  expect(await postingsOf(id)).toEqual({ 'payout.requested': 1 })
  const { leaseUntil, nextAttemptAt } = await database().payout.findFirstOrThrow({ where: { id } })
  expect(nextAttemptAt).not.toBeNull()
  expect(nextAttemptAt).toEqual(leaseUntil)
})

test('the whole wallet can be paid out, and not a cent more', async () => {
  const payable = await payableCustomer(1000n)
  await expect(intend(payable, 1001n)).rejects.toMatchObject({ code: 'insufficient_balance' })
  expect(await payoutCount(payable)).toBe(0)
  await intend(payable, 1000n)
  await expect(intend(payable, 1n)).rejects.toMatchObject({ code: 'insufficient_balance' })
  expect(await walletOf(payable)).toEqual({ available: 0n, held: 1000n })
})

test('of sixty concurrent payouts from a wallet for twenty, twenty succeed', async () => {
  const payable = await payableCustomer(2000n)
  const results = await Promise.allSettled(Array.from({ length: 60 }, () => intend(payable, 100n)))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
  for (const result of results) {
    if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'insufficient_balance' })
  }
  expect(await walletOf(payable)).toEqual({ available: 0n, held: 2000n })
  expect(await payoutCount(payable)).toBe(20)
})

test('concurrent payouts to many customers of one vendor all succeed', async () => {
  const payable = await payableCustomer(4000n)
  const { account } = payable
  const payables = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const { id: customerId } = await buildCustomer(account)
      return { account, customerId, bankAccountId: (await buildBankAccount(account, customerId)).id }
    }),
  )
  await Promise.all(Array.from({ length: 5 }, () => payables.map((each) => intend(each, 100n))).flat())
  expect(await walletOf(payable)).toEqual({ available: 0n, held: 4000n })
})

describe('a refused request creates no payout and moves nothing', () => {
  test('above the vendor’s limit, whatever the balance; at the limit it succeeds', async () => {
    const payable = await payableCustomer(2_000_000n)
    await expect(intend(payable, 1_000_001n)).rejects.toMatchObject({
      code: 'payout_limit_exceeded',
      details: { limitMinor: 1_000_000n },
    })
    expect(await walletOf(payable)).toEqual({ available: 2_000_000n, held: 0n })
    await intend(payable, 1_000_000n)
  })

  test('the limit is the operator’s, and is checked before the balance', async () => {
    const payable = await payableCustomer(100n)
    await inOrmTransaction((tx) =>
      setVendorTerms(tx, payable.account.vendorId, { payoutLimitMinor: 9950n }, anOperator),
    )
    const account = await findAccount(database(), payable.account.vendorId, 'test')
    await expect(intend({ ...payable, account }, 9951n)).rejects.toMatchObject({
      code: 'payout_limit_exceeded',
    })
    await expect(intend({ ...payable, account }, 9950n)).rejects.toMatchObject({
      code: 'insufficient_balance',
    })
    expect(await payoutCount(payable)).toBe(0)
  })

  test('under an idempotency key that another request has taken over', async () => {
    const payable = await payableCustomer(1000n)
    const { account, ...to } = payable
    const claiming = {
      accountId: account.id,
      endpoint: 'POST /payout',
      key: newId(),
      requestHashes: [Buffer.from('x')],
    }
    const claim = await claimKey(connectionPool(), { ...claiming, leaseMs: LEASE_MS, keptForGood: true })
    if (!('holder' in claim)) throw new Error('the key is new')
    const request = (holder: string) =>
      recordPayoutIntent(
        connectionPool(),
        account,
        { ...to, amountMinor: 400n },
        {
          provider: STAND_IN,
          leaseMs: LEASE_MS,
          claim: { ...claim, holder },
        },
      )
    await expect(request(newId())).rejects.toMatchObject({ code: 'idempotency_key_in_progress' })
    expect(await payoutCount(payable)).toBe(0)
    expect(await walletOf(payable)).toEqual({ available: 1000n, held: 0n })
    const { payoutId } = await request(claim.holder)
    expect(await database().idempotencyClaim.findFirst({ where: { key: claiming.key } })).toMatchObject({
      resourceId: payoutId,
    })
  })

  test('and under an idempotency key, notes nothing there', async () => {
    const { account, ...to } = await payableCustomer(100n)
    const claiming = {
      accountId: account.id,
      endpoint: 'POST /payout',
      key: newId(),
      requestHashes: [Buffer.from('x')],
    }
    const claim = await claimKey(connectionPool(), { ...claiming, leaseMs: LEASE_MS, keptForGood: true })
    if (!('holder' in claim)) throw new Error('the key is new')
    const options = { provider: STAND_IN, leaseMs: LEASE_MS, claim }
    const request = recordPayoutIntent(connectionPool(), account, { ...to, amountMinor: 400n }, options)
    await expect(request).rejects.toMatchObject({ code: 'insufficient_balance' })
    expect(await database().idempotencyClaim.findFirst({ where: { key: claiming.key } })).toMatchObject({
      resourceId: null,
    })
  })

  test('to an unknown customer, another vendor’s, or the same vendor’s in the other mode', async () => {
    const payable = await payableCustomer(1000n)
    const stranger = await payableCustomer(1000n)
    const { live } = await buildVendor()
    for (const customerId of [newId(), stranger.customerId, 'x', '']) {
      await expect(intend({ ...payable, customerId }, 100n)).rejects.toMatchObject({
        code: 'customer_not_found',
      })
    }
    await expect(intend({ ...payable, account: live }, 100n)).rejects.toMatchObject({
      code: 'customer_not_found',
    })
    expect(await walletOf(payable)).toEqual({ available: 1000n, held: 0n })
    expect(await walletOf(stranger)).toEqual({ available: 1000n, held: 0n })
  })

  test('to a bank account of another customer, another vendor, or nobody', async () => {
    const payable = await payableCustomer(1000n)
    const other = await buildCustomer(payable.account)
    const sibling = await buildBankAccount(payable.account, other.id)
    const stranger = await payableCustomer(0n)
    for (const bankAccountId of [newId(), sibling.id, stranger.bankAccountId, 'x', '']) {
      await expect(intend({ ...payable, bankAccountId }, 100n)).rejects.toMatchObject({
        code: 'bank_account_not_found',
      })
    }
    expect(await payoutCount(payable)).toBe(0)
  })
})
