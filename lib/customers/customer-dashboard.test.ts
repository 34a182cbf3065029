import { text } from 'node:stream/consumers'
import { beforeEach, describe, expect, test } from 'vitest'
import { anOperator } from '@/lib/audit/operator.fixture'
import { addBankAccount, revealBankAccount } from '@/lib/bank-accounts/bank-account-dashboard'
import { database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { readCustomer } from '@/lib/home/customer-overview'
import { newId } from '@/lib/ids'
import { sweepOverdue } from '@/lib/invoices/change-invoice-status'
import { markInvoiceVoid } from '@/lib/invoices/void-invoice'
import { setUncollectible } from '@/lib/invoices/write-off'
import { mailsOf } from '@/lib/mail/mail.fixture'
import { recordOutsidePayment } from '@/lib/payments/outside-payment'
import { recordTestPayment } from '@/lib/payments/settle-payment'
import { paymentProviderFor } from '@/lib/providers/registry'
import { CLIENT_ADDRESS, signedIn } from '@/lib/sign-in/signed-in.fixture'
import type { Account } from '@/lib/vendors/account'
import { markVendorBanned } from '@/lib/vendors/manage-vendor'
import {
  buildBankAccount,
  buildCustomer,
  buildInvoice,
  buildPayout,
  buildVendor,
  fundWallet,
} from '@/prisma/seed/builders'
import { changeCustomer } from './customer'
import { createCustomer, listCustomers, updateCustomer } from './customer-dashboard'
import { type CustomerRow, customerList } from './customer-list'

let vendorId: string
let account: Account
let call: Awaited<ReturnType<typeof signedIn>>['call']

beforeEach(async () => {
  const vendor = await buildVendor()
  vendorId = vendor.id
  account = vendor.test
  call = (await signedIn(vendor.id)).call
})

const PATH = '/api/dashboard/customers'
const audited = () =>
  database().auditEvent.findMany({ where: { vendorId, accountId: { not: null } }, orderBy: { id: 'asc' } })
const ban = () => inOrmTransaction((tx) => markVendorBanned(tx, vendorId, null, anOperator))
const names = ({ body }: { body: Record<string, unknown> }) =>
  (body.rows as { name: string }[]).map(({ name }) => name)

test('a customer is created from the API’s own fields, and the audit log says who', async () => {
  const answer = await call(createCustomer, 'POST', PATH, {
    name: 'Ada',
    email: ' Ada@Example.com ',
    city: 'London',
  })
  expect(answer).toMatchObject({ status: 201, body: { id: expect.any(String) } })
  expect(await database().customer.findMany({ where: { accountId: account.id } })).toMatchObject([
    { id: answer.body.id, name: 'Ada', email: 'Ada@Example.com', city: 'London', preferredCurrency: 'USD' },
  ])
  expect(await audited()).toMatchObject([
    {
      action: 'customer.created',
      subjectId: answer.body.id,
      accountId: account.id,
      detail: 'Ada (Ada@Example.com)',
      address: CLIENT_ADDRESS,
    },
  ])
})

test('a change records what was changed, and a change of nothing leaves no record', async () => {
  const { id } = await buildCustomer(account, { name: 'Ada', email: 'ada@example.com', city: 'Paris' })
  const fields = { name: 'Ada L.', email: 'ada@example.com', address_line1: '1 Main Street' }
  expect(await call(updateCustomer, 'PATCH', `${PATH}/${id}`, fields)).toMatchObject({ status: 200 })
  expect(await call(updateCustomer, 'PATCH', `${PATH}/${id}`, fields)).toMatchObject({ status: 200 })
  expect(await database().customer.findFirst({ where: { id } })).toMatchObject({
    name: 'Ada L.',
    addressLine1: '1 Main Street',
    city: 'Paris',
  })
  const events = await audited()
  expect(events).toHaveLength(1)
  expect(events[0]).toMatchObject({
    action: 'customer.changed',
    subjectId: id,
    detail: 'Ada L.: name, address line 1',
  })
})

test('what was changed elsewhere while the form was open stays, unless the form changes it too', async () => {
  const { id } = await buildCustomer(account, { name: 'Ada', email: 'ada@example.com', city: 'Paris' })
  const save = (changes: object) => call(updateCustomer, 'PATCH', `${PATH}/${id}`, changes)
  await save({ language: 'ja', tax_treatment: 'exempt', tax_exemption_reason: 'Article 132' })
  await save({ city: 'London' })
  expect((await readCustomer(vendorId, id))?.fields).toMatchObject({
    name: 'Ada',
    city: 'London',
    language: 'ja',
    tax_treatment: 'exempt',
    tax_exemption_reason: 'Article 132',
  })
  expect(await save({ city: null, email: '' })).toMatchObject({ status: 400 })
  expect(await save({ city: '' })).toMatchObject({ status: 200 })
  expect(await save({})).toMatchObject({ status: 200, body: { id } })
  expect(await database().customer.findFirst({ where: { id } })).toMatchObject({ city: null })
  // A reason without an exemption is none.
  await save({ tax_treatment: 'taxed' })
  expect(await save({ tax_exemption_reason: 'Article 132' })).toMatchObject({ status: 200 })
  expect(await database().customer.findFirst({ where: { id } })).toMatchObject({
    taxTreatment: 'taxed',
    taxExemptionReason: null,
  })
})

test('mail to a customer is in the language that the form chose, and the log names its change', async () => {
  const fields = { name: 'Ada', email: 'ada@example.com' }
  const { body } = await call(createCustomer, 'POST', PATH, { ...fields, language: 'de' })
  const id = String(body.id)
  const language = async () => (await readCustomer(vendorId, id))?.fields.language
  expect(await language()).toBe('de')
  await buildInvoice(account, { customer: { id } })
  const [mail] = await mailsOf(account.id, 'invoice')
  expect(mail?.html).toContain('<html lang="de"')
  const save = (changes: object) => call(updateCustomer, 'PATCH', `${PATH}/${id}`, { ...fields, ...changes })
  await save({ language: 'ja' })
  expect(await language()).toBe('ja')
  await save({ language: 'ja' })
  await save({ language: 'auto' })
  await save({ language: 'auto' })
  expect(await language()).toBe('auto')
  expect(await save({ language: 'tlh' })).toMatchObject({ status: 400 })
  expect((await audited()).map(({ detail }) => detail)).toEqual([
    'Ada (ada@example.com)',
    'Ada: language',
    'Ada: language',
  ])
})

test('reverse charge needs the tax ID and keeps it, and an exemption needs its reason and loses it', async () => {
  const { id } = await buildCustomer(account, { name: 'Ada', email: 'ada@example.com' })
  const save = (fields: object) =>
    call(updateCustomer, 'PATCH', `${PATH}/${id}`, { name: 'Ada', email: 'ada@example.com', ...fields })
  const stored = () => database().customer.findFirstOrThrow({ where: { id } })
  expect(await save({ tax_treatment: 'reverse_charge' })).toMatchObject({
    status: 400,
    body: { error: 'Reverse charge needs the customer’s tax ID' },
  })
  expect(await save({ tax_treatment: 'exempt', tax_exemption_reason: ' ' })).toMatchObject({
    status: 400,
    body: { error: 'Enter why the customer is exempt from tax' },
  })
  expect(await save({ tax_treatment: 'none' })).toMatchObject({ status: 400 })

  const exempt = { tax_treatment: 'exempt', tax_exemption_reason: 'Article 132' }
  expect(await save(exempt)).toMatchObject({ status: 200 })
  expect(await stored()).toMatchObject({ taxTreatment: 'exempt', taxExemptionReason: 'Article 132' })
  const reverse = { tax_treatment: 'reverse_charge', tax_id: 'DE123456788', tax_exemption_reason: 'Unused' }
  expect(await save(reverse)).toMatchObject({ status: 200 })
  expect(await stored()).toMatchObject({ taxTreatment: 'reverse_charge', taxExemptionReason: null })
  // By any way that changes it.
  const cleared = inOrmTransaction((tx) => changeCustomer(tx, account.id, id, { taxId: null }))
  await expect(cleared).rejects.toMatchObject({ code: 'customer_tax_id_required' })
  expect((await audited()).map(({ detail }) => detail)).toEqual([
    'Ada: tax treatment, tax exemption reason',
    'Ada: tax id, tax treatment, tax exemption reason',
  ])
})

test('another customer’s email is refused in any case, and nothing changes', async () => {
  await buildCustomer(account, { email: 'taken@example.com' })
  const { id } = await buildCustomer(account, { name: 'Ada', email: 'ada@example.com' })
  const fields = { name: 'Somebody', email: 'TAKEN@example.com' }
  const refusal = { status: 409, body: { error: 'Customer with this email already exists' } }
  expect(await call(updateCustomer, 'PATCH', `${PATH}/${id}`, fields)).toMatchObject(refusal)
  expect(await call(createCustomer, 'POST', PATH, fields)).toMatchObject(refusal)
  expect(await database().customer.findFirst({ where: { id } })).toMatchObject({
    name: 'Ada',
    email: 'ada@example.com',
  })
  expect(await audited()).toEqual([])
  // Its own email in another case is not taken.
  const own = { name: 'Ada', email: 'ADA@example.com' }
  expect(await call(updateCustomer, 'PATCH', `${PATH}/${id}`, own)).toMatchObject({ status: 200 })
})

test.each([
  [{ name: '', email: 'ada@example.com' }, 'name and email are required'],
  [{ name: 'Ada', email: 'ada' }, 'Invalid email format'],
  [{ name: 'Ada', email: 'ada@example.com', preferred_currency: 'ZZZ' }, 'Invalid currency'],
])('%j is refused as the API refuses it', async (fields, error) => {
  const { id } = await buildCustomer(account)
  for (const [operation, method, path] of [
    [createCustomer, 'POST', PATH],
    [updateCustomer, 'PATCH', `${PATH}/${id}`],
  ] as const) {
    expect(await call(operation, method, path, fields)).toMatchObject({ status: 400, body: { error } })
  }
})

test('another vendor’s customer and bank account look missing, and stay as they are', async () => {
  const { test: theirs } = await buildVendor()
  const { id } = await buildCustomer(theirs, { name: 'Theirs' })
  const bankAccount = await buildBankAccount(theirs, id)
  const fields = { name: 'Mine', email: 'mine@example.com' }
  for (const missing of [id, newId(), 'no-id']) {
    const gone = { status: 404, body: { error: 'Customer not found' } }
    expect(await call(updateCustomer, 'PATCH', `${PATH}/${missing}`, fields)).toMatchObject(gone)
    expect(
      await call(addBankAccount, 'POST', `${PATH}/${missing}/bank-accounts`, BANK_ACCOUNT),
    ).toMatchObject(gone)
    expect(await readCustomer(vendorId, missing)).toBeNull()
  }
  for (const missing of [bankAccount.id, newId(), 'no-id']) {
    const path = `/api/dashboard/bank-accounts/${missing}/reveal`
    expect(await call(revealBankAccount, 'POST', path)).toMatchObject({ status: 404 })
  }
  expect(await database().customer.findFirst({ where: { id } })).toMatchObject({ name: 'Theirs' })
  expect(await database().bankAccount.count({ where: { customerId: id } })).toBe(1)
  expect(await audited()).toEqual([])
  expect(names(await call(listCustomers, 'GET', PATH))).toEqual([])
})

const BANK_ACCOUNT = {
  email: 'ada@example.com',
  first_name: 'Ada',
  last_name: 'Lovelace',
  address: { state: 'NY', city: 'New York', postcode: '10001', street_address: '1 Main Street' },
  bank_details: {
    account_name: 'Ada Lovelace',
    account_number: '123456789012',
    routing_number: '021000021',
    bank_name: 'First Bank',
  },
}

test('adding and revealing a bank account is recorded, never with the number', async () => {
  const customer = await buildCustomer(account)
  const added = await call(addBankAccount, 'POST', `${PATH}/${customer.id}/bank-accounts`, BANK_ACCOUNT)
  expect(added.status).toBe(201)
  const revealed = await call(
    revealBankAccount,
    'POST',
    `/api/dashboard/bank-accounts/${added.body.id}/reveal`,
  )
  expect(revealed).toMatchObject({ status: 200, body: { account_number: '123456789012' } })
  expect(revealed.headers.get('cache-control')).toBe('no-store')
  const detail = 'Ada Lovelace, First Bank, ending in 9012'
  expect(await audited()).toMatchObject([
    { action: 'bank_account.added', subjectId: added.body.id, detail, address: CLIENT_ADDRESS },
    { action: 'bank_account.revealed', subjectId: added.body.id, detail, address: CLIENT_ADDRESS },
  ])
  const view = await readCustomer(vendorId, customer.id)
  expect(view?.bankAccounts).toMatchObject([{ last4: '9012' }])
  expect(JSON.stringify(view)).not.toContain('123456789012')
})

test('an invalid routing number is refused before anything is stored', async () => {
  const customer = await buildCustomer(account)
  const body = { ...BANK_ACCOUNT, bank_details: { ...BANK_ACCOUNT.bank_details, routing_number: '12345678' } }
  expect(await call(addBankAccount, 'POST', `${PATH}/${customer.id}/bank-accounts`, body)).toMatchObject({
    status: 400,
    body: { error: 'routing_number must be a 9-digit ABA routing number' },
  })
  expect(await database().bankAccount.count({ where: { accountId: account.id } })).toBe(0)
})

test('a banned vendor sees its customers, and can neither change them nor reveal a number', async () => {
  const { id } = await buildCustomer(account, { name: 'Ada' })
  const bankAccount = await buildBankAccount(account, id)
  await ban()
  expect(names(await call(listCustomers, 'GET', PATH))).toEqual(['Ada'])
  const fields = { name: 'Ada L.', email: 'ada@example.com' }
  for (const reply of [
    await call(createCustomer, 'POST', PATH, fields),
    await call(updateCustomer, 'PATCH', `${PATH}/${id}`, fields),
    await call(addBankAccount, 'POST', `${PATH}/${id}/bank-accounts`, BANK_ACCOUNT),
    await call(revealBankAccount, 'POST', `/api/dashboard/bank-accounts/${bankAccount.id}/reveal`),
  ]) {
    expect(reply.status).toBe(403)
    expect(JSON.stringify(reply.body)).not.toContain('123456789012')
  }
  expect(await audited()).toEqual([])
})

test('the list finds the words of a name or email in any case, an id, a group and a date range', async () => {
  const ada = await buildCustomer(account, {
    name: 'Ada Lovelace',
    email: 'zz@example.com',
    group: 'Retainer',
  })
  await buildCustomer(account, { name: 'Grace', email: 'ADAM@example.com' })
  await buildCustomer(account, { name: '100% %_', email: 'percent@example.com' })
  const find = async (query: string) => names(await call(listCustomers, 'GET', `${PATH}?sort=name&${query}`))
  expect(await find('')).toEqual(['100% %_', 'Ada Lovelace', 'Grace'])
  expect(await find('q=aDa')).toEqual(['Ada Lovelace', 'Grace'])
  expect(await find('q=lovelace')).toEqual(['Ada Lovelace'])
  expect(await find('q=love+ada')).toEqual(['Ada Lovelace'])
  expect(await find('q=velace')).toEqual([])
  // Wildcards are literal.
  expect(await find('q=%25')).toEqual([])
  expect(await find('q=100%25')).toEqual(['100% %_'])
  expect(await find(`q=${ada.id}`)).toEqual(['Ada Lovelace'])
  expect(await find('group=Retainer')).toEqual(['Ada Lovelace'])
  expect(await find('created_to=2020-01-01')).toEqual([])
  expect(await call(listCustomers, 'GET', `${PATH}?sort=email`)).toMatchObject({ status: 400 })
})

test('each sort order lists every customer once, page by page and back', async () => {
  for (const name of ['b', 'A', 'a', 'Ä', 'C', 'a']) await buildCustomer(account, { name })
  for (const sort of ['created', 'name'] as const) {
    for (const descending of [true, false]) {
      const read = (place: object) =>
        customerList.page(database(), account.id, {
          sort,
          descending,
          after: null,
          before: null,
          limit: 2,
          search: null,
          filters: {},
          ...place,
        })
      const ids: string[] = []
      let page = await read({})
      ids.push(...page.rows.map(({ id }) => id))
      while (page.hasNext) {
        page = await read({ after: page.last })
        ids.push(...page.rows.map(({ id }) => id))
      }
      expect(new Set(ids).size).toBe(6)
      expect(ids).toHaveLength(6)
      const back = await read({ before: page.first })
      expect(back.rows.map(({ id }) => id)).toEqual(ids.slice(2, 4))
    }
  }
})

test('a customer’s totals are given per currency, with a history: paid so far, due, overdue and paid out', async () => {
  const { id } = await buildCustomer(account)
  const invoice = (amountMinor: bigint, currency: string, dueDate: Date | null = null) =>
    buildInvoice(account, { customer: { id }, amountMinor, currency, dueDate })
  expect((await readCustomer(vendorId, id))?.totals).toEqual([])
  await fundWallet(account, 10_000n)
  const { id: bankAccountId } = await buildBankAccount(account, id)
  await buildPayout(account, { customerId: id, bankAccountId, amountMinor: 2500n })
  const refused = await buildBankAccount(account, id, { accountNumber: '000111111113' })
  await buildPayout(account, { customerId: id, bankAccountId: refused.id, amountMinor: 1000n })
  const paid = await invoice(500n, 'JPY')
  await inOrmTransaction((tx) =>
    recordTestPayment(tx, { accountId: account.id, invoiceId: paid.id }, paymentProviderFor('test')),
  )
  await invoice(10_000n, 'USD')
  await invoice(20_000n, 'USD', new Date('2020-01-01'))
  const writtenOff = await invoice(40_000n, 'USD', new Date('2020-01-01'))
  await sweepOverdue(new Date('2020-06-01'))
  await inOrmTransaction((tx) =>
    setUncollectible(tx, { accountId: account.id, invoiceId: writtenOff.id }, true),
  )
  // Other accounts' invoices don't count.
  await buildInvoice(account, { amountMinor: 70_000n })
  const amounts = (await readCustomer(vendorId, id))?.totals.map(({ currency, ...totals }) => [
    currency,
    ...Object.values(totals).map(({ amount }) => amount),
  ])
  expect(amounts).toEqual([
    ['USD', '0.00', '0.00', '309.30', '206.10', '25.00'],
    ['JPY', '515', '515', '0', '0', '0'],
  ])
  const { history } = (await readCustomer(vendorId, id)) ?? {}
  expect(history?.map(({ title, href }) => `${title} ${href?.split('/')[1] ?? ''}`).sort()).toEqual([
    'Invoice created invoices',
    'Invoice created invoices',
    'Invoice created invoices',
    'Invoice created invoices',
    'Invoice overdue invoices',
    'Invoice overdue invoices',
    'Invoice paid invoices',
    'Payout failed payouts',
    'Payout paid payouts',
  ])
})

test('the list shows what each customer owes and has paid, by currency, and when the last invoice was', async () => {
  const ada = await buildCustomer(account, { name: 'Ada' })
  await buildCustomer(account, { name: 'Grace' })
  const invoice = (amountMinor: bigint, currency = 'USD', dueDate: Date | null = null) =>
    buildInvoice(account, { customer: { id: ada.id }, amountMinor, currency, dueDate })
  await invoice(1000n, 'USD', new Date('2020-01-01'))
  await sweepOverdue(new Date('2020-06-01'))
  await invoice(2000n)
  await invoice(3000n, 'EUR')
  const paid = await invoice(4000n)
  await inOrmTransaction((tx) =>
    recordTestPayment(tx, { accountId: account.id, invoiceId: paid.id }, paymentProviderFor('test')),
  )
  const { body } = await call(listCustomers, 'GET', `${PATH}?sort=name`)
  const inWords = (amounts: { amount: string; currency: string }[]) =>
    amounts.map(({ amount, currency }) => `${amount} ${currency}`)
  const [first, second] = body.rows as unknown as CustomerRow[]
  expect(inWords(first?.owed ?? [])).toEqual(['31.47 USD', '30.87 EUR'])
  expect(inWords(first?.overdue ?? [])).toEqual(['10.59 USD'])
  expect(inWords(first?.paid ?? [])).toEqual(['41.46 USD'])
  expect(first).toMatchObject({ isWhole: true, lastInvoiceAt: paid.createdAt.toISOString() })
  expect(second).toMatchObject({ owed: [], overdue: [], paid: [], isWhole: true, lastInvoiceAt: null })
  const file = await customerList.export(account, new URLSearchParams('q=ada'))
  expect(await text(file.content)).toContain('"31.47 USD, 30.87 EUR",10.59 USD,41.46 USD')
})

describe('the list in an order that follows from invoices', () => {
  /** A customer of the name with paid, open and overdue invoices of these amounts before the fee, and one written off. */
  async function customerWith(
    name: string,
    amounts: { paid?: bigint[]; open?: bigint[]; overdue?: bigint[]; writtenOff?: bigint[] },
    currency = 'USD',
  ) {
    const { id } = await buildCustomer(account, { name })
    const build = async (minors: bigint[] = [], dueDate: Date | null = null) => {
      const invoices: { accountId: string; invoiceId: string }[] = []
      for (const amountMinor of minors) {
        const invoice = await buildInvoice(account, { customer: { id }, amountMinor, currency, dueDate })
        invoices.push({ accountId: account.id, invoiceId: invoice.id })
      }
      return invoices
    }
    await build(amounts.open)
    for (const key of await build(amounts.paid)) {
      await inOrmTransaction((tx) => recordTestPayment(tx, key, paymentProviderFor('test')))
    }
    await build(amounts.overdue, new Date('2020-01-01'))
    const writtenOff = await build(amounts.writtenOff, new Date('2020-01-01'))
    await sweepOverdue(new Date('2020-06-01'), account.id)
    for (const key of writtenOff) await inOrmTransaction((tx) => setUncollectible(tx, key, true))
    return id
  }

  const list = async (query: string) => {
    const { body, status } = await call(listCustomers, 'GET', `${PATH}?${query}`)
    return { ...body, status } as unknown as {
      status: number
      rows: CustomerRow[]
      note: string | null
      sort: string
      nextCursor: string | null
      error?: string
    }
  }
  const namesIn = async (query: string) => (await list(query)).rows.map(({ name }) => name)

  test('has those who owe, are overdue or have paid in the currency, most first or least', async () => {
    await customerWith('Ada', { open: [1000n], overdue: [5000n], paid: [100n] })
    await customerWith('Grace', { open: [9000n], paid: [300n, 300n] })
    await customerWith('Hedy', { open: [200n, 300n], overdue: [400n], writtenOff: [90_000n] })
    await customerWith('Alan', { open: [50_000n], paid: [40_000n] }, 'EUR')
    await customerWith('Edsger', { writtenOff: [70_000n] })
    await buildCustomer(account, { name: 'Nobody' })

    expect(await namesIn('sort=-owed')).toEqual(['Grace', 'Ada', 'Hedy'])
    expect(await namesIn('sort=owed')).toEqual(['Hedy', 'Ada', 'Grace'])
    expect(await namesIn('sort=-overdue')).toEqual(['Ada', 'Hedy'])
    expect(await namesIn('sort=-paid')).toEqual(['Grace', 'Ada'])
    expect(await namesIn('sort=-owed&amounts_in=EUR')).toEqual(['Alan'])
    expect(await namesIn('sort=-owed&amounts_in=GBP')).toEqual([])
    expect(await namesIn('sort=-last_invoice')).toEqual(['Edsger', 'Alan', 'Hedy', 'Grace', 'Ada'])
    expect(await list('sort=-owed')).toMatchObject({ sort: '-owed', note: 'Customers who owe you in USD' })
    expect((await list('sort=-paid&amounts_in=eur')).note).toBe('Customers who have paid you in EUR')
    expect((await list('sort=-last_invoice')).note).toBe('Customers with an invoice')
    expect((await list('sort=-name')).note).toBeNull()
    expect((await list('sort=-owed&amounts_in=GBP')).note).toBe('Nobody owes you in GBP')
    expect((await list('sort=-owed&q=nobody')).note).toBeNull()
  })

  test('goes with search and filters, and shows and exports the amounts of the currency alone', async () => {
    const ada = await customerWith('Ada Lovelace', { open: [1000n], paid: [500n] })
    await buildInvoice(account, { customer: { id: ada }, amountMinor: 2000n, currency: 'EUR' })
    await customerWith('Ada Byron', { open: [3000n] })
    const grace = await customerWith('Grace', { open: [4000n] })
    await inOrmTransaction((tx) => changeCustomer(tx, account.id, grace, { group: 'Retainer' }))
    expect(await namesIn('sort=-owed&q=ada')).toEqual(['Ada Byron', 'Ada Lovelace'])
    expect(await namesIn('sort=-owed&group=Retainer')).toEqual(['Grace'])
    expect(await namesIn('sort=-owed&created_to=2020-01-01')).toEqual([])
    expect(await namesIn('sort=-owed&archived=true')).toEqual([])
    const [row] = (await list('sort=name&q=lovelace&amounts_in=EUR')).rows
    expect(row?.owed).toMatchObject([{ currency: 'EUR' }])
    expect(row?.paid).toEqual([])
    const query = new URLSearchParams('sort=-owed&amounts_in=USD&q=ada')
    const lines = (await text((await customerList.export(account, query)).content)).trim().split('\r\n')
    expect(lines.map((line) => line.split(',')[1])).toEqual(['Name', 'Ada Byron', 'Ada Lovelace'])
    expect(lines.join()).not.toContain('EUR')
  })

  test('is in dollars if an invoice in them counts, or else in the first currency by code', async () => {
    await customerWith('Ada', { open: [1000n] }, 'GBP')
    expect((await list('sort=-owed')).note).toBe('Customers who owe you in GBP')
    // Nobody owes what was voided, paid or written off.
    await customerWith('Grace', { paid: [1000n], writtenOff: [1000n] })
    const voided = await buildInvoice(account, { amountMinor: 1000n })
    await inOrmTransaction((tx) => markInvoiceVoid(tx, { accountId: account.id, invoiceId: voided.id }, null))
    expect((await list('sort=-owed')).note).toBe('Customers who owe you in GBP')
    expect((await list('sort=-paid')).note).toBe('Customers who have paid you in USD')
    await customerWith('Alan', { open: [1000n] }, 'EUR')
    expect((await list('sort=-owed')).note).toBe('Customers who owe you in EUR')
    await customerWith('Hedy', { open: [1000n] })
    expect((await list('sort=-owed')).note).toBe('Customers who owe you in USD')
  })

  test('counts what is left of a part that was paid, and has nobody else’s invoices', async () => {
    const { test: theirs } = await buildVendor()
    await buildInvoice(theirs, { amountMinor: 90_000n })
    await customerWith('Ada', { open: [10_000n] })
    const grace = await customerWith('Grace', {})
    const { id } = await buildInvoice(account, { customer: { id: grace }, amountMinor: 12_000n })
    expect(await namesIn('sort=-owed')).toEqual(['Grace', 'Ada'])
    const payment = {
      method: 'bank_transfer',
      amountMinor: 5_000n,
      receivedOn: new Date('2026-11-01T00:00:00Z'),
      reference: null,
      mailsReceipt: false,
    } as const
    await inOrmTransaction((tx) =>
      recordOutsidePayment(tx, { accountId: account.id, invoiceId: id }, payment),
    )
    expect(await namesIn('sort=-owed')).toEqual(['Ada', 'Grace'])
  })

  test.each(['owed', 'overdue', 'paid', 'last_invoice'] as const)(
    'by %s lists every customer once, page by page and back, also where amounts are equal',
    async (sort) => {
      for (const [index, amount] of [300n, 100n, 200n, 200n, 200n, 100n].entries()) {
        const amounts = { open: [amount], overdue: [amount], paid: [amount] }
        await customerWith(`Customer ${index}`, amounts)
      }
      for (const descending of [true, false]) {
        const read = (place: object) =>
          customerList.page(database(), account.id, {
            sort,
            descending,
            after: null,
            before: null,
            limit: 2,
            search: null,
            filters: {},
            ...place,
          })
        const all = (await read({ limit: 10 })).rows.map(({ id }) => id)
        expect(new Set(all).size).toBe(6)
        const first = await read({})
        const second = await read({ after: first.last })
        const third = await read({ after: second.last })
        expect([first, second, third].flatMap(({ rows }) => rows.map(({ id }) => id))).toEqual(all)
        expect([first.hasNext, second.hasNext, third.hasNext]).toEqual([true, true, false])
        const back = await read({ before: third.first })
        expect(back.rows.map(({ id }) => id)).toEqual(all.slice(2, 4))
      }
    },
  )

  test('takes only a cursor of its own order, and refuses what is no currency', async () => {
    for (let count = 0; count < 26; count += 1) {
      await buildInvoice(account, { customer: { email: `c${count}@example.com` }, amountMinor: 1000n })
    }
    const { nextCursor } = await list('sort=-owed')
    expect((await list(`sort=-owed&after=${nextCursor}`)).rows).toHaveLength(1)
    expect((await list(`sort=-paid&after=${nextCursor}`)).status).toBe(400)
    expect(await list('sort=-owed&amounts_in=dollars')).toMatchObject({
      status: 400,
      error: 'amounts_in must be a currency like USD',
    })
  })
})

test('the CSV has exactly the filtered rows, with no cell that a spreadsheet would run', async () => {
  await buildCustomer(account, { name: '=HYPERLINK("x")', email: 'ada@example.com' })
  await buildCustomer(account, { name: 'Grace', email: 'grace@example.com' })
  const file = await customerList.export(account, new URLSearchParams('q=hyperlink'))
  const lines = (await text(file.content)).trim().split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain(`"'=HYPERLINK(""x"")"`)
})
