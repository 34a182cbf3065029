import assert from 'node:assert/strict'
import { z } from 'zod'
import { session } from '@/lib/auth/session-access'
import { inOrmTransaction } from '@/lib/db/transaction'
import { jsonFields } from '@/lib/http/input'
import { operation } from '@/lib/http/operation'
import { nothing } from '@/lib/http/schemas'
import { parameterErrors } from '@/lib/lists/list-parameters'
import { listParameters, listView } from '@/lib/lists/list-query'
import { exponentOf, parseCurrency } from '@/lib/money/currencies'
import { parsePlainDecimal, plainDecimal, toMinor } from '@/lib/money/decimals'
import { formatMajor } from '@/lib/money/money'
import { parseRatePpm } from '@/lib/money/taxes'
import { setPricesIncludeTax } from '@/lib/vendors/account'
import {
  type ItemFields,
  itemFields,
  rateLabel,
  taxRateFields,
  taxRateView,
  taxSettings,
  taxSettingsPage,
} from './catalog-fields'
import { itemList, itemRow } from './item-list'
import { changeItem, type NewItem, saveNewItem, setItemArchived } from './saved-item'
import {
  addTaxRate,
  archiveTaxRate,
  presentTaxRate,
  readTaxSettingsPage,
  setDefaultTaxRate,
  unarchiveTaxRate,
} from './tax-rate'

const RATES_PATH = '/api/dashboard/tax-rates'

export const getTaxSettings = operation({
  method: 'GET',
  path: RATES_PATH,
  summary: 'Read the tax rates',
  tag: 'Catalog',
  access: session('read'),
  answers: { 200: taxSettingsPage },
}).handle(async ({ account }) => ({ status: 200, body: await readTaxSettingsPage(account.id) }))

export const createTaxRate = operation({
  method: 'POST',
  path: RATES_PATH,
  summary: 'Save a new tax rate',
  tag: 'Catalog',
  access: session('settings.write'),
  body: jsonFields(taxRateFields),
  answers: { 201: taxRateView },
  errors: ['tax_rate_exists', 'too_many_tax_rates'],
}).handle(async ({ account, audit, input: { name, percent, isDefault } }) => {
  const ratePpm = parseRatePpm(percent)
  assert(ratePpm !== null, 'the fields were checked')
  const rate = await inOrmTransaction(async (tx) => {
    const added = await addTaxRate(tx, account.id, { name, ratePpm, isDefault })
    const detail = `${rateLabel(presentTaxRate(added))}${isDefault ? ', by default' : ''}`
    await audit(tx, { action: 'tax_rate.created', subjectId: added.id, detail })
    return added
  })
  return { status: 201, body: presentTaxRate(rate) }
})

export const changeDefaultTaxRate = operation({
  method: 'POST',
  path: `${RATES_PATH}/{id}/default`,
  summary: 'Set the default tax rate of new lines',
  tag: 'Catalog',
  access: session('settings.write'),
  body: jsonFields(z.object({ isDefault: z.boolean() })),
  answers: { 200: taxRateView },
  errors: ['tax_rate_not_found'],
}).handle(async ({ account, audit, params: { id }, input: { isDefault } }) => {
  const rate = await inOrmTransaction(async (tx) => {
    const changed = await setDefaultTaxRate(tx, account.id, id, isDefault)
    const detail = isDefault ? rateLabel(presentTaxRate(changed)) : 'None'
    await audit(tx, { action: 'tax_rate.default_changed', subjectId: id, detail })
    return changed
  })
  return { status: 200, body: presentTaxRate(rate) }
})

export const removeTaxRate = operation({
  method: 'POST',
  path: `${RATES_PATH}/{id}/archive`,
  summary: 'Archive a tax rate',
  description:
    'Nothing new is taxed with it. Invoices, drafts and recurring invoices keep the rates they have.',
  tag: 'Catalog',
  access: session('settings.write'),
  answers: { 200: nothing },
  errors: ['tax_rate_not_found'],
}).handle(async ({ account, audit, params: { id } }) => {
  await inOrmTransaction(async (tx) => {
    const rate = await archiveTaxRate(tx, account.id, id)
    await audit(tx, { action: 'tax_rate.archived', subjectId: id, detail: rateLabel(presentTaxRate(rate)) })
  })
  return { status: 200, body: {} }
})

export const restoreTaxRate = operation({
  method: 'POST',
  path: `${RATES_PATH}/{id}/unarchive`,
  summary: 'Take a tax rate out of the archive',
  tag: 'Catalog',
  access: session('settings.write'),
  answers: { 200: nothing },
  errors: ['tax_rate_not_found', 'tax_rate_exists', 'too_many_tax_rates'],
}).handle(async ({ account, audit, params: { id } }) => {
  await inOrmTransaction(async (tx) => {
    const rate = await unarchiveTaxRate(tx, account.id, id)
    await audit(tx, { action: 'tax_rate.unarchived', subjectId: id, detail: rateLabel(presentTaxRate(rate)) })
  })
  return { status: 200, body: {} }
})

export const setTaxPrices = operation({
  method: 'POST',
  path: '/api/dashboard/settings/tax-prices',
  summary: 'Set whether prices on new invoices include their taxes',
  tag: 'Catalog',
  access: session('settings.write'),
  body: jsonFields(taxSettings.pick({ pricesIncludeTax: true })),
  answers: { 200: nothing },
}).handle(async ({ account, audit, input: { pricesIncludeTax } }) => {
  await inOrmTransaction(async (tx) => {
    await setPricesIncludeTax(tx, account.id, pricesIncludeTax)
    const detail = pricesIncludeTax ? 'Prices include tax' : 'Tax is added to prices'
    await audit(tx, { action: 'tax_prices.changed', detail })
  })
  return { status: 200, body: {} }
})

const ITEMS_PATH = '/api/dashboard/items'

const itemBody = jsonFields(itemFields((currency) => (parseCurrency(currency) ? exponentOf(currency) : null)))
const saved = z.object({ id: z.uuid() })

export const listItems = operation({
  method: 'GET',
  path: ITEMS_PATH,
  summary: 'List items',
  tag: 'Catalog',
  access: session('read'),
  query: listParameters(itemList),
  answers: { 200: listView(itemRow) },
  errors: parameterErrors,
}).handle(async ({ account, query }) => ({
  status: 200,
  body: await itemList.read(account.id, query, account.zone),
}))

export const createItem = operation({
  method: 'POST',
  path: ITEMS_PATH,
  summary: 'Save a new item',
  tag: 'Catalog',
  access: session('invoices.write'),
  body: itemBody,
  answers: { 201: saved },
  errors: ['too_many_saved_items', 'tax_rate_not_found'],
}).handle(async ({ account, audit, input }) => {
  const { id } = await inOrmTransaction(async (tx) => {
    const item = await saveNewItem(tx, account.id, newItemOf(input))
    await audit(tx, { action: 'item.created', subjectId: item.id, detail: detailOf(item) })
    return item
  })
  return { status: 201, body: { id } }
})

export const updateItem = operation({
  method: 'POST',
  path: `${ITEMS_PATH}/{id}`,
  summary: 'Change an item',
  description: 'Invoices that have it stay as they are.',
  tag: 'Catalog',
  access: session('invoices.write'),
  body: itemBody,
  answers: { 200: saved },
  errors: ['item_not_found', 'tax_rate_not_found'],
}).handle(async ({ account, audit, params: { id }, input }) => {
  await inOrmTransaction(async (tx) => {
    const item = newItemOf(input)
    await changeItem(tx, account.id, id, item)
    await audit(tx, { action: 'item.changed', subjectId: id, detail: detailOf(item) })
  })
  return { status: 200, body: { id } }
})

export const archiveItem = operation({
  method: 'POST',
  path: `${ITEMS_PATH}/{id}/archive`,
  summary: 'Archive an item',
  tag: 'Catalog',
  access: session('invoices.write'),
  answers: { 200: nothing },
  errors: ['item_not_found'],
}).handle(async ({ account, audit, params: { id } }) => {
  await inOrmTransaction(async (tx) => {
    const item = await setItemArchived(tx, account.id, id, true)
    await audit(tx, { action: 'item.archived', subjectId: id, detail: detailOf(item) })
  })
  return { status: 200, body: {} }
})

export const unarchiveItem = operation({
  method: 'POST',
  path: `${ITEMS_PATH}/{id}/unarchive`,
  summary: 'Take an item out of the archive',
  tag: 'Catalog',
  access: session('invoices.write'),
  answers: { 200: nothing },
  errors: ['item_not_found'],
}).handle(async ({ account, audit, params: { id } }) => {
  await inOrmTransaction(async (tx) => {
    const item = await setItemArchived(tx, account.id, id, false)
    await audit(tx, { action: 'item.unarchived', subjectId: id, detail: detailOf(item) })
  })
  return { status: 200, body: {} }
})

function newItemOf({ title, price, currency, taxRateId }: ItemFields): NewItem {
  const value = parsePlainDecimal(plainDecimal(price))
  const unitPriceMinor = value && toMinor(value, exponentOf(currency))
  assert(unitPriceMinor !== null, 'the fields were checked')
  return { title, currency, unitPriceMinor, taxRateId: taxRateId || null }
}

function detailOf({ title, currency, unitPriceMinor }: Omit<NewItem, 'taxRateId'>): string {
  return `${title}, ${formatMajor(unitPriceMinor, currency)} ${currency}`
}
