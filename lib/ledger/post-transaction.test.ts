import { beforeEach, expect, test } from 'vitest'
import { database } from '@/lib/db/client'
import { inOrmTransaction, isUniqueViolation } from '@/lib/db/transaction'
import { newId } from '@/lib/ids'
import type { Account } from '@/lib/vendors/account'
import { buildVendor, fundWallet } from '@/prisma/seed/builders'
import { walletBalances } from './accounts'
import { type Posting, postTransaction } from './post-transaction'

let account: Account

beforeEach(async () => {
  account = (await buildVendor()).test
})

const funding = { kind: 'operator_funding' } as const
const wallet = { kind: 'credit_wallet' } as const

/** Posts an operator's action. */
function post(postings: Posting[], { referenceId = newId(), currency = 'USD' } = {}): Promise<void> {
  return inOrmTransaction((tx) =>
    postTransaction(
      tx,
      { accountId: account.id, reason: 'wallet.credited', referenceId, currency },
      postings,
    ),
  )
}

const available = async (currency = 'USD') =>
  (await walletBalances(database(), account.id)).find((balance) => balance.currency === currency)
    ?.availableMinor ?? 0n

const counts = async () => ({
  transactions: await database().ledgerTransaction.count({ where: { accountId: account.id } }),
  entries: await database().ledgerEntry.count({ where: { accountId: account.id } }),
})

test('the same reason and reference post once, and a repeat moves nothing', async () => {
  const referenceId = newId()
  const credit = [{ source: funding, destination: wallet, amountMinor: 500n }]
  await post(credit, { referenceId })
  const error = await post(credit, { referenceId }).catch((caught: unknown) => caught)
  expect(isUniqueViolation(error)).toBe(true)
  expect(await available()).toBe(500n)
  expect(await counts()).toEqual({ transactions: 1, entries: 1 })
})

test('of twenty concurrent posts with one reference, one takes effect', async () => {
  const referenceId = newId()
  const credit = [{ source: funding, destination: wallet, amountMinor: 500n }]
  const results = await Promise.allSettled(Array.from({ length: 20 }, () => post(credit, { referenceId })))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await available()).toBe(500n)
  expect(await counts()).toEqual({ transactions: 1, entries: 1 })
})

test('a wallet can be emptied to the last cent but not below, and a refusal leaves nothing behind', async () => {
  await fundWallet(account, 1000n)
  await post([{ source: wallet, destination: funding, amountMinor: 999n }])
  await expect(post([{ source: wallet, destination: funding, amountMinor: 2n }])).rejects.toMatchObject({
    code: 'insufficient_balance',
  })
  expect(await available()).toBe(1n)
  expect(await counts()).toEqual({ transactions: 2, entries: 2 })
  await post([{ source: wallet, destination: funding, amountMinor: 1n }])
  expect(await available()).toBe(0n)
})

test('thirty concurrent debits take what is there and no more', async () => {
  await fundWallet(account, 10n)
  const debit = () => post([{ source: wallet, destination: funding, amountMinor: 1n }])
  const results = await Promise.allSettled(Array.from({ length: 30 }, debit))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
  for (const result of results) {
    if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'insufficient_balance' })
  }
  expect(await available()).toBe(0n)
})

test('money that passes through a wallet needs no balance there', async () => {
  const customerWallet = { kind: 'customer_wallet', customerId: newId() } as const
  await post([
    { source: funding, destination: customerWallet, amountMinor: 700n },
    { source: customerWallet, destination: wallet, amountMinor: 700n },
  ])
  expect(await available()).toBe(700n)
})

test('concurrent transfers between the same wallets in both directions do not deadlock', async () => {
  const pair = [0, 1].map(() => ({ kind: 'customer_wallet', customerId: newId() }) as const)
  const [left, right] = pair
  if (!left || !right) throw new Error('a pair has two')
  for (const side of pair) await post([{ source: funding, destination: side, amountMinor: 1000n }])
  const crossing = Array.from({ length: 40 }, (_, index) =>
    post([
      index % 2
        ? { source: left, destination: right, amountMinor: 1n }
        : { source: right, destination: left, amountMinor: 1n },
    ]),
  )
  await Promise.all(crossing)
  const balances = await database().ledgerAccount.findMany({
    where: { accountId: account.id, kind: 'customer_wallet' },
    select: { balanceMinor: true },
  })
  expect(balances).toEqual([{ balanceMinor: 1000n }, { balanceMinor: 1000n }])
})

test('each currency has its own wallet', async () => {
  await post([{ source: funding, destination: wallet, amountMinor: 500n }], { currency: 'JPY' })
  await post([{ source: funding, destination: wallet, amountMinor: 300n }], { currency: 'USD' })
  expect(await available('JPY')).toBe(500n)
  expect(await available('USD')).toBe(300n)
  await expect(
    post([{ source: wallet, destination: funding, amountMinor: 400n }], { currency: 'USD' }),
  ).rejects.toMatchObject({ code: 'insufficient_balance' })
})

test.each([0n, -1n])(
  'an entry of %s is a programming error, refused before anything moves',
  async (amountMinor) => {
    await expect(post([{ source: funding, destination: wallet, amountMinor }])).rejects.toThrow()
    expect(await counts()).toEqual({ transactions: 0, entries: 0 })
  },
)

test('a transaction without entries is refused', async () => {
  await expect(post([])).rejects.toThrow('a ledger transaction has entries')
})

test('concurrent first postings create each ledger account once', async () => {
  await Promise.all(Array.from({ length: 20 }, () => fundWallet(account, 5n)))
  expect(await available()).toBe(100n)
  expect(await database().ledgerAccount.count({ where: { accountId: account.id } })).toBe(2)
})
