import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { connectionPool, database } from '@/lib/db/client'
import { inOrmTransaction, inTransaction } from '@/lib/db/transaction'
import { newId } from '@/lib/ids'
import { changeInvoiceStatus, sweepOverdue } from '@/lib/invoices/change-invoice-status'
import { markInvoiceVoid } from '@/lib/invoices/void-invoice'
import type { PaymentProvider } from '@/lib/providers/payment-provider'
import { paymentProviderFor } from '@/lib/providers/registry'
import { createStripePaymentProvider } from '@/lib/providers/stripe/payment-provider'
import { StripeStandIn } from '@/lib/providers/testing/stripe-stand-in'
import { latestSession, workOnCheckout, workOnPayments } from './hosted-checkout.fixture'
import { openHostedCheckout } from './open-hosted-checkout'
import {
  booksOf,
  GOOD_CARD,
  LONG_TIMEOUT_MS,
  PAID_ONCE,
  type PayableInvoice,
  payableInvoice,
  payByCard,
} from './payable-invoice.fixture'
import { readPaymentPage } from './payment-page'
import { reconcileOpenCheckouts } from './reconcile-checkout'
import { recordTestPayment } from './settle-payment'

const VOIDED = {
  status: 'VOIDED',
  history: ['CREATED>VOIDED'],
  events: [],
  transactions: 0,
  availableMinor: 0n,
}

const sandbox = paymentProviderFor('test')
let invoice: PayableInvoice

const makeVoid = () => inTransaction((tx) => markInvoiceVoid(tx, invoice))
const pay = () => payByCard(invoice)

/** The buyer opens the sandbox's page and pays there, and we have heard nothing of it yet. */
async function payAtSandbox(): Promise<void> {
  const { reference: sessionReference } = await openHostedCheckout(invoice.token, {
    provider: sandbox,
    timeoutMs: LONG_TIMEOUT_MS,
  })
  const payment = { key: newId(), sessionReference, cardNumber: GOOD_CARD }
  const outcome = await sandbox.rehearsal?.pay(payment, AbortSignal.timeout(LONG_TIMEOUT_MS))
  expect(outcome).toMatchObject({ kind: 'accepted' })
}

/** The buyer comes back from the sandbox's page. */
const comeBack = () =>
  reconcileOpenCheckouts(
    { accountId: invoice.accountId, id: invoice.invoiceId },
    { providers: [sandbox], timeoutMs: LONG_TIMEOUT_MS },
  )

/** The sandbox's charges that were paid and not refunded, of this invoice. */
async function takenMinor(): Promise<bigint> {
  const { rows } = await connectionPool().query<{ taken: string }>(
    `SELECT coalesce(sum(s.amount_minor), 0) - coalesce(sum((
              SELECT sum(r.amount_minor) FROM sandbox_refunds r
               WHERE r.payment_reference = c.reference AND r.refusal_code IS NULL)), 0) AS taken
       FROM sandbox_charges c JOIN sandbox_checkout_sessions s ON s.reference = c.session_reference
      WHERE s.idempotency_key = $1 AND c.status = 'PAID'`,
    [invoice.invoiceId],
  )
  return BigInt(rows[0]?.taken ?? 0)
}

describe('a voided invoice', () => {
  beforeEach(async () => {
    invoice = await payableInvoice(sandbox, new Date('2020-01-01'))
  })

  test('can’t be paid in any way, and its page says that it was canceled', async () => {
    expect(await makeVoid()).toBe(true)
    await expect(pay()).rejects.toMatchObject({ code: 'invoice_voided' })
    await expect(inOrmTransaction((tx) => recordTestPayment(tx, invoice, sandbox))).rejects.toMatchObject({
      code: 'invoice_voided',
    })
    expect(await readPaymentPage(invoice.token)).toMatchObject({
      status: 'voided',
      isOverdue: false,
      receipt: null,
    })
    expect(await booksOf(invoice)).toEqual({ ...VOIDED, payments: [] })
    expect(await takenMinor()).toBe(0n)
  })

  test('stays void: no second void, decline or sweep changes it, and there is one event', async () => {
    await makeVoid()
    expect(await makeVoid()).toBe(false)
    expect(await inOrmTransaction((tx) => changeInvoiceStatus(tx, invoice, { to: 'FAILED' }))).toBeNull()
    await sweepOverdue(new Date('2020-06-01'))
    expect(await booksOf(invoice)).toEqual({ ...VOIDED, payments: [] })
    const where = { accountId: invoice.accountId, type: 'invoice.voided' }
    const [event, ...others] = await database().event.findMany({ where })
    expect(others).toEqual([])
    expect(JSON.parse(event?.data ?? '')).toMatchObject({
      id: invoice.invoiceId,
      status: 'Invoice Created',
      voided_on: expect.any(String),
    })
  })

  test('is no longer overdue', async () => {
    await sweepOverdue(new Date('2020-06-01'))
    await makeVoid()
    const sums = await database().overdueSum.findMany({
      where: { accountId: invoice.accountId, invoiceCount: { gt: 0 } },
    })
    expect(sums).toEqual([])
  })

  test('was not paid: a paid one can’t be voided', async () => {
    await pay()
    await expect(makeVoid()).rejects.toMatchObject({ code: 'invoice_already_paid' })
    expect(await booksOf(invoice)).toEqual({ ...PAID_ONCE, payments: ['SUCCEEDED'] })
  })
})

describe('a card payment that is under way when its invoice is voided', () => {
  beforeEach(async () => {
    invoice = await payableInvoice(sandbox)
  })

  test('is given back in full when its buyer comes back', async () => {
    await payAtSandbox()
    await makeVoid()
    await comeBack()
    expect(await booksOf(invoice)).toEqual({ ...VOIDED, payments: ['REFUNDING'] })
    await workOnPayments(invoice, sandbox, LONG_TIMEOUT_MS)
    expect(await booksOf(invoice)).toEqual({ ...VOIDED, payments: ['REFUNDED'] })
    expect(await takenMinor()).toBe(0n)
  })

  test('is given back by the worker if its buyer never comes back and no notification arrives', async () => {
    await payAtSandbox()
    await makeVoid()
    const { accountId, number } = await latestSession(invoice)
    await database().checkoutSession.update({
      where: { accountId_number: { accountId, number } },
      data: { nextAttemptAt: new Date(0) },
    })
    const row = { tenantId: accountId, id: number.toString() }
    await workOnCheckout(row, { providers: [sandbox], timeoutMs: LONG_TIMEOUT_MS })
    expect((await booksOf(invoice)).payments).toEqual(['REFUNDING'])
    await workOnPayments(invoice, sandbox, LONG_TIMEOUT_MS)
    expect(await booksOf(invoice)).toEqual({ ...VOIDED, payments: ['REFUNDED'] })
    expect(await takenMinor()).toBe(0n)
  })

  test('comes first or second, never both: of a payment and a void at once, the money is with one side', async () => {
    const ends: string[] = []
    for (let round = 0; round < 12; round += 1) {
      invoice = await payableInvoice(sandbox)
      const [paid, voided] = await Promise.allSettled([pay(), makeVoid()])
      await workOnPayments(invoice, sandbox, LONG_TIMEOUT_MS)
      const books = await booksOf(invoice)
      ends.push(books.status)
      if (books.status === 'PAID') {
        expect(books).toEqual({ ...PAID_ONCE, payments: ['SUCCEEDED'] })
        expect([paid.status, voided.status]).toEqual(['fulfilled', 'rejected'])
        expect(await takenMinor()).toBe(10_320n)
      } else {
        expect(books).toMatchObject(VOIDED)
        expect(books.payments.every((status) => status === 'REFUNDED')).toBe(true)
        expect(voided.status).toBe('fulfilled')
        expect(await takenMinor()).toBe(0n)
      }
    }
    expect(ends).toHaveLength(12)
  })

  test('waits for a void whose transaction is still open, and is then given back', async () => {
    await payAtSandbox()
    const client = await connectionPool().connect()
    try {
      await client.query('BEGIN')
      await markInvoiceVoid(client, invoice)
      const paying = comeBack()
      await expect
        .poll(async () => (await connectionPool().query(`SELECT FROM pg_locks WHERE NOT granted`)).rowCount)
        .toBeGreaterThan(0)
      await client.query('COMMIT')
      await paying
    } finally {
      client.release()
    }
    await workOnPayments(invoice, sandbox, LONG_TIMEOUT_MS)
    expect(await booksOf(invoice)).toEqual({ ...VOIDED, payments: ['REFUNDED'] })
    expect(await takenMinor()).toBe(0n)
  })
})

describe('a payment on the provider’s own page', () => {
  let standIn: StripeStandIn
  let stripe: PaymentProvider

  beforeAll(async () => {
    standIn = await StripeStandIn.start()
    stripe = createStripePaymentProvider(standIn.options)
  })
  afterAll(() => standIn?.close())

  test('that arrives after the void is given back in full', async () => {
    invoice = await payableInvoice(stripe)
    const options = { provider: stripe, timeoutMs: LONG_TIMEOUT_MS }
    await openHostedCheckout(invoice.token, options)
    const { providerReference } = await latestSession(invoice)
    await makeVoid()
    await expect(openHostedCheckout(invoice.token, options)).rejects.toMatchObject({ code: 'invoice_voided' })
    standIn.books.pay(providerReference)
    await reconcileOpenCheckouts(
      { accountId: invoice.accountId, id: invoice.invoiceId },
      { providers: [stripe], timeoutMs: LONG_TIMEOUT_MS },
    )
    expect(await booksOf(invoice)).toEqual({ ...VOIDED, payments: ['REFUNDING'] })
    await workOnPayments(invoice, stripe, LONG_TIMEOUT_MS)
    expect(await booksOf(invoice)).toEqual({ ...VOIDED, payments: ['REFUNDED'] })
    expect(standIn.books.refunds).toMatchObject([{ amount: 10_320 }])
  })
})
