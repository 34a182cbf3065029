import { beforeAll, describe, expect, test } from 'vitest'
import { changeCustomer } from '@/lib/customers/customer'
import { customerList } from '@/lib/customers/customer-list'
import { renameQueue } from '@/lib/customers/rename'
import { database } from '@/lib/db/client'
import { searchText, searchTextOf } from '@/lib/db/search-words'
import { inOrmTransaction } from '@/lib/db/transaction'
import { invoiceList } from '@/lib/invoices/invoice-list'
import { type Claim, claim } from '@/lib/jobs/queue'
import { allCurrencies } from '@/lib/money/currencies'
import { formatMajor } from '@/lib/money/money'
import { payoutList } from '@/lib/payouts/payout-list'
import { renameWork } from '@/lib/search/follow-rename'
import type { Account } from '@/lib/vendors/account'
import {
  buildBankAccount,
  buildCustomer,
  buildInvoice,
  buildPayout,
  buildVendor,
  fundWallet,
} from '@/prisma/seed/builders'

const FIRST = {
  sort: 'created',
  descending: true,
  after: null,
  before: null,
  limit: 5,
  search: null,
  filters: {},
} as const

let account: Account

describe('a search', () => {
  const find = async (search: string) =>
    (await customerList.page(database(), account.id, { ...FIRST, search })).rows.map(({ name }) => name)

  beforeAll(async () => {
    account = (await buildVendor()).test
    await buildCustomer(account, { name: 'Grace Brewster Hopper', email: 'Amazing.Grace@navy.example' })
    await buildCustomer(account, { name: "Zoë O'Brien-Łódź", email: 'zoe_o@example.com', group: 'Retainer' })
    await buildCustomer(account, { name: '山田 太郎', email: 'taro@example.jp' })
    await buildCustomer(account, { name: 'ΟΔΥΣΣΕΑΣ Ünal', email: "o'dysseus@example.gr" })
  })

  test.each([
    ['hopper', 'Grace Brewster Hopper'],
    ['GRACE hop', 'Grace Brewster Hopper'],
    ['hopper brew', 'Grace Brewster Hopper'],
    ['navy', 'Grace Brewster Hopper'],
    ['amazing.grace@NAVY.example', 'Grace Brewster Hopper'],
    ['amazing.grace@', 'Grace Brewster Hopper'],
    ['zoe', "Zoë O'Brien-Łódź"],
    ["ZOË o'br", "Zoë O'Brien-Łódź"],
    ['zoe_o@example.com', "Zoë O'Brien-Łódź"],
    ['brien-łódź', "Zoë O'Brien-Łódź"],
    ['retain', "Zoë O'Brien-Łódź"],
    ['太郎', '山田 太郎'],
    ['οδυσσεας unal', 'ΟΔΥΣΣΕΑΣ Ünal'],
    ["o'dysseus@example.gr", 'ΟΔΥΣΣΕΑΣ Ünal'],
  ])('%s finds %s', async (typed, name) => {
    expect(await find(typed)).toEqual([name])
  })

  test.each([
    'opper',
    'grace nobody',
    'brewster grace-hopper',
    '%',
    '_',
    '\\',
    "'",
    '& | ! <->',
    "grace'hopper:*",
    'zoe%o@example.com',
  ])('%s finds nothing', async (typed) => {
    expect(await find(typed)).toEqual([])
  })

  test('uses the first eight words', async () => {
    expect(await find('grace brewster hopper grace brewster hopper grace brewster nobody')).toHaveLength(1)
  })
})

test('finds an amount in every currency as displayed, with and without digit grouping', async () => {
  const { test: vendor } = await buildVendor()
  const ofCurrency = new Map<string, string>()
  // Not a random address, which could have one of the amounts in it.
  const customer = { email: 'buyer@example.com' }
  for (const { code } of allCurrencies()) {
    const { id } = await buildInvoice(vendor, { currency: code, amountMinor: 7_654_321n, customer })
    ofCurrency.set(code, id)
  }
  for (const [code, id] of ofCurrency) {
    const query = { ...FIRST, limit: 200, search: formatMajor(7_654_321n, code), filters: { currency: code } }
    const listPage = await invoiceList.page(database(), vendor.id, query)
    expect(listPage.rows.map((row) => row.id)).toEqual([id])
  }
  const invoice = await buildInvoice(vendor, { amountMinor: 123_450n, customer })
  for (const search of ['1234', '1234.5', '1234.50', '1,234.50', '$1,234.50']) {
    // Of two invoices rather than of hundreds: an id may end in the same digits.
    const query = { ...FIRST, search, filters: { currency: 'USD' } }
    const listPage = await invoiceList.page(database(), vendor.id, query)
    expect(listPage.rows.map(({ id }) => id)).toEqual([invoice.id])
  }
  const others = await invoiceList.page(database(), vendor.id, { ...FIRST, search: '234' })
  expect(others.rows).toEqual([])
})

test('hopper finds Grace Hopper’s invoice, 825 its amount, 0042 the end of its id', async () => {
  const { test: vendor } = await buildVendor()
  const customer = await buildCustomer(vendor, { name: 'Grace Hopper', email: 'grace@navy.example' })
  const { id: existing } = await buildInvoice(vendor, { customer, amountMinor: 82_500n })
  const id = '01a20000-0000-7000-8000-00ab12340042'
  const {
    accountId,
    metadata: _,
    ...columns
  } = await database().invoice.findFirstOrThrow({ where: { id: existing } })
  await database().invoice.create({
    data: {
      ...columns,
      seller: {},
      billedTo: {},
      accountId,
      id,
      number: 'INV-0002',
      payToken: 'another',
      baseAmountMinor: 100n,
      search: searchTextOf(id, ['Grace Hopper']),
    },
  })
  const find = async (search: string) => {
    const query = { ...FIRST, sort: 'amount', descending: false, search } as const
    return (await invoiceList.page(database(), vendor.id, query)).rows.map((row) => row.id)
  }
  expect(await find('hopper')).toEqual([id, existing])
  expect(await find('825')).toEqual([existing])
  for (const ending of ['0042', '#0042', '12340042', '00AB12340042']) expect(await find(ending)).toEqual([id])
  expect(await find('hopper 0042')).toEqual([id])
  for (const other of ['042', '1234', '0024', '004']) expect(await find(other)).toEqual([])
})

test('the worker lets invoices and payouts be found by a customer’s new name and email', async () => {
  const { test: vendor } = await buildVendor()
  await fundWallet(vendor, 100_000n)
  const customer = await buildCustomer(vendor, { name: 'Ada Byron' })
  const invoice = await buildInvoice(vendor, { customer })
  const { id: bankAccountId } = await buildBankAccount(vendor, customer.id)
  const payout = await buildPayout(vendor, { customerId: customer.id, bankAccountId, amountMinor: 500n })
  await inOrmTransaction((tx) =>
    changeCustomer(tx, vendor.id, customer.id, {
      ...customer,
      name: 'Countess Lovelace',
      email: 'countess@example.com',
    }),
  )
  const find = async (search: string) => {
    const query = { ...FIRST, search }
    const invoices = await invoiceList.page(database(), vendor.id, query)
    const payouts = await payoutList.page(database(), vendor.id, query)
    return [...invoices.rows, ...payouts.rows].map(({ id }) => id)
  }
  expect(await find('byron')).toEqual([invoice.id, payout.id])
  const rename = { tenantId: vendor.id, id: customer.id }
  const claimed = await claim(database(), renameQueue, rename, { leaseMs: 60_000, isEarly: true })
  await renameWork.work(claimed as Claim)
  expect(await find('lovelace')).toEqual([invoice.id, payout.id])
  expect(await find('countess@example.com')).toEqual([invoice.id, payout.id])
  expect(await find('byron')).toEqual([])
})

/** A page of five reads a thousand rows in order before it uses an index. */
describe('matches further away than a page reads in order', () => {
  const OTHERS = 2500

  beforeAll(async () => {
    account = (await buildVendor()).test
    const customers = (name: string, from: number, count: number) =>
      database().customer.createMany({
        data: Array.from({ length: count }, (_, index) => {
          const number = String(from + index).padStart(12, '0')
          return {
            accountId: account.id,
            id: `00000000-0000-7000-8000-${number}`,
            name: `${name} ${from + index}`,
            email: `c${number}@example.com`,
            emailKey: `c${number}@example.com`,
            nameWords: searchText([`${name} ${from + index}`]),
            emailWords: searchText([`c${number}@example.com`]),
            createdAt: new Date(Date.UTC(2026, 0, 1) + (from + index) * 1000),
          }
        }),
      })
    await customers('Formerly', 1, 12)
    await customers('Other', 100, OTHERS)
    await customers('Latest', 9000, 3)
  })

  const namesOf = async (query: Partial<Parameters<typeof customerList.page>[2]>) => {
    const page = await customerList.page(database(), account.id, { ...FIRST, ...query })
    return { ...page, names: page.rows.map(({ name }) => name) }
  }

  test('are found in order, page by page and back', async () => {
    const first = await namesOf({ search: 'formerly' })
    expect(first.names).toEqual([12, 11, 10, 9, 8].map((number) => `Formerly ${number}`))
    const second = await namesOf({ search: 'formerly', after: first.last })
    expect(second.names).toEqual([7, 6, 5, 4, 3].map((number) => `Formerly ${number}`))
    const last = await namesOf({ search: 'formerly', after: second.last })
    expect(last).toMatchObject({ names: ['Formerly 2', 'Formerly 1'], hasNext: false, hasPrevious: true })
    const back = await namesOf({ search: 'formerly', before: last.first })
    expect(back).toMatchObject({ names: second.names, hasNext: true, hasPrevious: true })
    const top = await namesOf({ search: 'formerly', before: back.first })
    expect(top).toMatchObject({ names: first.names, hasPrevious: false })
  })

  test('form one list with those near by', async () => {
    const matches = await namesOf({ search: 'l', sort: 'name', descending: false })
    expect(matches.names).toEqual(['Latest 9000', 'Latest 9001', 'Latest 9002'])
    const few = await namesOf({ search: '1', descending: false })
    expect(few.names.slice(0, 2)).toEqual(['Formerly 1', 'Formerly 10'])
    expect(few.hasNext).toBe(true)
  })

  test.each([
    ['example formerly', ['Formerly 12', 'Formerly 11', 'Formerly 10', 'Formerly 9', 'Formerly 8']],
    ['formerly example 1', ['Formerly 12', 'Formerly 11', 'Formerly 10', 'Formerly 1']],
    ['e formerly 12', ['Formerly 12']],
    ['example formerly other', []],
    ['formerly other example', []],
    ['other 2599', ['Other 2599']],
  ])('are rows that have every word, however frequent each is: %s', async (search, names) => {
    expect((await namesOf({ search })).names).toEqual(names)
  })

  test('are found through a filter as through a search', async () => {
    await database().customer.updateMany({
      where: { accountId: account.id, name: { startsWith: 'Formerly' } },
      data: { group: 'Former', groupWords: searchText(['Former']) },
    })
    const matches = await namesOf({ filters: { group: 'Former' }, sort: 'name' })
    expect(matches.names).toEqual([9, 8, 7, 6, 5].map((number) => `Formerly ${number}`))
    const both = await namesOf({ filters: { group: 'Former' }, sort: 'name', search: '12' })
    expect(both).toMatchObject({ names: ['Formerly 12'], hasNext: false })
  })
})
