import { afterEach, describe, expect, test } from 'vitest'
import { customerList } from '@/lib/customers/customer-list'
import { database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { paymentToken } from '@/lib/http/links'
import { sweepOverdue } from '@/lib/invoices/change-invoice-status'
import { readDocumentFacts } from '@/lib/invoices/invoice-document'
import { invoiceList, readInvoiceTabs } from '@/lib/invoices/invoice-list'
import type { SavedInvoice } from '@/lib/invoices/issue-invoice'
import { findPayableInvoice } from '@/lib/payments/payable-invoice'
import { readPaymentPage } from '@/lib/payments/payment-page'
import { readInvoice } from '@/lib/payments/queries'
import { recordTestPayment } from '@/lib/payments/settle-payment'
import { paymentProviderFor } from '@/lib/providers/registry'
import { now, setClock } from '@/lib/time/clock'
import { dayAfter } from '@/lib/time/dates'
import { type Account, findAccount } from '@/lib/vendors/account'
import { setVendorSettings } from '@/lib/vendors/manage-vendor'
import { buildCustomer, buildInvoice, buildVendor } from '@/prisma/seed/builders'
import { readCustomer } from './customer-overview'
import { readHome } from './queries'

/* The days of a vendor's time zone, on pages and papers. */

const at = (moment: string) => setClock(() => new Date(moment))

afterEach(() => setClock(null))

/** Pays an invoice of 10 dollars, and of the fee on it. */
async function pay(account: Account): Promise<SavedInvoice> {
  const invoice = await buildInvoice(account, { amountMinor: 1000n })
  const key = { accountId: account.id, invoiceId: invoice.id }
  await inOrmTransaction((tx) => recordTestPayment(tx, key, paymentProviderFor('test')))
  return invoice
}

async function moveTo(vendorId: string, timeZone: string): Promise<Account> {
  await inOrmTransaction((tx) => setVendorSettings(tx, vendorId, { timeZone }))
  return findAccount(database(), vendorId, 'test')
}

/** What pages call the invoice, and count as open and overdue, after the worker has looked. */
async function statusEverywhere(account: Account, invoice: SavedInvoice) {
  await sweepOverdue(dayAfter(now(), 0), account.id)
  const { id, zone, vendorId } = account
  const rowsOf = async (query: string) =>
    (await invoiceList.read(id, new URLSearchParams(query), zone)).rows.map((row) => row.id)
  const { tabs } = await readInvoiceTabs(account)
  const tab = (name: string) => tabs.find(({ value }) => value === name)
  const [home] = (await readHome(account)).outstanding
  const [customer] = (await customerList.read(id, new URLSearchParams(), zone)).rows
  const byOverdue = await customerList.read(id, new URLSearchParams('sort=-overdue'), zone)
  const totals = (await readCustomer(vendorId, invoice.customerId, zone))?.totals[0]
  const view = await readInvoice(vendorId, invoice.id, zone)
  const page = await readPaymentPage(paymentToken(id, invoice.payToken))
  return {
    status: view?.displayStatus,
    isInHistory: view?.timeline.some(({ title }) => title === 'Status: Overdue'),
    isIn: { open: await rowsOf('status=open'), overdue: await rowsOf('status=overdue&due_from=2000-01-01') },
    counts: [tab('')?.count, tab('open')?.count, tab('overdue')?.count],
    sums: [tab('open')?.sums[0]?.amount, tab('overdue')?.sums[0]?.amount],
    home: [home?.openCount, home?.open.amount, home?.overdueCount, home?.overdue.amount],
    customers: [customer?.owed[0]?.amount, customer?.overdue[0]?.amount ?? '0.00'],
    overdueCustomers: byOverdue.rows.length,
    customer: [totals?.due.amount, totals?.overdue.amount],
    isOverdueForBuyer: page?.isOverdue,
  }
}

describe.each([
  ['Pacific/Kiritimati', '2026-11-23', '2026-11-23T10:00:00Z'],
  ['Pacific/Auckland', '2026-11-23', '2026-11-23T11:00:00Z'],
  ['Asia/Kolkata', '2026-11-23', '2026-11-23T18:30:00Z'],
  ['UTC', '2026-11-23', '2026-11-24T00:00:00Z'],
  ['America/New_York', '2026-11-23', '2026-11-24T05:00:00Z'],
  // Days of 23 and of 25 hours.
  ['America/New_York', '2026-03-08', '2026-03-09T04:00:00Z'],
  ['America/New_York', '2026-11-01', '2026-11-02T05:00:00Z'],
  ['Pacific/Auckland', '2026-04-05', '2026-04-05T12:00:00Z'],
])('in %s, an invoice that is due on %s', (timeZone, dueDate, end) => {
  test('is overdue on all pages when that day is over, and for programs when it is in UTC', async () => {
    const { test: account } = await buildVendor({ timeZone })
    at('2026-02-01T12:00:00Z')
    const customer = await buildCustomer(account)
    const due = await buildInvoice(account, { customer, amountMinor: 1000n, dueDate: new Date(dueDate) })
    const later = await buildInvoice(account, {
      customer,
      amountMinor: 2000n,
      dueDate: new Date('2027-03-01'),
    })

    setClock(() => new Date(new Date(end).getTime() - 1))
    expect(await statusEverywhere(account, due)).toEqual({
      status: 'Open',
      isInHistory: false,
      isIn: { open: [later.id, due.id], overdue: [] },
      counts: [2, 2, 0],
      sums: ['31.47', undefined],
      home: [2, '31.47', 0, '0.00'],
      customers: ['31.47', '0.00'],
      overdueCustomers: 0,
      customer: ['31.47', '0.00'],
      isOverdueForBuyer: false,
    })

    at(end)
    const { isInHistory: _, ...overdue } = await statusEverywhere(account, due)
    expect(overdue).toEqual({
      status: 'Overdue',
      isIn: { open: [later.id], overdue: [due.id] },
      counts: [2, 1, 1],
      sums: ['20.88', '10.59'],
      home: [1, '20.88', 1, '10.59'],
      customers: ['31.47', '10.59'],
      overdueCustomers: 1,
      customer: ['31.47', '10.59'],
      isOverdueForBuyer: true,
    })

    const statusAt = async (moment: Date) => {
      setClock(() => moment)
      await sweepOverdue(dayAfter(now(), 0), account.id)
      const where = { accountId_id: { accountId: account.id, id: due.id } }
      return (await database().invoice.findUniqueOrThrow({ where })).status
    }
    const endInUtc = dayAfter(new Date(dueDate), 1)
    if (new Date(end) < endInUtc) {
      expect(await statusAt(new Date(endInUtc.getTime() - 1))).toBe('CREATED')
    }
    expect(await statusAt(endInUtc)).toBe('UNPAID')
  })
})

describe('the chart of the home page', () => {
  test.each([
    ['Pacific/Auckland', '2026-11-23T10:59:59.999Z', '2026-11-23', '2026-11-24'],
    ['Pacific/Kiritimati', '2026-11-23T09:59:59.999Z', '2026-11-23', '2026-11-24'],
    ['Asia/Kolkata', '2026-11-23T18:29:59.999Z', '2026-11-23', '2026-11-24'],
    ['America/New_York', '2026-03-08T04:59:59.999Z', '2026-03-07', '2026-03-08'],
    ['America/New_York', '2026-03-09T03:59:59.999Z', '2026-03-08', '2026-03-09'],
    ['America/New_York', '2026-11-01T03:59:59.999Z', '2026-10-31', '2026-11-01'],
    ['America/New_York', '2026-11-02T04:59:59.999Z', '2026-11-01', '2026-11-02'],
  ])('in %s, %s is the end of %s, and each bar leads to its payments', async (timeZone, end, day, next) => {
    const { test: account } = await buildVendor({ timeZone })
    at(end)
    const last = await pay(account)
    setClock(() => new Date(new Date(end).getTime() + 1))
    const first = await pay(account)
    const { today, volumes } = await readHome(account)
    expect(today).toBe(next)
    expect(volumes[0]?.bars.slice(-2).map(({ from, gross }) => [from, gross.amount])).toEqual([
      [day, '10.59'],
      [next, '10.59'],
    ])
    const paidOn = async (each: string) => {
      const query = new URLSearchParams({ paid_from: each, paid_to: each })
      return (await invoiceList.read(account.id, query, account.zone)).rows.map(({ id }) => id)
    }
    expect([await paidOn(day), await paidOn(next)]).toEqual([[last.id], [first.id]])
    // Another day later both are kept, and say the same.
    setClock(() => dayAfter(new Date(end), 3))
    const [kept] = (await readHome(account)).volumes
    expect(kept?.bars.filter(({ invoiceCount }) => invoiceCount > 0).map(({ from }) => from)).toEqual([
      day,
      next,
    ])
  })

  test('has the days of another time zone once the vendor has moved there, of the past too, and those of the one before again', async () => {
    const vendor = await buildVendor({ timeZone: 'Pacific/Auckland' })
    at('2026-11-23T12:00:00Z')
    await pay(vendor.test)
    at('2026-11-26T12:00:00Z')
    const daysOf = async (account: Account) =>
      (await readHome(account)).volumes[0]?.bars
        .filter(({ invoiceCount }) => invoiceCount > 0)
        .map(({ from }) => from)
    const kept = () =>
      database().paidDay.findMany({ where: { accountId: vendor.test.id, invoiceCount: { gt: 0 } } })
    expect(await daysOf(vendor.test)).toEqual(['2026-11-24'])
    expect(await daysOf(await moveTo(vendor.id, 'America/New_York'))).toEqual(['2026-11-23'])
    expect((await kept()).map(({ timeZone, day }) => [timeZone, day])).toEqual(
      expect.arrayContaining([
        ['Pacific/Auckland', new Date('2026-11-24')],
        ['America/New_York', new Date('2026-11-23')],
      ]),
    )
    expect(await daysOf(await moveTo(vendor.id, 'Pacific/Auckland'))).toEqual(['2026-11-24'])
    expect(await kept()).toHaveLength(2)
  })
})

test('papers have the days of the time zone in which the invoice was issued, wherever the vendor is later', async () => {
  const vendor = await buildVendor({ timeZone: 'Pacific/Auckland' })
  at('2026-11-23T12:00:00Z')
  const invoice = await pay(vendor.test)
  const token = paymentToken(vendor.test.id, invoice.payToken)
  const papers = () =>
    inOrmTransaction(async (tx) => {
      const { zone, payment } = await readDocumentFacts(tx, await findPayableInvoice(tx, token), 'en')
      return [zone.name, payment?.paidOn, (await readPaymentPage(token))?.receipt?.paidOn]
    })
  const before = ['Pacific/Auckland', new Date('2026-11-24'), '2026-11-24']
  expect(await papers()).toEqual(before)
  await moveTo(vendor.id, 'America/New_York')
  expect(await papers()).toEqual(before)
})

test('a list is filtered by the vendor’s days', async () => {
  const { test: account } = await buildVendor({ timeZone: 'Pacific/Kiritimati' })
  at('2026-11-23T09:59:59.999Z')
  await buildInvoice(account)
  at('2026-11-23T10:00:00Z')
  const { id } = await buildInvoice(account)
  const query = new URLSearchParams({ created_from: '2026-11-24', created_to: '2026-11-24' })
  const { rows } = await invoiceList.read(account.id, query, account.zone)
  expect(rows.map((row) => row.id)).toEqual([id])
})
