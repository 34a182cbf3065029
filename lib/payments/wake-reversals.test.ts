import { beforeEach, describe, expect, test } from 'vitest'
import { connectionPool, database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { readAttention } from '@/lib/home/attention'
import { wakeCheckout } from '@/lib/invoices/checkout-session'
import { findInvoiceDetails } from '@/lib/invoices/invoice'
import { invoiceList } from '@/lib/invoices/invoice-list'
import { marksOf } from '@/lib/invoices/invoice-marks'
import { claim } from '@/lib/jobs/queue'
import { moneyOf } from '@/lib/ledger/live-money.fixture'
import { DAY_MS } from '@/lib/time/units'
import { fundWallet } from '@/prisma/seed/builders'
import { latestSession, workOnCheckout } from './hosted-checkout.fixture'
import { LONG_TIMEOUT_MS } from './payable-invoice.fixture'
import { readInvoice } from './queries'
import { reconcilePayment } from './reconcile-payment'
import { requestRefund, sendRefund } from './refund-invoice'
import { paymentQueue } from './refund-payment'
import { invoice, moveClock, options, session, standIn, time } from './stripe-checkout.fixture'
import { sweepAwaitedPayments, wakeReversals } from './wake-reversals'

const WARNED = {
  sort: 'created',
  descending: true,
  after: null,
  before: null,
  limit: 5,
  search: null,
  filters: { status: 'fraud_warning' },
} as const

let reference: string

beforeEach(() => {
  reference = standIn.books.pay(session)
})

/** Books the payment, as after Stripe's notification of it. */
async function book(): Promise<void> {
  const { providerReference, number } = await latestSession(invoice)
  await inOrmTransaction((tx) => wakeCheckout(tx, 'stripe', providerReference))
  await workOnCheckout({ tenantId: invoice.accountId, id: String(number) }, options())
}

const notify = () => wakeReversals(connectionPool(), 'stripe', reference)

const paymentOf = () => database().payment.findFirstOrThrow({ where: { providerReference: reference } })

/** The worker's look at the payment if it is due; false if it isn't. */
async function work(): Promise<boolean> {
  const { accountId: tenantId, id } = await paymentOf()
  const lease = await claim(database(), paymentQueue, { tenantId, id }, { leaseMs: LONG_TIMEOUT_MS })
  if (lease) await reconcilePayment(lease, options())
  return lease !== null
}

const available = async () => (await moneyOf(invoice.account)).available
const where = () => ({ where: { accountId: invoice.accountId } })
const refunds = () => database().refund.findMany(where())
const disputes = () => database().dispute.findMany(where())

describe('after a notification', () => {
  beforeEach(book)

  test('a refund that was made at Stripe is booked, once for any number of notifications', async () => {
    standIn.books.refundByHand(reference, 5160)
    for (let count = 0; count < 3; count += 1) {
      await notify()
      await work()
    }
    expect(await available()).toBe(5000n)
    expect(await work()).toBe(false)
  })

  test('a dispute takes the money and gives it back when it is won', async () => {
    const dispute = standIn.books.dispute(reference)
    await notify()
    await work()
    expect(await available()).toBe(0n)
    standIn.books.settleDispute(dispute, 'won')
    await notify()
    await work()
    expect(await available()).toBe(10_000n)
  })

  test('a dispute says until when and where to answer it, also once Stripe gives more time', async () => {
    const dispute = standIn.books.dispute(reference)
    await notify()
    await work()
    const [first] = await disputes()
    expect(first?.providerUrl).toBe(`https://dashboard.stripe.com/test/disputes/${dispute}`)
    const seconds = Number(first?.evidenceDueAt) / 1000
    expect(Math.abs(seconds - Date.now() / 1000 - 7 * 24 * 60 * 60)).toBeLessThan(60)
    for (const dueBy of [seconds + 3600, null]) {
      standIn.books.moveEvidenceDue(dispute, dueBy)
      await notify()
      await work()
      expect(await disputes()).toMatchObject([
        { status: 'OPEN', evidenceDueAt: new Date((seconds + 3600) * 1000) },
      ])
    }
    expect(
      await database().event.count({ where: { type: 'dispute.opened', subjectId: first?.id ?? '' } }),
    ).toBe(1)
  })

  test('a bank’s warning of fraud is on the invoice until it is refunded, moves nothing, and is counted on the home page', async () => {
    standIn.books.warnOfFraud(reference)
    for (let count = 0; count < 2; count += 1) {
      await notify()
      await work()
    }
    const { account, invoiceId } = invoice
    const warned = { fraudType: 'made_with_stolen_card', fraudWarnedAt: expect.any(Date) }
    expect(await paymentOf()).toMatchObject(warned)
    expect(await available()).toBe(10_000n)
    const { id } = await paymentOf()
    const events = await database().event.findMany({
      where: { type: 'fraud_warning.created', subjectId: id },
    })
    expect(events.map(({ data }) => JSON.parse(data))).toEqual([
      {
        id,
        invoice_id: invoiceId,
        amount: 103.2,
        currency: 'USD',
        reason: 'made_with_stolen_card',
        created_at: expect.stringMatching(/^\d{4}-.*Z$/),
      },
    ])
    const look = async () => {
      const view = await readInvoice(account.vendorId, invoiceId)
      const step = view?.timeline.find(({ title }) => title.includes('warns of fraud'))
      const { fraudWarnings } = await readAttention(database(), account, new Date())
      const { rows } = await invoiceList.page(database(), account.id, WARNED)
      return {
        marks: view?.marks,
        detail: step?.detail,
        fraudWarnings,
        listed: rows.map(marksOf),
      }
    }
    expect(await look()).toEqual({
      marks: ['fraud_warning'],
      detail: expect.stringContaining('refund it in full'),
      fraudWarnings: 1,
      listed: [['fraud_warning']],
    })
    standIn.books.refundByHand(reference, 10_320)
    await notify()
    await work()
    expect(await look()).toEqual({
      marks: ['refunded'],
      detail: 'Reason: made with stolen card.',
      fraudWarnings: 0,
      listed: [],
    })
  })

  test('Stripe’s fee for a dispute is taken from the vendor, and given back if Stripe returns it', async () => {
    await fundWallet(invoice.account, 5000n)
    const dispute = standIn.books.dispute(reference)
    standIn.books.chargeForDispute(dispute, 1500)
    await notify()
    await work()
    expect(await available()).toBe(3500n)
    standIn.books.settleDispute(dispute, 'won')
    await notify()
    await work()
    expect(await available()).toBe(13_500n)
    standIn.books.chargeForDispute(dispute, -1500)
    await notify()
    await work()
    expect(await available()).toBe(15_000n)
    const { vendorId } = invoice.account
    const details = await inOrmTransaction((tx) => findInvoiceDetails(tx, vendorId, invoice.invoiceId))
    expect(details?.entries.map(({ reason }) => reason)).toEqual(
      expect.arrayContaining(['dispute.opened', 'dispute.fee', 'dispute.won', 'dispute.fee_returned']),
    )
    const lines = await database().$queryRaw<{ reason: string }[]>`
      SELECT reason FROM wallet_movements WHERE account_id = ${invoice.accountId}::uuid ORDER BY sequence`
    expect(lines.map(({ reason }) => reason)).toContain('dispute.fee')
  })

  test('Stripe’s fees in two currencies are shown to the operator', async () => {
    const dispute = standIn.books.dispute(reference)
    standIn.books.chargeForDispute(dispute, 1500)
    standIn.books.chargeForDispute(dispute, 1500, 'eur')
    await notify()
    await work()
    const { accountId } = invoice
    expect(await database().unpostedAmount.findMany({ where: { accountId } })).toMatchObject([
      { kind: 'dispute', reportedMinor: null, reportedCurrency: 'USD' },
    ])
    expect((await moneyOf(invoice.account)).owed).toBe(0n)
  })

  test('a dispute that was prevented with the money taken is lost, and nobody asks about it again', async () => {
    standIn.books.preventDispute(standIn.books.dispute(reference), { isWithdrawn: true })
    await notify()
    await work()
    expect(await disputes()).toMatchObject([{ status: 'LOST' }])
    expect(await available()).toBe(0n)
    expect((await paymentOf()).nextAttemptAt).toBeNull()
  })

  test('a dispute that was prevented before it took anything takes nothing from the vendor', async () => {
    standIn.books.preventDispute(standIn.books.dispute(reference), { isWithdrawn: false })
    await notify()
    await work()
    expect(await disputes()).toEqual([])
    expect(await available()).toBe(10_000n)
    expect((await paymentOf()).nextAttemptAt).toBeNull()
  })

  test('an open dispute that is prevented in the end gives back what it took', async () => {
    const dispute = standIn.books.dispute(reference)
    await notify()
    await work()
    expect(await available()).toBe(0n)
    standIn.books.preventDispute(dispute, { isWithdrawn: false })
    await notify()
    await work()
    expect(await disputes()).toMatchObject([{ status: 'WON' }])
    expect(await available()).toBe(10_000n)
    // Money that came back may let a refund or dispute fit that waited for it.
    await work()
    expect((await paymentOf()).nextAttemptAt).toBeNull()
  })

  test('an inquiry takes nothing until it becomes a dispute', async () => {
    const dispute = standIn.books.dispute(reference)
    standIn.books.settleDispute(dispute, 'warning_needs_response')
    await notify()
    await work()
    expect(await disputes()).toEqual([])
    standIn.books.settleDispute(dispute, 'needs_response')
    await notify()
    await work()
    expect(await available()).toBe(0n)
  })

  test('what is not settled is looked at again the next day, if the notification is lost', async () => {
    const refund = standIn.books.refundByHand(reference, 10_320, 'pending')
    await notify()
    await work()
    expect(await available()).toBe(0n)
    expect(await work()).toBe(false)
    standIn.books.settleRefund(refund, 'failed')
    moveClock(new Date(time.getTime() + DAY_MS))
    expect(await work()).toBe(true)
    expect(await available()).toBe(10_000n)
    // Once more at once, for what may not have fitted beside the refund; then never again.
    expect(await work()).toBe(true)
    moveClock(new Date(time.getTime() + 30 * DAY_MS))
    expect(await work()).toBe(false)
  })

  test('a dispute that meets our own refund is booked as soon as Stripe has refused the refund', async () => {
    const { accountId, invoiceId } = invoice
    const request = { invoiceId, amountMinor: null }
    const pending = await inOrmTransaction((tx) => requestRefund(tx, accountId, request, { leaseMs: 1000 }))
    standIn.books.dispute(reference)
    await notify()
    await work()
    expect([await refunds(), await disputes()]).toMatchObject([[{ status: 'PENDING' }], []])
    standIn.books.nextRefundStatus = 'failed'
    expect(await sendRefund(pending, options())).toMatchObject({ status: 'FAILED' })
    standIn.books.nextRefundStatus = 'succeeded'
    expect(await available()).toBe(10_000n)
    expect(await work()).toBe(true)
    expect(await available()).toBe(0n)
    expect([await refunds(), await disputes()]).toMatchObject([[{ status: 'FAILED' }], [{ status: 'OPEN' }]])
    expect(await database().unpostedAmount.count({ where: { accountId } })).toBe(0)
  })

  test('a dispute beyond what a refund has left is shown to the operator once the refund is made', async () => {
    const { accountId, invoiceId } = invoice
    const request = { invoiceId, amountMinor: null }
    const pending = await inOrmTransaction((tx) => requestRefund(tx, accountId, request, { leaseMs: 1000 }))
    standIn.books.dispute(reference)
    await notify()
    await work()
    expect(await sendRefund(pending, options())).toMatchObject({ status: 'SUCCEEDED' })
    moveClock(new Date(time.getTime() + DAY_MS))
    expect(await work()).toBe(true)
    expect(await database().unpostedAmount.findMany({ where: { accountId } })).toMatchObject([
      { kind: 'dispute', expectedMinor: 320n, reportedMinor: 10_320n },
    ])
  })

  test('Stripe is asked again while it does not answer', async () => {
    standIn.books.dispute(reference)
    await notify()
    standIn.fail({ when: 'before', how: { status: 503, text: 'down' }, times: 3, on: /^GET \/v1\/refunds/ })
    await work()
    expect(await available()).toBe(10_000n)
    moveClock(new Date(time.getTime() + DAY_MS))
    await work()
    expect(await available()).toBe(0n)
  })

  test('the invoice’s timeline and entries show them', async () => {
    standIn.books.refundByHand(reference, 320)
    standIn.books.settleDispute(standIn.books.dispute(reference, 10_000), 'lost')
    await notify()
    await work()
    const { vendorId } = invoice.account
    const details = await inOrmTransaction((tx) => findInvoiceDetails(tx, vendorId, invoice.invoiceId))
    expect(details).toMatchObject({ refunds: [{ status: 'SUCCEEDED' }], disputes: [{ status: 'LOST' }] })
    const reasons = new Set(details?.entries.map(({ reason }) => reason))
    expect([...reasons]).toEqual(['invoice.paid', 'refund.made', 'dispute.opened'])
  })
})

describe('a notification that comes before its payment', () => {
  test('is kept waiting until the payment is known', async () => {
    standIn.books.dispute(reference)
    await notify()
    await notify()
    await sweepAwaitedPayments()
    await book()
    expect(await available()).toBe(10_000n)
    await sweepAwaitedPayments()
    await work()
    expect(await available()).toBe(0n)
    const awaited = { where: { paymentReference: reference } }
    expect(await database().awaitedPayment.count(awaited)).toBe(0)
  })

  test('is forgotten after a month: the payment is somebody else’s', async () => {
    await notify()
    const awaited = { where: { paymentReference: reference } }
    moveClock(new Date(time.getTime() + 29 * DAY_MS))
    await sweepAwaitedPayments()
    expect(await database().awaitedPayment.count(awaited)).toBe(1)
    moveClock(new Date(time.getTime() + 2 * DAY_MS))
    await sweepAwaitedPayments()
    expect(await database().awaitedPayment.count(awaited)).toBe(0)
  })
})
