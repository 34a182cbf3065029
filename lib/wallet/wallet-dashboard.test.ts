import { text } from 'node:stream/consumers'
import { beforeEach, expect, test } from 'vitest'
import { anOperator } from '@/lib/audit/operator.fixture'
import { database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { recordTestPayment } from '@/lib/payments/settle-payment'
import { paymentProviderFor } from '@/lib/providers/registry'
import { signedIn } from '@/lib/sign-in/signed-in.fixture'
import type { Account } from '@/lib/vendors/account'
import { markVendorBanned } from '@/lib/vendors/manage-vendor'
import {
  buildBankAccount,
  buildCustomer,
  buildInvoice,
  buildLiveApproval,
  buildPayout,
  buildVendor,
  fundWallet,
} from '@/prisma/seed/builders'
import { statementList } from './statement'
import { addTestFunds, getWallet, listStatement } from './wallet-dashboard'

let vendorId: string
let account: Account
let liveId: string
let call: Awaited<ReturnType<typeof signedIn>>['call']

beforeEach(async () => {
  const vendor = await buildVendor()
  vendorId = vendor.id
  account = vendor.test
  liveId = vendor.live.id
  call = (await signedIn(vendor.id)).call
})

const PATH = '/api/dashboard/wallet'
const add = (body: object, mode = 'test') =>
  call(addTestFunds, 'POST', `${PATH}/test-funds?mode=${mode}`, body)
const statement = async (query = '') =>
  (await call(listStatement, 'GET', `${PATH}/statement?${query}`)).body.rows as Record<string, unknown>[]
const audited = () => database().auditEvent.findMany({ where: { vendorId, accountId: { not: null } } })

test('test funds are in the wallet, its statement and the audit log', async () => {
  expect(await add({ amount: '12.50', currency: 'usd' })).toMatchObject({
    status: 201,
    body: { balances: [{ currency: 'USD', available: { amount: '12.50' } }] },
  })
  await add({ amount: 500, currency: 'JPY' })
  expect(await statement()).toMatchObject([
    { title: 'Funds added', note: 'Test funds', href: null, moneyIn: { amount: '12.50' }, moneyOut: null },
  ])
  expect(await statement('currency=jpy')).toMatchObject([
    { moneyIn: { amount: '500', currency: 'JPY' }, balance: { amount: '500' } },
  ])
  expect((await audited()).map(({ action, detail }) => `${action} ${detail}`).sort()).toEqual([
    'wallet.test_funds_added 12.50 USD',
    'wallet.test_funds_added 500 JPY',
  ])
})

test('live mode has no test funds, whatever the browser sends', async () => {
  await buildLiveApproval(vendorId)
  expect(await add({ amount: '5' }, 'live')).toMatchObject({
    status: 400,
    body: { error: 'This only works in test mode' },
  })
  expect(await database().ledgerEntry.count({ where: { accountId: liveId } })).toBe(0)
  expect(await audited()).toEqual([])
})

test.each([
  [{}, 'amount is required'],
  [{ amount: '0' }, 'amount must be greater than 0'],
  [{ amount: '-5' }, 'amount must be greater than 0'],
  [{ amount: '1.234' }, 'Invalid amount format'],
  [{ amount: '1.5', currency: 'JPY' }, 'Invalid amount format'],
  [{ amount: '1000000000' }, 'amount must be at most 999999999.99'],
  [{ amount: '5', currency: 'ZZZ' }, 'Invalid currency'],
])('%j is refused and moves nothing', async (body, error) => {
  expect(await add(body)).toMatchObject({ status: 400, body: { error } })
  expect(await statement()).toEqual([])
})

test('a banned vendor sees the wallet and can’t add to it', async () => {
  await fundWallet(account, 500n)
  await inOrmTransaction((tx) => markVendorBanned(tx, vendorId, null, anOperator))
  expect(await add({ amount: '5' })).toMatchObject({ status: 403 })
  expect(await call(getWallet, 'GET', PATH)).toMatchObject({
    status: 200,
    body: { balances: [{ available: { amount: '5.00' } }] },
  })
})

async function aLife(): Promise<{ invoiceId: string; paidId: string; refusedId: string }> {
  // A random email has words of hexadecimal digits, one of which could begin with what a test types.
  const customer = await buildCustomer(account, { name: 'Ada', email: 'ada@example.com' })
  const { accountId, id: invoiceId } = await buildInvoice(account, {
    customer: { id: customer.id },
    amountMinor: 10_000n,
  })
  await inOrmTransaction((tx) => recordTestPayment(tx, { accountId, invoiceId }, paymentProviderFor('test')))
  const payTo = async (accountNumber: string) => {
    const { id: bankAccountId } = await buildBankAccount(account, customer.id, { accountNumber })
    return (await buildPayout(account, { customerId: customer.id, bankAccountId, amountMinor: 2500n })).id
  }
  return { invoiceId, paidId: await payTo('123456789012'), refusedId: await payTo('000111111116') }
}

test('each line has its reason, a link to its cause, and the balance at that moment', async () => {
  const { invoiceId, paidId, refusedId } = await aLife()
  expect(await statement()).toMatchObject([
    {
      title: 'Payout to Ada failed',
      href: `/payouts/${refusedId}`,
      moneyIn: { amount: '25.00' },
      balance: { amount: '75.00' },
    },
    {
      title: 'Payout to Ada',
      href: `/payouts/${refusedId}`,
      moneyOut: { amount: '25.00' },
      balance: { amount: '50.00' },
    },
    {
      title: 'Payout to Ada',
      href: `/payouts/${paidId}`,
      moneyOut: { amount: '25.00' },
      balance: { amount: '75.00' },
    },
    {
      title: 'Invoice paid by Ada',
      href: `/invoices/${invoiceId}`,
      moneyIn: { amount: '100.00' },
      balance: { amount: '100.00' },
    },
  ])
})

test('the statement filters by reason and dates, and each line keeps its balance', async () => {
  await aLife()
  const balances = async (query: string) =>
    (await statement(query)).map(({ balance }) => (balance as { amount: string }).amount)
  expect(await balances('reason=invoice')).toEqual(['100.00'])
  expect(await balances('reason=payout&sort=line')).toEqual(['75.00', '50.00'])
  expect(await balances('reason=reversal')).toEqual(['75.00'])
  expect(await balances('reason=funds')).toEqual([])
  const today = new Date().toISOString().slice(0, 10)
  expect(await balances(`created_from=${today}`)).toHaveLength(4)
  expect(await balances('created_to=2020-01-01')).toEqual([])
  expect(await balances('created_from=2120-01-01')).toEqual([])
  expect(await call(listStatement, 'GET', `${PATH}/statement?currency=ZZZ`)).toMatchObject({ status: 400 })
})

test('the statement is searched by customer, and by the id of a line’s cause', async () => {
  const { invoiceId, paidId, refusedId } = await aLife()
  await add({ amount: '12.50' })
  const another = await buildCustomer(account, { name: 'Grace', email: 'grace@example.com' })
  await buildBankAccount(account, another.id)
  const titles = async (query: string) => (await statement(query)).map(({ title }) => title)
  const all = ['Payout to Ada failed', 'Payout to Ada', 'Payout to Ada', 'Invoice paid by Ada']
  expect(await titles('q=aDa')).toEqual(all)
  expect(await titles('q=grace')).toEqual([])
  expect(await titles('q=da')).toEqual([])
  expect(await titles('q=ada&reason=payout')).toEqual(['Payout to Ada', 'Payout to Ada'])
  expect(await titles(`q=${invoiceId}`)).toEqual(['Invoice paid by Ada'])
  expect(await titles(`q=${paidId}`)).toEqual(['Payout to Ada'])
  expect(await titles(`q=${refusedId}`)).toEqual(['Payout to Ada failed', 'Payout to Ada'])
  expect(await titles(`q=${another.id}`)).toEqual([])
})

test('a search of the statement finds nothing of another account', async () => {
  const { invoiceId } = await aLife()
  const other = await buildVendor()
  await fundWallet(other.test, 500n)
  const { call: theirCall } = await signedIn(other.id)
  for (const q of [invoiceId, 'ada']) {
    const { body } = await theirCall(listStatement, 'GET', `${PATH}/statement?q=${q}`)
    expect(body.rows).toEqual([])
  }
})

test('the CSV of a searched statement has the lines of the search', async () => {
  const { refusedId } = await aLife()
  const file = await statementList.export(account, new URLSearchParams(`q=${refusedId}&sort=line`))
  const lines = (await text(file.content)).trim().split('\r\n')
  expect(lines).toHaveLength(3)
  expect(lines[2]).toContain('Payout to Ada failed,,USD,25.00,,75.00')
})

test('the CSV has every line of the statement, with separate columns for in and out', async () => {
  await aLife()
  const file = await statementList.export(account, new URLSearchParams('sort=line'))
  const lines = (await text(file.content)).trim().split('\r\n')
  expect(lines).toHaveLength(5)
  expect(lines[1]).toContain('Invoice paid by Ada,,USD,100.00,,100.00')
  expect(lines[2]).toContain('Payout to Ada,,USD,,25.00,75.00')
})

test('another vendor’s wallet can’t be seen', async () => {
  await fundWallet(account, 500n)
  const other = await buildVendor()
  const { call: theirCall } = await signedIn(other.id)
  expect(await theirCall(getWallet, 'GET', PATH)).toMatchObject({
    body: { balances: [{ currency: 'USD', available: { amount: '0.00' } }] },
  })
  expect(await theirCall(listStatement, 'GET', `${PATH}/statement`)).toMatchObject({ body: { rows: [] } })
})
