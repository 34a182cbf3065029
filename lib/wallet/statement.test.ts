import fc from 'fast-check'
import { expect, test } from 'vitest'
import { connectionPool, database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { isDomainError } from '@/lib/errors'
import { newId } from '@/lib/ids'
import { postTransaction } from '@/lib/ledger/post-transaction'
import type { Account } from '@/lib/vendors/account'
import { buildVendor, fundWallet } from '@/prisma/seed/builders'
import { type StatementLine, statementList } from './statement'

const QUERY = { sort: 'line', descending: false, before: null, limit: 3, search: null } as const

type Step = { currency: 'USD' | 'JPY'; amountMinor: bigint }

const steps: fc.Arbitrary<Step> = fc.record({
  currency: fc.constantFrom('USD', 'JPY'),
  amountMinor: fc.bigInt(-40n, 100n).filter((amount) => amount !== 0n),
})

/** Debits the wallet if the amount is below zero; false if the wallet does not cover that. */
async function move({ id: accountId }: Account, { currency, amountMinor }: Step): Promise<boolean> {
  const wallet = { kind: 'credit_wallet' } as const
  const funding = { kind: 'operator_funding' } as const
  const posting =
    amountMinor > 0n
      ? { source: funding, destination: wallet, amountMinor }
      : { source: wallet, destination: funding, amountMinor: -amountMinor }
  const header = { accountId, reason: 'wallet.credited', referenceId: newId(), currency } as const
  try {
    await inOrmTransaction((tx) => postTransaction(tx, header, [posting]))
    return true
  } catch (error) {
    if (isDomainError(error, 'insufficient_balance')) return false
    throw error
  }
}

/** Every line, oldest first, read page by page. */
async function linesOf(accountId: string, currency: string): Promise<StatementLine[]> {
  const lines: StatementLine[] = []
  for (let after: { value: string; id: string } | null = null; ; ) {
    const statementPage = await statementList.page(database(), accountId, {
      ...QUERY,
      filters: { currency },
      after,
    })
    lines.push(...statementPage.rows)
    if (!statementPage.hasNext || !statementPage.last) return lines
    after = statementPage.last
  }
}

test('the balance of each line is the sum of all changes up to it, on every page and in each currency', {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { maxLength: 14 }), async (sequence) => {
      const { test: account } = await buildVendor()
      const reference: Record<Step['currency'], { changeMinor: bigint; balanceAfterMinor: bigint }[]> = {
        USD: [],
        JPY: [],
      }
      for (const step of sequence) {
        const lines = reference[step.currency]
        const balance = lines.at(-1)?.balanceAfterMinor ?? 0n
        const balanceAfterMinor = balance + step.amountMinor
        expect(await move(account, step)).toBe(balanceAfterMinor >= 0n)
        if (balanceAfterMinor >= 0n) lines.push({ changeMinor: step.amountMinor, balanceAfterMinor })
      }
      for (const currency of ['USD', 'JPY'] as const) {
        const lines = await linesOf(account.id, currency)
        expect(
          lines.map(({ changeMinor, balanceAfterMinor }) => ({ changeMinor, balanceAfterMinor })),
        ).toEqual(reference[currency])
      }
    }),
    { seed: 20_261_121, numRuns: 30 },
  )
})

test('concurrent movements each start where another ended', async () => {
  const { test: account } = await buildVendor()
  await fundWallet(account, 20n)
  const amounts = Array.from({ length: 40 }, (_, index) => (index % 2 ? 3n : -5n))
  const moved = await Promise.all(
    amounts.map((amountMinor) => move(account, { currency: 'USD', amountMinor })),
  )
  const lines = await linesOf(account.id, 'USD')
  expect(lines).toHaveLength(1 + moved.filter(Boolean).length)
  let balance = 0n
  for (const line of lines) {
    balance += line.changeMinor
    expect(line.balanceAfterMinor).toBe(balance)
  }
})

test('a transaction posted while an earlier one waits keeps the order in which the wallet moved', async () => {
  const { test: account } = await buildVendor()
  await fundWallet(account, 100n)
  const connection = await connectionPool().connect()
  try {
    await connection.query('BEGIN')
    await connection.query(
      `SELECT 1 FROM ledger_accounts WHERE account_id = $1 AND kind = 'credit_wallet' FOR UPDATE`,
      [account.id],
    )
    const both = Promise.all([
      move(account, { currency: 'USD', amountMinor: -60n }),
      move(account, { currency: 'USD', amountMinor: -60n }),
    ])
    await connection.query('COMMIT')
    // The wallet covers one of them.
    expect((await both).sort()).toEqual([false, true])
  } finally {
    connection.release()
  }
  expect((await linesOf(account.id, 'USD')).map(({ balanceAfterMinor }) => balanceAfterMinor)).toEqual([
    100n,
    40n,
  ])
})

test('money that passes through a wallet within one transaction has no statement line', async () => {
  const { test: account } = await buildVendor()
  const wallet = { kind: 'customer_wallet', customerId: newId() } as const
  const header = {
    accountId: account.id,
    reason: 'wallet.credited',
    referenceId: newId(),
    currency: 'USD',
  } as const
  await inOrmTransaction((tx) =>
    postTransaction(tx, header, [
      { source: { kind: 'operator_funding' }, destination: wallet, amountMinor: 5n },
      { source: wallet, destination: { kind: 'credit_wallet' }, amountMinor: 5n },
    ]),
  )
  const { rows } = await connectionPool().query('SELECT 1 FROM wallet_movements WHERE account_id = $1', [
    account.id,
  ])
  expect(rows).toHaveLength(1)
  expect(await linesOf(account.id, 'USD')).toMatchObject([{ changeMinor: 5n, balanceAfterMinor: 5n }])
})

test('each account has its own statement, and a currency without a wallet has an empty one', async () => {
  const { test: mine } = await buildVendor()
  const { test: theirs } = await buildVendor()
  await fundWallet(theirs, 700n)
  expect(await linesOf(mine.id, 'USD')).toEqual([])
  expect(await linesOf(theirs.id, 'KWD')).toEqual([])
  expect(await linesOf(theirs.id, 'USD')).toHaveLength(1)
})
