import fc from 'fast-check'
import { Client } from 'pg'
import { describe, expect, test, vi } from 'vitest'
import { anOperator } from '@/lib/audit/operator.fixture'
import { connectionPool, database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { claimKey, type KeyClaim } from '@/lib/http/idempotency'
import { newId } from '@/lib/ids'
import { verifyLedger } from '@/lib/ledger/verify'
import { findAccount } from '@/lib/vendors/account'
import { setVendorTerms } from '@/lib/vendors/manage-vendor'
import { buildBankAccount, buildCustomer, buildVendor } from '@/prisma/seed/builders'
import { commitPayoutIntent, recordPayoutIntent } from './create-payout'
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

describe('payouts that go together', () => {
  type Order = { amountMinor: bigint; claim?: KeyClaim } & Partial<Omit<PayableCustomer, 'account'>>

  async function intendTogether(payable: PayableCustomer, orders: Order[]) {
    const { account, ...to } = payable
    const results = await Promise.allSettled(
      orders.map(({ claim = null, ...order }) =>
        commitPayoutIntent(account, { ...to, ...order }, { provider: STAND_IN, leaseMs: LEASE_MS, claim }),
      ),
    )
    return results.map((result) => (result.status === 'fulfilled' ? 'paid' : result.reason.code))
  }

  async function claimOf({ account }: PayableCustomer, key: string) {
    const claiming = { accountId: account.id, endpoint: 'POST /payout', key, keptForGood: false }
    return (await claimKey(connectionPool(), {
      ...claiming,
      requestHashes: [Buffer.from(key)],
      leaseMs: LEASE_MS,
    })) as KeyClaim
  }

  const transactionsOf = async ({ account }: PayableCustomer) => {
    const { rows } = await connectionPool().query<{ count: number }>(
      'SELECT count(DISTINCT xmin::text)::int FROM payouts WHERE account_id = $1',
      [account.id],
    )
    return rows[0]?.count
  }

  const isSound = async ({ account }: PayableCustomer) =>
    expect(await verifyLedger(database(), account.id)).toEqual(expect.objectContaining({ ok: true }))

  test('take from the wallet one after another, as far as it reaches, and one statement decides all of them', async () => {
    const payable = await payableCustomer(2000n)
    await intendTogether(payable, [{ amountMinor: 100n }])
    const sent = vi.spyOn(Client.prototype, 'query')
    const results = await intendTogether(payable, Array(60).fill({ amountMinor: 100n }))
    const names = sent.mock.calls.map(([query]) => (query as unknown as { name?: string }).name)
    sent.mockRestore()
    expect(results).toEqual([...Array(19).fill('paid'), ...Array(41).fill('insufficient_balance')])
    expect(names.filter((name) => name === 'add_payout')).toHaveLength(1)
    expect(await walletOf(payable)).toEqual({ available: 0n, held: 2000n })
    await isSound(payable)
  })

  test('none is refused for the sake of one that is refused itself', async () => {
    const payable = await payableCustomer(1000n)
    const limited = { ...payable, account: { ...payable.account, dailyLimitMinor: 500n } }
    const lost = { ...(await claimOf(payable, 'lost')), holder: newId() }
    const orders: Order[] = [
      { amountMinor: 900n },
      { amountMinor: 300n, claim: lost },
      { amountMinor: 450n },
      { amountMinor: 50n, customerId: newId() },
      { amountMinor: 50n },
    ]
    expect(await intendTogether(limited, orders)).toEqual([
      'daily_payout_limit_exceeded',
      // It goes alone, after the others.
      'daily_payout_limit_exceeded',
      'paid',
      'customer_not_found',
      'paid',
    ])
    expect(await walletOf(payable)).toEqual({ available: 500n, held: 500n })
    await isSound(payable)
  })

  test('any of them end as in some order one by one', async () => {
    const order = fc.record({
      amountMinor: fc.bigInt({ min: 1n, max: 900n }),
      to: fc.constantFrom('customer', 'newcomer', 'nobody'),
      hasLostClaim: fc.boolean(),
    })
    const orders = fc.array(order, { minLength: 2, maxLength: 12, size: 'max' })
    await fc.assert(
      fc.asyncProperty(orders, fc.constantFrom(1000n, 10_000n), async (all, dailyLimitMinor) => {
        const payable = await payableCustomer(2000n)
        const { id: customerId } = await buildCustomer(payable.account)
        const { id: bankAccountId } = await buildBankAccount(payable.account, customerId)
        const lost = { ...(await claimOf(payable, 'lost')), holder: newId() }
        const recipients = {
          customer: {},
          newcomer: { customerId, bankAccountId },
          nobody: { customerId: newId() },
        }
        const limited = { ...payable, account: { ...payable.account, dailyLimitMinor } }
        const results = await intendTogether(
          limited,
          all.map(({ amountMinor, to, hasLostClaim }) => ({
            amountMinor,
            ...recipients[to],
            ...(hasLostClaim && { claim: lost }),
          })),
        )
        const { available, held } = await walletOf(payable)
        const amountsOf = (result: string) =>
          all.filter((_, index) => results[index] === result).map(({ amountMinor }) => amountMinor)
        expect(amountsOf('paid').reduce((sum, amountMinor) => sum + amountMinor, 0n)).toBe(held)
        // Nothing comes back, so there was never less room than at the end.
        for (const amountMinor of amountsOf('insufficient_balance'))
          expect(amountMinor).toBeGreaterThan(available)
        for (const amountMinor of amountsOf('daily_payout_limit_exceeded'))
          expect(amountMinor).toBeGreaterThan(dailyLimitMinor - held)
        for (const [index, { to, hasLostClaim }] of all.entries()) {
          if (to === 'nobody') expect(results[index]).toBe('customer_not_found')
          else if (hasLostClaim) expect(results[index]).not.toBe('paid')
          else expect(results[index]).not.toBe('idempotency_key_in_progress')
        }
        await isSound(payable)
      }),
      { seed: 20_261_130, numRuns: 40, endOnFailure: true },
    )
  })

  test('one that is too large is refused by itself, and those after it still go together', async () => {
    const payable = await payableCustomer(1000n)
    const results = await intendTogether(payable, [
      { amountMinor: 5000n },
      ...Array(20).fill({ amountMinor: 10n }),
    ])
    expect(results).toEqual(['insufficient_balance', ...Array(20).fill('paid')])
    expect(await transactionsOf(payable)).toBe(1)
    await isSound(payable)
  })

  test('each have a line of the wallet, whose hash continues the one before', async () => {
    const payable = await payableCustomer(10_000n)
    const amounts = [100n, 7n, 2500n, 31n, 900n]
    expect(
      await intendTogether(
        payable,
        amounts.map((amountMinor) => ({ amountMinor })),
      ),
    ).toEqual(Array(5).fill('paid'))
    const lines = await database().walletMovement.findMany({
      where: { accountId: payable.account.id, reason: 'payout.requested' },
      orderBy: { sequence: 'asc' },
    })
    expect(lines.map(({ changeMinor }) => -changeMinor)).toEqual(amounts)
    expect(lines.map(({ balanceAfterMinor }) => balanceAfterMinor)).toEqual([
      9900n,
      9893n,
      7393n,
      7362n,
      6462n,
    ])
    expect(await transactionsOf(payable)).toBe(1)
    await isSound(payable)
  })

  test('to customers without ledger accounts, unknown ones and too large ones don’t keep the others from being paid', async () => {
    const payable = await payableCustomer(10_000n)
    const { id: customerId } = await buildCustomer(payable.account)
    const newcomer = { customerId, bankAccountId: (await buildBankAccount(payable.account, customerId)).id }
    const orders: Order[] = [
      { amountMinor: 100n },
      { amountMinor: 200n, ...newcomer },
      { amountMinor: 300n, customerId: newId() },
      { amountMinor: 400n, bankAccountId: newcomer.bankAccountId },
      { amountMinor: 50_000n },
      { amountMinor: 500n },
    ]
    expect(await intendTogether(payable, orders)).toEqual([
      'paid',
      'paid',
      'customer_not_found',
      'bank_account_not_found',
      'insufficient_balance',
      'paid',
    ])
    expect(await walletOf(payable)).toEqual({ available: 9200n, held: 800n })
    await isSound(payable)
  })

  test('one whose claim is another’s by now is refused, and the others note theirs', async () => {
    const payable = await payableCustomer(10_000n)
    const { account } = payable
    const [own, lost] = [await claimOf(payable, 'own'), await claimOf(payable, 'lost')]
    const orders = [
      { amountMinor: 100n, claim: own },
      { amountMinor: 200n, claim: { ...lost, holder: newId() } },
      { amountMinor: 300n },
    ]
    expect(await intendTogether(payable, orders)).toEqual(['paid', 'idempotency_key_in_progress', 'paid'])
    const claims = await database().idempotencyClaim.findMany({
      where: { accountId: account.id },
      orderBy: { key: 'asc' },
    })
    const payout = await database().payout.findFirstOrThrow({
      where: { accountId: account.id, amountMinor: 100n },
    })
    expect(claims.map(({ resourceId }) => resourceId)).toEqual([null, payout.id])
    expect(payout.idempotencyKey).toBe('own')
    await isSound(payable)
  })

  test('share what the day’s limit leaves', async () => {
    const payable = await payableCustomer(10_000n)
    const { account } = payable
    const limited = { ...payable, account: { ...account, dailyLimitMinor: 451n } }
    const results = await intendTogether(limited, Array(10).fill({ amountMinor: 100n }))
    expect(results.toSorted()).toEqual([
      ...Array(6).fill('daily_payout_limit_exceeded'),
      ...Array(4).fill('paid'),
    ])
    await isSound(payable)
  })
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
