import { beforeEach, describe, expect, test } from 'vitest'
import { database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { newId } from '@/lib/ids'
import { newInvoiceFields } from '@/lib/invoices/invoice-fields'
import { signedIn } from '@/lib/sign-in/signed-in.fixture'
import type { Account } from '@/lib/vendors/account'
import { buildVendor } from '@/prisma/seed/builders'
import {
  archiveItem,
  changeDefaultTaxRate,
  createItem,
  createTaxRate,
  getTaxSettings,
  listItems,
  removeTaxRate,
  restoreTaxRate,
  setTaxPrices,
  unarchiveItem,
  updateItem,
} from './catalog-dashboard'
import { rateLabel } from './catalog-fields'
import {
  addTaxRate,
  findTaxSettings,
  readTaxSettings,
  readTaxSettingsPage,
  setDefaultTaxRate,
} from './tax-rate'

const RATES = '/api/dashboard/tax-rates'
const ITEMS = '/api/dashboard/items'

let vendorId: string
let account: Account
let call: Awaited<ReturnType<typeof signedIn>>['call']

beforeEach(async () => {
  const vendor = await buildVendor()
  vendorId = vendor.id
  account = vendor.test
  call = (await signedIn(vendor.id)).call
})

const addRate = async (name: string, percent: string, isDefault = false) =>
  String((await call(createTaxRate, 'POST', RATES, { name, percent, isDefault })).body.id)
const labels = async () =>
  (await readTaxSettings(account.id)).rates.map(
    ({ name, percent, isDefault }) => `${name} ${percent}${isDefault ? ' *' : ''}`,
  )
const titles = async (search = '') =>
  ((await call(listItems, 'GET', `${ITEMS}${search}`)).body.rows as { title: string }[]).map(
    ({ title }) => title,
  )

describe('Tax rates', () => {
  test('have one default at most, and an archived one leaves the list', async () => {
    const old = await addRate('VAT', '19', true)
    await addRate('VAT', '7')
    await addRate('Sales tax', '8.875', true)
    expect(await labels()).toEqual(['Sales tax 8.875 *', 'VAT 19', 'VAT 7'])
    await call(changeDefaultTaxRate, 'POST', `${RATES}/${old}/default`, { isDefault: true })
    expect(await labels()).toEqual(['VAT 19 *', 'Sales tax 8.875', 'VAT 7'])
    expect(await call(removeTaxRate, 'POST', `${RATES}/${old}/archive`, {})).toMatchObject({ status: 200 })
    expect(await labels()).toEqual(['Sales tax 8.875', 'VAT 7'])
    expect(await call(removeTaxRate, 'POST', `${RATES}/${old}/archive`, {})).toMatchObject({ status: 404 })
    // The name and the percentage are free again.
    await addRate('VAT', '19')
    expect(await labels()).toContain('VAT 19')
    const actions = await database().auditEvent.findMany({
      where: { vendorId, action: { startsWith: 'tax_rate' } },
    })
    expect(actions).toHaveLength(6)
  })

  test('are taken out of the archive, unless the name and percentage are there again', async () => {
    const archived = async () => (await readTaxSettingsPage(account.id)).archived.map(rateLabel)
    const archive = (id: string) => call(removeTaxRate, 'POST', `${RATES}/${id}/archive`, {})
    const restore = (id: string) => call(restoreTaxRate, 'POST', `${RATES}/${id}/unarchive`, {})
    const first = await addRate('VAT', '19', true)
    expect(await restore(first)).toMatchObject({ status: 404 })
    await archive(first)
    const reduced = await addRate('VAT', '7')
    await archive(reduced)
    expect(await archived()).toEqual(['VAT 19%', 'VAT 7%'])
    const second = await addRate('VAT', '19')
    expect(await archived()).toEqual(['VAT 7%'])
    expect(await restore(first)).toMatchObject({ status: 409 })
    await archive(second)
    expect(await archived()).toEqual(['VAT 19%', 'VAT 7%'])
    const answers = await Promise.all([restore(first), restore(second)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await labels()).toEqual(['VAT 19'])
    expect(await archived()).toEqual(['VAT 7%'])
    const other = await signedIn((await buildVendor()).id)
    for (const missing of [reduced, newId(), 'x']) {
      const path = `${RATES}/${missing}/unarchive`
      expect(await other.call(restoreTaxRate, 'POST', path, {})).toMatchObject({ status: 404 })
    }
    const restored = { vendorId, action: 'tax_rate.unarchived' }
    expect(await database().auditEvent.findMany({ where: restored })).toMatchObject([{ detail: 'VAT 19%' }])
  })

  test('beside fifty others stay in the archive', async () => {
    const id = await addRate('VAT', '19')
    await call(removeTaxRate, 'POST', `${RATES}/${id}/archive`, {})
    for (const percent of Array.from({ length: 50 }, (_, index) => String(index))) await addRate('T', percent)
    expect(await call(restoreTaxRate, 'POST', `${RATES}/${id}/unarchive`, {})).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining('Archive some first') },
    })
  })

  test('that are made the default at the same time leave one default', async () => {
    const ids = [await addRate('A', '1'), await addRate('B', '2'), await addRate('C', '3', true)]
    await Promise.all([
      ...ids.map((id) => inOrmTransaction((tx) => setDefaultTaxRate(tx, account.id, id, true))),
      inOrmTransaction((tx) => addTaxRate(tx, account.id, { name: 'D', ratePpm: 40_000, isDefault: true })),
    ])
    const { rates } = await findTaxSettings(database(), account.id)
    expect(rates.filter(({ isDefault }) => isDefault)).toHaveLength(1)
    expect(rates).toHaveLength(4)
  })

  test.each([
    [{ name: ' ', percent: '19' }, 'Enter a name, such as VAT'],
    [{ name: 'VAT', percent: '100.5' }, 'Enter a rate from 0 to 100, such as 19 or 8.875'],
    [{ name: 'VAT', percent: '8.8755' }, 'Enter a rate from 0 to 100, such as 19 or 8.875'],
    [{ name: 'V\u0007', percent: '1' }, 'control characters'],
    [{ name: 'x'.repeat(65), percent: '1' }, 'At most 64 characters'],
  ])('%j is refused', async (fields, error) => {
    const answer = await call(createTaxRate, 'POST', RATES, { ...fields, isDefault: false })
    expect(answer).toMatchObject({ status: 400, body: { error: expect.stringContaining(error) } })
  })

  test('are not saved twice, and those of others are missing', async () => {
    const id = await addRate('VAT', '19')
    expect(
      await call(createTaxRate, 'POST', RATES, { name: 'VAT', percent: '19.000', isDefault: false }),
    ).toMatchObject({ status: 409, body: { error: 'There is a tax rate with this name and percentage' } })
    const other = await signedIn((await buildVendor()).id)
    for (const missing of [id, newId(), 'x']) {
      expect(await other.call(removeTaxRate, 'POST', `${RATES}/${missing}/archive`, {})).toMatchObject({
        status: 404,
      })
      const path = `${RATES}/${missing}/default`
      expect(await other.call(changeDefaultTaxRate, 'POST', path, { isDefault: true })).toMatchObject({
        status: 404,
      })
    }
    expect(await labels()).toEqual(['VAT 19'])
  })

  test('and prices that include tax are what a new invoice begins with', async () => {
    await addRate('VAT', '7')
    await addRate('VAT', '19', true)
    await call(setTaxPrices, 'POST', '/api/dashboard/settings/tax-prices', { pricesIncludeTax: true })
    const { body } = await call(getTaxSettings, 'GET', RATES)
    const taxes = body as Awaited<ReturnType<typeof readTaxSettings>>
    expect(newInvoiceFields({ customer: null, taxes })).toMatchObject({
      taxInclusive: true,
      items: [{ title: '', taxName: 'VAT', taxRate: '19' }],
    })
  })
})

describe('Items', () => {
  const HOSTING = { title: 'Hosting, per month', price: '1.250,50', currency: 'EUR', taxRateId: '' }

  test('are found by their words and currency, changed, archived and taken back', async () => {
    const taxRateId = await addRate('VAT', '19')
    const { body } = await call(createItem, 'POST', ITEMS, { ...HOSTING, taxRateId })
    await call(createItem, 'POST', ITEMS, { title: 'Design', price: '80', currency: 'USD', taxRateId: '' })
    expect(await titles('?sort=title')).toEqual(['Design', 'Hosting, per month'])
    expect(await titles('?q=mont')).toEqual(['Hosting, per month'])
    expect(await titles('?currency=USD')).toEqual(['Design'])
    const row = async () => ((await call(listItems, 'GET', `${ITEMS}?q=hosting`)).body.rows as object[])[0]
    expect(await row()).toMatchObject({
      price: { amount: '1250.50', currency: 'EUR' },
      tax: { name: 'VAT', percent: '19' },
    })
    // Its rate is archived: taxed like any new line.
    await call(removeTaxRate, 'POST', `${RATES}/${taxRateId}/archive`, {})
    expect(await row()).toMatchObject({ tax: null })
    const path = `${ITEMS}/${body.id}`
    expect(await call(updateItem, 'POST', path, { ...HOSTING, taxRateId })).toMatchObject({ status: 404 })
    expect(await call(updateItem, 'POST', path, { ...HOSTING, title: 'Servers', price: '9' })).toMatchObject({
      status: 200,
    })
    expect(await titles('?q=servers')).toEqual(['Servers'])
    expect(await titles('?q=hosting')).toEqual([])
    await call(archiveItem, 'POST', `${path}/archive`, {})
    expect(await titles()).toEqual(['Design'])
    expect(await titles('?archived=true')).toEqual(['Servers'])
    expect(await call(updateItem, 'POST', path, HOSTING)).toMatchObject({ status: 404 })
    await call(unarchiveItem, 'POST', `${path}/unarchive`, {})
    expect(await titles('?sort=title')).toEqual(['Design', 'Servers'])
  })

  test.each([
    [{ title: ' ' }, 'Enter a description'],
    [{ price: 'a lot' }, 'Enter an amount such as 1,250.00'],
    [{ price: '-1' }, 'Enter an amount such as 1,250.00'],
    [{ price: '1.005' }, 'At most 2 decimals'],
    [{ price: '1000000000' }, 'At most 999,999,999.99'],
    [{ currency: 'ZZZ' }, 'Choose a currency'],
  ])('%j is refused', async (fields, error) => {
    const answer = await call(createItem, 'POST', ITEMS, { ...HOSTING, ...fields })
    expect(answer).toMatchObject({ status: 400, body: { error: expect.stringContaining(error) } })
  })

  test('of another vendor are missing, and take no rate of others', async () => {
    const { body } = await call(createItem, 'POST', ITEMS, HOSTING)
    const taxRateId = await addRate('VAT', '19')
    const other = await signedIn((await buildVendor()).id)
    const path = `${ITEMS}/${body.id}`
    expect(await other.call(updateItem, 'POST', path, HOSTING)).toMatchObject({ status: 404 })
    expect(await other.call(archiveItem, 'POST', `${path}/archive`, {})).toMatchObject({ status: 404 })
    expect(await other.call(createItem, 'POST', ITEMS, { ...HOSTING, taxRateId })).toMatchObject({
      status: 404,
    })
    expect((await other.call(listItems, 'GET', ITEMS)).body.rows).toEqual([])
    expect(await titles()).toEqual([HOSTING.title])
  })
})
