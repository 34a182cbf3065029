import { expect, test } from 'vitest'
import { database } from '@/lib/db/client'
import { signedIn } from '@/lib/sign-in/signed-in.fixture'
import {
  buildBankAccount,
  buildCustomer,
  buildInvoice,
  buildPayout,
  buildVendor,
  fundWallet,
} from '@/prisma/seed/builders'
import { findRecords } from './find-records'
import { searchRecords } from './search-dashboard'

const NOTHING = { customers: [], invoices: [], payouts: [] }

test('a customer is found by the start of name or email, in any case, with their invoices and payouts', async () => {
  const { test } = await buildVendor()
  await fundWallet(test, 100_000n)
  const ada = await buildCustomer(test, { name: 'Ada Lovelace', email: 'Countess@example.com' })
  await buildCustomer(test, { name: 'Grace Hopper' })
  const invoice = await buildInvoice(test, { customer: ada })
  const { id: bankAccountId } = await buildBankAccount(test, ada.id)
  const payout = await buildPayout(test, { customerId: ada.id, bankAccountId, amountMinor: 500n })
  for (const text of ['ada', 'ADA LOVE', 'countess@']) {
    const records = await findRecords(database(), test.id, text)
    expect(records.customers.map(({ id }) => id)).toEqual([ada.id])
    expect(records.invoices.map(({ id }) => id)).toEqual([invoice.id])
    expect(records.payouts.map(({ id }) => id)).toEqual([payout.id])
  }
})

test('each record is found by its id', async () => {
  const { test } = await buildVendor()
  const customer = await buildCustomer(test)
  const invoice = await buildInvoice(test, { customer })
  expect((await findRecords(database(), test.id, customer.id)).customers).toHaveLength(1)
  expect((await findRecords(database(), test.id, invoice.id.toUpperCase())).invoices).toHaveLength(1)
})

test('wildcards are literal', async () => {
  const { test } = await buildVendor()
  await buildCustomer(test, { name: 'Grace' })
  await buildCustomer(test, { name: '100% Cotton' })
  expect(await findRecords(database(), test.id, '%')).toEqual(NOTHING)
  expect(await findRecords(database(), test.id, '_race')).toEqual(NOTHING)
  expect((await findRecords(database(), test.id, '100%')).customers).toHaveLength(1)
})

test('nothing of another vendor or the other mode is found, by name or by id', async () => {
  const mine = await buildVendor()
  const theirs = await buildVendor()
  const customer = await buildCustomer(theirs.test, { name: 'Ada' })
  const invoice = await buildInvoice(theirs.test, { customer })
  for (const text of ['Ada', customer.id, invoice.id]) {
    expect(await findRecords(database(), mine.test.id, text)).toEqual(NOTHING)
    expect(await findRecords(database(), theirs.live.id, text)).toEqual(NOTHING)
  }
})

test('the dashboard gets each record with a link to its page', async () => {
  const vendor = await buildVendor()
  const { call } = await signedIn(vendor.id)
  await fundWallet(vendor.test, 100_000n)
  const ada = await buildCustomer(vendor.test, { name: 'Ada Lovelace' })
  const invoice = await buildInvoice(vendor.test, { customer: ada })
  const { id: bankAccountId } = await buildBankAccount(vendor.test, ada.id)
  const payout = await buildPayout(vendor.test, { customerId: ada.id, bankAccountId, amountMinor: 500n })
  const { body } = await call(searchRecords, 'GET', '/api/dashboard/search?q=%20ada%20')
  expect(body.records).toMatchObject([
    { kind: 'customer', href: `/customers/${ada.id}`, title: 'Ada Lovelace', amount: null },
    { kind: 'invoice', href: `/invoices/${invoice.id}`, title: 'INV-0001 · Ada Lovelace' },
    { kind: 'payout', href: `/payouts/${payout.id}`, title: 'Payout to Ada Lovelace' },
  ])
  for (const query of ['', '?q=', '?q=%20']) {
    const nothing = await call(searchRecords, 'GET', `/api/dashboard/search${query}`)
    expect(nothing).toMatchObject({ status: 200, body: { records: [] } })
  }
})

test('a longer text than any name is refused', async () => {
  const { call } = await signedIn((await buildVendor()).id)
  expect(await call(searchRecords, 'GET', `/api/dashboard/search?q=${'a'.repeat(201)}`)).toMatchObject({
    status: 400,
    body: { error: 'q must have at most 200 characters' },
  })
})
