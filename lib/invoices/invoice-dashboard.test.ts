import { beforeEach, describe, expect, test } from 'vitest'
import { database } from '@/lib/db/client'
import { newId } from '@/lib/ids'
import { walletBalances } from '@/lib/ledger/accounts'
import { getInvoice } from '@/lib/payments/invoice-dashboard'
import { markInvoicePaid } from '@/lib/payments/payment-dashboard'
import { readPaymentPage } from '@/lib/payments/payment-page'
import { CLIENT_ADDRESS, signedIn } from '@/lib/sign-in/signed-in.fixture'
import { buildCustomer, buildInvoice, buildVendor } from '@/prisma/seed/builders'
import { sendInvoiceDraft } from './draft-dashboard'
import { exportInvoices, listInvoices } from './invoice-dashboard'
import { type InvoiceFields, NEW_INVOICE, NEW_ITEM } from './invoice-fields'

const PATH = '/api/dashboard/invoices'

let vendor: Awaited<ReturnType<typeof buildVendor>>
let browser: Awaited<ReturnType<typeof signedIn>>

beforeEach(async () => {
  vendor = await buildVendor()
  browser = await signedIn(vendor.id)
})

type Rows = { id: string; status: string; total: { amount: string; currency: string } }[]

describe('the list', () => {
  test.each([
    ['sort=name', 'sort must be one of created, -created, due_date'],
    [
      'status=lost',
      'status must be one of open, declined, overdue, uncollectible, paid, partly_refunded, refunded, fraud_warning, disputed, dispute_lost, partly_credited, credited, voided',
    ],
    ['currency=XXX', 'currency must be a currency like USD'],
    ['due_from=2026-02-30', 'due_from must be a date like 2026-01-31'],
    ['after=bm90IGEgcGxhY2U', 'Invalid cursor'],
    ['q=%00', 'q must be text'],
  ])('%s is refused with 400 rather than 500', async (query, message) => {
    const { status, body } = await browser.call(listInvoices, 'GET', `${PATH}?${query}`)
    expect(status).toBe(400)
    expect(body.error).toContain(message)
  })

  test("shows the account's own invoices, not another vendor's and not the other mode's", async () => {
    const other = await buildVendor()
    await buildInvoice(other.test)
    await buildInvoice(vendor.live)
    const { id } = await buildInvoice(vendor.test)
    const { body } = await browser.call(listInvoices, 'GET', PATH)
    expect((body.rows as Rows).map((row) => row.id)).toEqual([id])
  })

  test('sorts by due date when filtered by it, and says so', async () => {
    const due = (day: string) => buildInvoice(vendor.test, { dueDate: new Date(`${day}T00:00:00Z`) })
    const late = await due('2026-05-03')
    const early = await due('2026-05-01')
    const { body } = await browser.call(listInvoices, 'GET', `${PATH}?due_from=2026-05-01&due_to=2026-05-03`)
    expect((body.rows as Rows).map((row) => row.id)).toEqual([late.id, early.id])
    expect(body.sort).toBe('-due_date')
  })

  test('is exported as filtered, with formulas escaped', async () => {
    const customer = await buildCustomer(vendor.test, { name: '=1+1', email: 'sheet@example.com' })
    const euro = await buildInvoice(vendor.test, { customer, currency: 'EUR', amountMinor: 1000n })
    await buildInvoice(vendor.test, { currency: 'USD' })
    const answer = await browser.ask(exportInvoices, `${PATH}/export?currency=EUR&time_zone=Europe/Berlin`)
    const text = await answer.text()
    const [head, ...lines] = text.trim().split('\r\n')
    expect(head).toContain('Number,Invoice ID,Customer,Email,Status,Currency,Amount,Fee,Total,Due,Created')
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain(`${euro.id},'=1+1,sheet@example.com,Invoice Created,EUR,10.00,0.29,10.29,`)
  })
})

describe('creating an invoice', () => {
  const fields: InvoiceFields = {
    ...NEW_INVOICE,
    customer: { id: null, email: 'ada@example.com', name: 'ada@example.com' },
    items: [{ ...NEW_ITEM, title: 'Croissants', quantity: '2.5', price: '3.33' }],
  }
  const create = (more: Partial<InvoiceFields> = {}) =>
    browser.call(sendInvoiceDraft, 'POST', `/api/dashboard/invoice-drafts/${newId()}/send`, {
      version: 0,
      fields: { ...fields, ...more },
    })

  test('gives the same amounts as the API, and is in the audit log', async () => {
    const { status, body: made } = await create()
    expect(status).toBe(201)
    const { body: invoice } = await browser.call(getInvoice, 'GET', `${PATH}/${made.id}`)
    expect(invoice).toMatchObject({
      base: { amount: '8.33', currency: 'USD' },
      fee: { amount: '0.54', currency: 'USD' },
      total: { amount: '8.87', currency: 'USD' },
      items: [{ title: 'Croissants', quantity: '2.5' }],
    })
    const events = await database().auditEvent.findMany({
      where: { vendorId: vendor.id, action: 'invoice.created' },
    })
    expect(events).toMatchObject([
      { action: 'invoice.created', subjectId: made.id, accountId: vendor.test.id, address: CLIENT_ADDRESS },
    ])
  })

  test('with taxes, a discount, notes and an address shows them to vendor and buyer, and is paid in full', async () => {
    const { status, body: made } = await create({
      items: [
        { title: 'Design', quantity: '2', price: '50', taxName: 'VAT', taxRate: '19' },
        { ...NEW_ITEM, title: 'Hosting', quantity: '1', price: '21.40' },
      ],
      discount: '10',
      billingAddress: '1 Main Street\nNew York',
      notes: 'Thank you',
      reference: 'order-7',
    })
    expect(status).toBe(201)
    const { body: invoice } = await browser.call(getInvoice, 'GET', `${PATH}/${made.id}`)
    const usd = (amount: string) => ({ amount, currency: 'USD' })
    const sums = {
      subtotal: usd('121.40'),
      discount: { percent: '10', amount: usd('12.14') },
      taxes: [{ name: 'VAT', percent: '19', isInclusive: false, amount: usd('17.10') }],
    }
    expect(invoice).toMatchObject({
      sums,
      base: usd('126.36'),
      items: [{ tax: 'VAT 19%' }, { tax: null }],
      notes: 'Thank you',
      billingAddress: '1 Main Street\nNew York',
      reference: 'order-7',
    })
    const page = await readPaymentPage(String(invoice.paymentLink).split('/').at(-1) ?? '')
    expect(page).toMatchObject({
      sums,
      total: invoice.total,
      notes: ['Thank you'],
      billedTo: { address: ['1 Main Street', 'New York'] },
    })
    await browser.call(markInvoicePaid, 'POST', `${PATH}/${made.id}/mark-paid`)
    expect(await walletBalances(database(), vendor.test.id)).toMatchObject([
      { currency: 'USD', availableMinor: 12_636n },
    ])
  })

  test.each<[string, Partial<InvoiceFields>, string]>([
    [
      'a discount above the items',
      { discount: '8.34', discountIn: 'amount' },
      'The discount can be at most the sum of the items',
    ],
    ['nothing left to pay', { discount: '100' }, 'Invoice amount must be greater than 0'],
    ['a discount of 101 percent', { discount: '101' }, 'Enter a discount above 0 and up to 100 percent'],
    [
      'a tax without a name',
      { items: [{ title: 'x', quantity: '1', price: '1', taxName: ' ', taxRate: '19' }] },
      'Enter the name of the tax',
    ],
    [
      'a tax of 101 percent',
      { items: [{ title: 'x', quantity: '1', price: '1', taxName: 'VAT', taxRate: '101' }] },
      'Enter a tax rate from 0 to 100',
    ],
    ['notes that never end', { notes: 'x'.repeat(2001) }, 'At most 2000 characters'],
    ['an address for webhooks that is none', { webhookUrl: 'ftp://x' }, 'Invalid webhook_url'],
  ])('with %s is refused, and nothing is created', async (_what, more, error) => {
    expect(await create(more)).toMatchObject({ status: 400, body: { error: expect.stringContaining(error) } })
    expect(await database().invoice.count({ where: { accountId: vendor.test.id } })).toBe(0)
  })

  test('a banned vendor can read invoices and create none', async () => {
    await database().vendor.update({ where: { id: vendor.id }, data: { bannedAt: new Date() } })
    expect(await create()).toMatchObject({ status: 403 })
    expect(await browser.call(listInvoices, 'GET', PATH)).toMatchObject({ status: 200 })
  })
})

describe("an invoice's page", () => {
  test("another vendor's invoice looks missing", async () => {
    const { id } = await buildInvoice((await buildVendor()).test)
    const missing = await browser.call(getInvoice, 'GET', `${PATH}/${newId()}`)
    const foreign = await browser.call(getInvoice, 'GET', `${PATH}/${id}`)
    const malformed = await browser.call(getInvoice, 'GET', `${PATH}/none`)
    for (const { status, body } of [missing, foreign, malformed]) {
      expect({ status, body }).toEqual({ status: 404, body: { error: 'Invoice not found' } })
    }
  })

  test('looks missing in the other mode', async () => {
    for (const [mode, account] of [
      ['live', vendor.test],
      ['test', vendor.live],
    ] as const) {
      const { id } = await buildInvoice(account)
      const { status, body } = await browser.call(getInvoice, 'GET', `${PATH}/${id}?mode=${mode}`)
      expect({ status, body }).toEqual({ status: 404, body: { error: 'Invoice not found' } })
    }
  })

  test('shows the payment, its ledger entries, and the event', async () => {
    const { id } = await buildInvoice(vendor.test, {
      webhookUrl: 'https://example.com/hook',
      amountMinor: 10_000n,
    })
    await browser.call(markInvoicePaid, 'POST', `${PATH}/${id}/mark-paid`)
    const { body } = await browser.call(getInvoice, 'GET', `${PATH}/${id}`)
    const titles = (body.timeline as { title: string }[]).map(({ title }) => title)
    expect(titles[0]).toBe('Created')
    expect(titles).toEqual(
      expect.arrayContaining(['Payment received', 'Status: Paid', 'Webhook 1 waiting for delivery']),
    )
    expect(body.entries).toMatchObject([
      { destination: 'Your wallet', amount: { amount: '100.00' } },
      { destination: 'Fee', amount: { amount: '3.20' } },
    ])
    expect(body.events).toMatchObject([{ sequence: 1, status: 'PENDING' }])
    expect(body.isMoving).toBe(true)
  })
})
