import { spawnSync } from 'node:child_process'
import { beforeAll, describe, expect, test } from 'vitest'
import { connectionPool } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { parsePlainDecimal, toMinor } from '@/lib/money/decimals'
import { formatMajor } from '@/lib/money/money'
import { recordTestPayment } from '@/lib/payments/settle-payment'
import { paymentProviderFor } from '@/lib/providers/registry'
import {
  buildBankAccount,
  buildCustomer,
  buildInvoice,
  buildPayout,
  buildVendor,
  fundWallet,
} from '@/prisma/seed/builders'
import { walletBalances } from './accounts'
import { exportJournal } from './export-journal'
import { expectSoundLedger } from './sound-ledger.fixture'

/** More decimals than any currency has. */
const SCALE = 4

let vendorId: string
let accountId: string

async function textOf(vendor: string | null = null): Promise<string> {
  let text = ''
  for await (const piece of exportJournal('test', vendor)) text += piece
  return text
}

/** The sum of the amounts of each currency in some lines, by our own reading. */
function sumsOf(text: string): Record<string, bigint> {
  const sums: Record<string, bigint> = {}
  for (const [, amount = '', currency = ''] of text.matchAll(
    /^ {4}\S.*? {2}(-?[\d.]+) ([A-Z]{3})(?: = .*)?$/gm,
  )) {
    const decimal = parsePlainDecimal(amount)
    if (!decimal) throw new Error(`${amount} is no amount`)
    sums[currency] = (sums[currency] ?? 0n) + (toMinor(decimal, SCALE) ?? 0n)
  }
  return sums
}

const transactionsOf = (text: string) => text.split('\n\n').slice(1)

beforeAll(async () => {
  const { id, test: account } = await buildVendor()
  vendorId = id
  accountId = account.id
  await fundWallet(account, 10_000n)
  const customer = await buildCustomer(account)
  for (const accountNumber of ['123456789012', '000111111116', '000777777771']) {
    const bankAccount = await buildBankAccount(account, customer.id, { accountNumber })
    await buildPayout(account, { customerId: customer.id, bankAccountId: bankAccount.id, amountMinor: 101n })
  }
  for (const currency of ['USD', 'JPY', 'KWD']) {
    const invoice = await buildInvoice(account, { currency })
    await inOrmTransaction((tx) =>
      recordTestPayment(tx, { accountId, invoiceId: invoice.id }, paymentProviderFor('test')),
    )
  }
  const other = await buildVendor()
  await fundWallet(other.test, 500n)
  await expectSoundLedger()
})

test('every transaction of the journal balances in every currency, and so does the whole', async () => {
  const text = await textOf()
  const transactions = transactionsOf(text)
  expect(transactions.length).toBeGreaterThan(8)
  expect(Object.keys(sumsOf(text)).toSorted()).toEqual(['JPY', 'KWD', 'USD'])
  for (const part of [text, ...transactions]) {
    for (const [currency, sum] of Object.entries(sumsOf(part))) expect(sum, `${currency} in ${part}`).toBe(0n)
  }
})

test('the postings to a wallet sum to its balance, and the last transaction asserts it', async () => {
  const text = await textOf(vendorId)
  const wallet = `liabilities:vendors:${vendorId}:available`
  const lines = text.split('\n').filter((line) => line.includes(wallet))
  const balances = await inOrmTransaction((tx) => walletBalances(tx, accountId))
  expect(balances).toHaveLength(3)
  for (const { currency, availableMinor } of balances) {
    const major = formatMajor(-availableMinor, currency)
    const decimal = parsePlainDecimal(major)
    expect(sumsOf(lines.join('\n'))[currency]).toBe(decimal && toMinor(decimal, SCALE))
    expect(lines).toContainEqual(expect.stringMatching(new RegExp(`= ${major} ${currency}$`)))
  }
})

test('each ledger transaction is in it once, and a vendor’s journal has no other vendor', async () => {
  const { rows } = await connectionPool().query<{ id: string }>(
    'SELECT id FROM ledger_transactions ORDER BY position',
  )
  const ids = [...(await textOf()).matchAll(/^ {4}; transaction: (.+)$/gm)].map(([, id]) => id)
  expect(ids).toEqual(rows.map(({ id }) => id))
  const vendors = [...(await textOf(vendorId)).matchAll(/vendors:([^:]+):/g)].map(([, vendor]) => vendor)
  expect([...new Set(vendors)]).toEqual([vendorId])
})

test('the same books give the same text, and no books an empty journal', async () => {
  expect(await textOf()).toBe(await textOf())
  const { id } = await buildVendor()
  expect(await textOf(id)).toBe('; The ledger in test mode, in UTC\n')
})

describe.each([
  ['hledger', ['-f', '-', 'check'], ['-f', '-', 'balance', '--flat']],
  ['ledger', ['-f', '-', 'source'], ['-f', '-', 'balance', '--flat']],
])('%s (skipped where Debian’s package is not installed)', (program, check, balance) => {
  const isInstalled = spawnSync(program, ['--version']).status === 0
  const run = (args: string[], input: string) => spawnSync(program, args, { input, encoding: 'utf8' })

  test.skipIf(!isInstalled)('accepts the journal, and sums it up to the same cent', async () => {
    const text = await textOf()
    const { status, stderr } = run(check, text)
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    const { stdout } = run(balance, text)
    const [usd] = await inOrmTransaction((tx) => walletBalances(tx, accountId)).then((all) =>
      all.filter(({ currency }) => currency === 'USD'),
    )
    expect(stdout).toContain(`${formatMajor(-(usd?.availableMinor ?? 0n), 'USD')} USD`)
    // The last line is the sum of all accounts.
    expect(stdout.trimEnd()).toMatch(/\n\s*0$/)
  })

  test.skipIf(!isInstalled)('refuses it once a cent or a line is missing', async () => {
    const text = await textOf()
    expect(run(check, text.replace('100.00 USD', '100.01 USD')).status).not.toBe(0)
    const [head = '', first = '', ...rest] = text.split('\n\n')
    expect(first).toContain('wallet.credited')
    expect(run(check, [head, ...rest].join('\n\n')).status).not.toBe(0)
  })
})
