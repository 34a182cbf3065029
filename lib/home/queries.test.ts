import { afterEach, expect, test } from 'vitest'
import { database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { newId } from '@/lib/ids'
import { sweepOverdue } from '@/lib/invoices/change-invoice-status'
import { recordTestPayment } from '@/lib/payments/settle-payment'
import { readWaiting } from '@/lib/payouts/approval-list'
import { standIn, transfer } from '@/lib/payouts/payable-customer.fixture'
import { paymentProviderFor } from '@/lib/providers/registry'
import { signedIn } from '@/lib/sign-in/signed-in.fixture'
import { setClock } from '@/lib/time/clock'
import type { Account } from '@/lib/vendors/account'
import {
  buildApiKey,
  buildBankAccount,
  buildCustomer,
  buildInvoice,
  buildPayout,
  buildVendor,
} from '@/prisma/seed/builders'
import { getHome } from './home-dashboard'
import { readHome } from './queries'

const at = (moment: string) => setClock(() => new Date(moment))

afterEach(() => setClock(null))

async function pay(
  account: Account,
  amountMinor: bigint,
  currency: string,
  of?: Awaited<ReturnType<typeof buildCustomer>>,
): Promise<void> {
  const customer = of ?? (await buildCustomer(account))
  const { id: invoiceId } = await buildInvoice(account, { customer, amountMinor, currency })
  const provider = paymentProviderFor('test')
  await inOrmTransaction((tx) => recordTestPayment(tx, { accountId: account.id, invoiceId }, provider))
}

test('paid volume is grouped by UTC day of payment and by currency, including days without payments', async () => {
  const vendor = await buildVendor()
  at('2026-03-01T23:59:59.999Z')
  await pay(vendor.test, 10_000n, 'EUR')
  at('2026-03-02T00:00:00Z')
  await pay(vendor.test, 20_000n, 'EUR')
  await pay(vendor.test, 5000n, 'EUR')
  await pay(vendor.test, 900n, 'JPY')
  at('2026-03-03T12:00:00Z')
  const { volumes } = await readHome(vendor.test)
  expect(volumes.map(({ currency }) => currency)).toEqual(['EUR', 'JPY'])
  const euros = volumes[0]
  expect(euros?.bars).toHaveLength(30)
  expect(euros?.bars.at(0)?.from).toBe('2026-02-02')
  expect(
    euros?.bars.slice(-3).map(({ from, gross, invoiceCount }) => [from, gross.amount, invoiceCount]),
  ).toEqual([
    ['2026-03-01', '102.90', 1],
    ['2026-03-02', '257.25', 2],
    ['2026-03-03', '0.00', 0],
  ])
  // The axis ends at a round number that the highest bar fits under.
  expect(euros?.ticks.map(({ amount }) => amount)).toEqual(['400.00', '300.00', '200.00', '100.00', '0.00'])
  expect(euros?.bars.at(-2)?.share).toBe(0.643)
  expect(volumes[1]?.ticks.map(({ amount }) => amount)).toEqual(['1000', '750', '500', '250', '0'])
  expect(euros).toMatchObject({
    gross: { amount: '360.15' },
    fees: { amount: '10.15' },
    net: { amount: '350.00', currency: 'EUR' },
    previous: { gross: { amount: '0.00' } },
    change: null,
  })
})

test('a day that is over is added up once, and a payment an hour after midnight is still in time for the one before', async () => {
  const { test } = await buildVendor()
  const paidOn = async (day: string) => {
    const [dollars] = (await readHome(test)).volumes
    return dollars?.bars.find((each) => each.from === day)?.gross.amount
  }
  at('2026-03-01T12:00:00Z')
  await pay(test, 1000n, 'USD')
  at('2026-03-02T00:59:59Z')
  expect(await paidOn('2026-03-01')).toBe('10.59')
  expect(await database().paidDay.count({ where: { accountId: test.id } })).toBe(58)
  at('2026-03-01T23:59:59Z')
  await pay(test, 1000n, 'USD')
  at('2026-03-02T01:00:00Z')
  expect(await paidOn('2026-03-01')).toBe('21.18')
  at('2026-03-04T12:00:00Z')
  expect(await Promise.all([paidOn('2026-03-01'), paidOn('2026-03-01')])).toEqual(['21.18', '21.18'])
  expect(await database().paidDay.count({ where: { accountId: test.id } })).toBe(61)
})

test('the period before is as long, and what was paid earlier counts nowhere', async () => {
  const vendor = await buildVendor()
  at('2025-12-01T12:00:00Z')
  await pay(vendor.test, 10_000n, 'USD')
  at('2026-02-01T23:59:59Z')
  await pay(vendor.test, 10_000n, 'EUR')
  at('2026-02-02T00:00:00Z')
  await pay(vendor.test, 15_000n, 'EUR')
  at('2026-03-03T12:00:00Z')
  const { volumes, range } = await readHome(vendor.test)
  expect(range).toEqual({ from: '2026-02-02', to: '2026-03-03', days: 30 })
  expect(volumes).toMatchObject([
    { currency: 'EUR', net: { amount: '150.00' }, previous: { net: { amount: '100.00' } }, change: 50 },
  ])
})

test('the customers who paid most in the period are ranked in each currency, and say where not all payments count', async () => {
  const vendor = await buildVendor()
  const names = ['Ada Lovelace', 'Grace Hopper', 'Alan Turing']
  at('2026-03-03T12:00:00Z')
  for (const [index, name] of names.entries()) {
    const customer = await buildCustomer(vendor.test, { name })
    for (let count = 0; count <= index; count += 1) await pay(vendor.test, 10_000n, 'EUR', customer)
    await pay(vendor.test, 500n, 'JPY', customer)
  }
  at('2026-01-01T12:00:00Z')
  await pay(vendor.test, 90_000n, 'EUR')
  at('2026-03-04T12:00:00Z')
  const { volumes } = await readHome(vendor.test)
  expect(volumes[0]?.topCustomers).toMatchObject({
    customers: [
      { name: 'Alan Turing', invoiceCount: 3, paid: { amount: '308.70', currency: 'EUR' } },
      { name: 'Grace Hopper', invoiceCount: 2 },
      { name: 'Ada Lovelace', invoiceCount: 1 },
    ],
    ofLatest: null,
  })
  expect(volumes[1]?.topCustomers.customers).toHaveLength(3)
})

test('a period is a number of days or two dates, and a year has a bar a week', async () => {
  const vendor = await buildVendor()
  at('2026-03-03T12:00:00Z')
  await pay(vendor.test, 10_000n, 'EUR')
  const read = async (query: object) => {
    const { range, volumes } = await readHome(vendor.test, query)
    return [range.from, range.to, volumes[0]?.bars.length, volumes[0]?.invoiceCount]
  }
  expect(await read({ days: '7' })).toEqual(['2026-02-25', '2026-03-03', 7, 1])
  expect(await read({ days: '365' })).toEqual(['2025-03-04', '2026-03-03', 53, 1])
  expect(await read({ from: '2026-03-01', to: '2026-03-31' })).toEqual(['2026-03-01', '2026-03-03', 3, 1])
  for (const wrong of [
    { days: '12' },
    { from: '2026-03-03', to: '2026-03-01' },
    { from: '2020-01-01', to: '2026-01-01' },
  ]) {
    expect(await read(wrong)).toEqual(['2026-02-02', '2026-03-03', 30, 1])
  }
})

test('a failed payout waits for the vendor for a month, and one that needs two people until it expires', async () => {
  const vendor = await buildVendor()
  const { id: customerId } = await buildCustomer(vendor.test)
  const { id: bankAccountId } = await buildBankAccount(vendor.test, customerId, {
    accountNumber: '000111111116',
  })
  at('2026-03-01T12:00:00Z')
  await pay(vendor.test, 100_000n, 'USD')
  const attention = async () => (await readHome(vendor.test)).attention
  expect(await attention()).toEqual({
    waitingApprovals: 0,
    failedPayouts: 0,
    returnedPayouts: 0,
    failedWebhooks: 0,
    fraudWarnings: 0,
    openDisputes: 0,
    payoutsSince: '2026-01-30',
    webhooksSince: '2026-02-22',
  })
  await buildPayout(vendor.test, { customerId, bankAccountId, amountMinor: 500n })
  expect(await attention()).toMatchObject({ failedPayouts: 1, returnedPayouts: 0 })
  // Each count is that of the list behind its link, which shows one status.
  const returning = standIn({ send: transfer('returned') })
  await buildPayout(vendor.test, { customerId, bankAccountId, amountMinor: 400n }, returning)
  expect(await attention()).toMatchObject({ failedPayouts: 1, returnedPayouts: 1 })
  const createdAt = new Date('2026-03-01T12:00:00Z')
  const waiting = () => ({
    accountId: vendor.test.id,
    id: newId(),
    customerId,
    bankAccountId,
    amountMinor: 500n,
    status: 'WAITING' as const,
    requestedById: vendor.id,
    requestedByName: 'ada@example.com',
    createdAt,
  })
  await database().payoutRequest.create({
    data: { ...waiting(), kind: 'immediate', expiresAt: new Date('2026-03-08T12:00:00Z') },
  })
  expect(await attention()).toMatchObject({ waitingApprovals: 1 })
  const batch = {
    accountId: vendor.test.id,
    id: newId(),
    memberId: vendor.id,
    memberName: 'ada@example.com',
    createdAt,
    startedAt: createdAt,
  }
  await database().payoutBatch.create({
    data: { ...batch, name: 'may.csv', fileHash: new Uint8Array(32) },
  })
  await database().payoutRequest.createMany({
    data: [
      { ...waiting(), kind: 'batch', batchId: batch.id, line: 2 },
      { ...waiting(), kind: 'batch', batchId: batch.id, line: 3 },
      { ...waiting(), kind: 'scheduled', day: new Date('2026-03-02T00:00:00Z') },
    ],
  })
  // One decision each: on the payout, on the batch, on the scheduled payout. The page of payouts counts the same.
  expect(await attention()).toMatchObject({ waitingApprovals: 3 })
  expect(await readWaiting(vendor.test.id)).toMatchObject({ count: 3, batches: [{ rowCount: 2 }] })
  await database().payoutRequest.updateMany({
    where: { accountId: vendor.test.id, kind: { not: 'immediate' } },
    data: { status: 'CANCELED' },
  })
  at('2026-04-03T12:00:00Z')
  expect(await attention()).toMatchObject({ failedPayouts: 0, waitingApprovals: 0 })
})

test('open and overdue amounts are separate, and paid ones are neither', async () => {
  const vendor = await buildVendor()
  at('2026-03-01T12:00:00Z')
  const dueDate = new Date('2026-03-02T00:00:00Z')
  await buildInvoice(vendor.test, { amountMinor: 1000n, currency: 'EUR', dueDate })
  await pay(vendor.test, 7000n, 'EUR')
  at('2026-03-09T12:00:00Z')
  await sweepOverdue(new Date('2026-03-09T00:00:00Z'))
  await buildInvoice(vendor.test, { amountMinor: 2000n, currency: 'EUR' })
  const { outstanding } = await readHome(vendor.test)
  expect(outstanding).toEqual([
    {
      currency: 'EUR',
      open: { amount: '20.58', currency: 'EUR' },
      openCount: 1,
      overdue: { amount: '10.29', currency: 'EUR' },
      overdueCount: 1,
    },
  ])
})

test('each first step is done by what exists in this account, not in the other mode or another vendor', async () => {
  const vendor = await buildVendor()
  const other = await buildVendor()
  await pay(other.test, 1000n, 'USD')
  await buildApiKey(vendor.live)
  const nothing = {
    hasApiKey: false,
    hasInvoice: false,
    hasPaidInvoice: false,
    hasDeliveredWebhook: false,
    hasPayout: false,
  }
  expect((await readHome(vendor.test)).firstSteps).toEqual(nothing)
  await buildApiKey(vendor.test)
  await pay(vendor.test, 1000n, 'USD')
  expect((await readHome(vendor.test)).firstSteps).toEqual({
    ...nothing,
    hasApiKey: true,
    hasInvoice: true,
    hasPaidInvoice: true,
  })
})

test('recent activity covers this account only, newest first', async () => {
  const vendor = await buildVendor()
  const other = await buildVendor()
  await pay(other.test, 1000n, 'USD')
  at('2026-03-01T12:00:00Z')
  await pay(vendor.test, 1000n, 'USD')
  at('2026-03-02T12:00:00Z')
  await buildInvoice(vendor.test, { amountMinor: 3000n })
  const { activity } = await readHome(vendor.test)
  expect(activity.map(({ kind, at: moment }) => [kind, moment.slice(0, 10)])).toEqual([
    ['invoice_created', '2026-03-02'],
    ['invoice_paid', '2026-03-01'],
    ['invoice_created', '2026-03-01'],
  ])
})

test('the dashboard gets invoices and payouts, and the status of a payout only', async () => {
  const vendor = await buildVendor()
  const { call } = await signedIn(vendor.id)
  await pay(vendor.test, 1000n, 'USD')
  const { id: customerId } = await buildCustomer(vendor.test, { name: 'Ada Lovelace' })
  const { id: bankAccountId } = await buildBankAccount(vendor.test, customerId)
  const { id } = await buildPayout(vendor.test, { customerId, bankAccountId, amountMinor: 500n })
  const { status, body } = await call(getHome, 'GET', '/api/dashboard/home')
  expect(status).toBe(200)
  expect(body.balances).toMatchObject([{ currency: 'USD' }])
  expect(body.activity).toMatchObject([
    { kind: 'payout', id, customerName: 'Ada Lovelace', amount: { amount: '5.00', currency: 'USD' } },
    { kind: 'invoice_paid', status: null },
    { kind: 'invoice_created', status: null },
  ])
})
