import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { connectionPool, database } from '@/lib/db/client'
import { totalMinor } from '@/lib/invoices/invoice'
import { anotherSession, latestSession, workOnPayments } from '@/lib/payments/hosted-checkout.fixture'
import { openHostedCheckout, openJointCheckout } from '@/lib/payments/open-hosted-checkout'
import { LONG_TIMEOUT_MS, type PayableInvoice, payableInvoice } from '@/lib/payments/payable-invoice.fixture'
import { reconcileJointCheckout, reconcileOpenCheckouts } from '@/lib/payments/reconcile-checkout'
import { wakeReversals } from '@/lib/payments/wake-reversals'
import type { PaymentProvider } from '@/lib/providers/payment-provider'
import { payoutProviderFor } from '@/lib/providers/registry'
import { createStripePaymentProvider } from '@/lib/providers/stripe/payment-provider'
import { StripeStandIn } from '@/lib/providers/testing/stripe-stand-in'
import { dayAfter } from '@/lib/time/dates'
import { buildCustomer, buildInvoice } from '@/prisma/seed/builders'
import { reconcileDay } from './reconcile-day'
import type { ReconciliationReport } from './report'

const LAST_SECONDS_MS = 30_000

let standIn: StripeStandIn
let provider: PaymentProvider
let invoice: PayableInvoice

beforeAll(async () => {
  // All of it takes place on one day.
  const leftMs = dayAfter(new Date(), 1).getTime() - Date.now()
  if (leftMs < LAST_SECONDS_MS) await setTimeout(leftMs)
  standIn = await StripeStandIn.start()
  provider = createStripePaymentProvider(standIn.options)
})
afterAll(() => standIn?.close())
// Stripe uses its own clock, so all tests share today and look for their own items in the report.
beforeEach(async () => {
  invoice = await payableInvoice(provider)
  await openHostedCheckout(invoice.token, { provider, timeoutMs: LONG_TIMEOUT_MS })
})

async function today(): Promise<ReconciliationReport> {
  const { invoiceId } = invoice
  // A report ends before the millisecond in which it is asked for, which may be that of an item.
  await setTimeout(2)
  const report = await reconcileDay(
    { mode: 'test', day: dayAfter(new Date(), 0) },
    { providers: { payments: [provider], payouts: [payoutProviderFor('test')] }, timeoutMs: LONG_TIMEOUT_MS },
  )
  const isMine = ({ ours, theirs }: ReconciliationReport['inFlight'][number]) =>
    ours?.invoiceId === invoiceId || theirs?.key?.startsWith(invoiceId) || theirs?.key === null
  return {
    ...report,
    differences: report.differences.filter(isMine),
    inFlight: report.inFlight.filter(isMine),
  }
}

async function pay(): Promise<string> {
  return standIn.books.pay((await latestSession(invoice)).providerReference)
}

const hear = () =>
  reconcileOpenCheckouts(
    { accountId: invoice.accountId, id: invoice.invoiceId },
    { providers: [provider], timeoutMs: LONG_TIMEOUT_MS },
  )

test('a provider’s payment that is not booked yet is in flight, and matched once it is', async () => {
  await pay()
  const before = await today()
  expect(before.differences).toEqual([])
  expect(before.inFlight).toMatchObject([{ ours: { status: 'UNBOOKED' }, theirs: { status: 'paid' } }])
  await hear()
  expect(await today()).toMatchObject({ differences: [], inFlight: [], matched: before.matched + 1 })
})

test('a second payment and its refund are both matched', async () => {
  await pay()
  await hear()
  const { matched } = await today()
  const second = await anotherSession(invoice, provider)
  standIn.books.pay(second.providerReference)
  await hear()
  expect((await today()).inFlight).toMatchObject([{ kind: 'refund', ours: { status: 'REFUNDING' } }])
  await workOnPayments(invoice, provider)
  // The second payment, and the refund.
  expect(await today()).toMatchObject({ differences: [], inFlight: [], matched: matched + 2 })
})

test('a manual refund is reported until it is booked, and one of unrelated business is not', async () => {
  const paymentReference = await pay()
  await hear()
  const refund = (id: string) =>
    standIn.books.handle(
      'POST',
      '/v1/refunds',
      new Map([
        ['payment_intent', id],
        ['amount', '1000'],
      ]),
    )
  const stranger = await payableInvoice(provider)
  const { providerReference } = await latestSession(stranger)
  standIn.books.session(providerReference).paymentMetadata = {}
  refund(standIn.books.pay(providerReference))
  refund(paymentReference)
  const { differences } = await today()
  expect(differences).toMatchObject([
    { difference: 'missing_in_ledger', kind: 'refund', ours: null, theirs: { amountMinor: 1000n } },
  ])
  const before = await today()
  await wakeReversals(connectionPool(), 'stripe', paymentReference)
  await workOnPayments(invoice, provider)
  expect(await today()).toMatchObject({ differences: [], inFlight: [], matched: before.matched + 1 })
})

test('a refund that has failed since is matched, and a pending one is in flight', async () => {
  const paymentReference = await pay()
  await hear()
  const refund = standIn.books.refundByHand(paymentReference, 1000, 'pending')
  const look = async () => {
    await wakeReversals(connectionPool(), 'stripe', paymentReference)
    await workOnPayments(invoice, provider)
    return today()
  }
  const pending = await look()
  expect(pending.inFlight).toMatchObject([{ kind: 'refund', ours: { status: 'PENDING' } }])
  standIn.books.settleRefund(refund, 'failed')
  expect(await look()).toMatchObject({ differences: [], inFlight: [], matched: pending.matched + 1 })
})

test('a dispute is reported until it is booked, and then matched while it is open, lost and won', async () => {
  const paymentReference = await pay()
  await hear()
  const stranger = await payableInvoice(provider)
  const { providerReference } = await latestSession(stranger)
  standIn.books.session(providerReference).paymentMetadata = {}
  standIn.books.dispute(standIn.books.pay(providerReference))
  standIn.books.settleDispute(standIn.books.dispute(paymentReference, 320), 'warning_needs_response')
  const before = await today()
  expect(before).toMatchObject({ differences: [], inFlight: [] })
  const dispute = standIn.books.dispute(paymentReference, 10_000)
  expect((await today()).differences).toMatchObject([
    {
      difference: 'missing_in_ledger',
      kind: 'dispute',
      ours: null,
      theirs: { status: 'open', amountMinor: 10_000n },
    },
  ])
  const disputes = ({ totals }: ReconciliationReport) => totals.filter(({ kind }) => kind === 'dispute')
  const book = async () => {
    await wakeReversals(connectionPool(), 'stripe', paymentReference)
    await workOnPayments(invoice, provider)
  }
  await book()
  const opened = await today()
  expect(opened).toMatchObject({ differences: [], inFlight: [], matched: before.matched + 1 })
  expect(disputes(opened)).toMatchObject([
    { theirs: { count: 1, amountMinor: 10_000n }, ours: { count: 1, amountMinor: 10_000n } },
  ])
  standIn.books.settleDispute(dispute, 'lost')
  expect((await today()).differences).toMatchObject([{ difference: 'status_differs', kind: 'dispute' }])
  await book()
  expect(await today()).toMatchObject({ differences: [], matched: before.matched + 1 })
  standIn.books.settleDispute(dispute, 'won')
  await book()
  const won = await today()
  expect(won).toMatchObject({ differences: [], matched: before.matched + 1 })
  expect(disputes(won)).toEqual([])
})

test('a payment that is booked nowhere is reported', async () => {
  const { accountId, invoiceId } = invoice
  await pay()
  await hear()
  await database().payment.deleteMany({ where: { accountId, invoiceId } })
  const { differences } = await today()
  expect(differences.filter(({ kind }) => kind === 'payment')).toMatchObject([
    { difference: 'missing_in_ledger', ours: null, theirs: { status: 'paid', amountMinor: 10_320n } },
  ])
})

test('a key refused by Stripe leaves payments, refunds and disputes uncompared, with the reason', async () => {
  const wrong = createStripePaymentProvider({ ...standIn.options, secretKey: 'sk_test_revoked0123' })
  const report = await reconcileDay(
    { mode: 'test', day: dayAfter(new Date(), 0) },
    { providers: { payments: [wrong], payouts: [payoutProviderFor('test')] }, timeoutMs: LONG_TIMEOUT_MS },
  )
  expect(report.differences).toEqual([])
  expect(report.unanswered.map(({ kind, reason }) => [kind, reason])).toEqual([
    ['payment', expect.stringContaining('does not know the API key')],
    ['refund', expect.stringContaining('does not know the API key')],
    ['dispute', expect.stringContaining('does not know the API key')],
  ])
})

test('a charge that paid several invoices is matched with its payments as one, and so is a dispute of it', async () => {
  const { account, accountId } = invoice
  const { id: customerId } = await buildCustomer(account)
  const parts: { invoiceId: string; amountMinor: bigint }[] = []
  for (const amountMinor of [10_000n, 5_000n]) {
    const one = await buildInvoice(account, { amountMinor, provider, customer: { id: customerId } })
    parts.push({ invoiceId: one.id, amountMinor: totalMinor(one) })
  }
  const choice = { accountId, customerId, email: 'ada@example.com', vendorName: 'A Vendor', parts }
  const before = await reconciled(accountId)
  const page = await openJointCheckout(choice, { provider, timeoutMs: LONG_TIMEOUT_MS })
  const charge = standIn.books.pay(page.reference)
  expect((await reconciled(accountId)).inFlight).toMatchObject([
    { ours: { status: 'UNBOOKED', amountMinor: 15_495n }, theirs: { status: 'paid', amountMinor: 15_495n } },
  ])
  const joint = await database().jointCheckout.findFirstOrThrow({ where: { accountId, customerId } })
  await reconcileJointCheckout(joint, { providers: [provider], timeoutMs: LONG_TIMEOUT_MS })
  const booked = await reconciled(accountId)
  expect(booked).toMatchObject({ differences: [], inFlight: [], matched: before.matched + 1 })
  standIn.books.dispute(charge)
  await wakeReversals(connectionPool(), 'stripe', charge)
  for (const { invoiceId } of parts) await workOnPayments({ accountId, invoiceId }, provider)
  const disputed = await reconciled(accountId)
  expect(disputed).toMatchObject({ differences: [], inFlight: [], matched: before.matched + 2 })
  // What the ledger lacks of one of the payments is found in the charge.
  await connectionPool().query('ALTER TABLE payments DISABLE TRIGGER guarded')
  await connectionPool().query('UPDATE payments SET amount_minor = amount_minor + 1 WHERE invoice_id = $1', [
    parts[0]?.invoiceId,
  ])
  expect((await reconciled(accountId)).differences).toMatchObject([
    { difference: 'amount_differs', kind: 'payment', ours: { amountMinor: 15_496n } },
  ])
  await connectionPool().query('UPDATE payments SET amount_minor = amount_minor - 1 WHERE invoice_id = $1', [
    parts[0]?.invoiceId,
  ])
  await connectionPool().query('ALTER TABLE payments ENABLE TRIGGER guarded')
})

/** What is found of an account today. */
async function reconciled(accountId: string) {
  await setTimeout(2)
  const report = await reconcileDay(
    { mode: 'test', day: dayAfter(new Date(), 0) },
    { providers: { payments: [provider], payouts: [payoutProviderFor('test')] }, timeoutMs: LONG_TIMEOUT_MS },
  )
  const isMine = ({ ours }: ReconciliationReport['inFlight'][number]) => ours?.accountId === accountId
  return {
    matched: report.judged.filter((pair) => isMine(pair) && pair.verdict === 'matched').length,
    differences: report.differences.filter(isMine),
    inFlight: report.inFlight.filter(isMine),
  }
}
