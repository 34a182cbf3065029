import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { anOperator } from '@/lib/audit/operator.fixture'
import { connectionPool, database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { env } from '@/lib/env'
import { ask } from '@/lib/http/ask.fixture'
import { paymentPageUrl, paymentReturnUrl } from '@/lib/http/links'
import { fromAddress } from '@/lib/http/served-request.fixture'
import { newId } from '@/lib/ids'
import { changeInvoiceStatus, sweepOverdue } from '@/lib/invoices/change-invoice-status'
import { checkoutQueue } from '@/lib/invoices/checkout-session'
import { due } from '@/lib/jobs/queue.fixture'
import { returnFromCheckout, startCheckout } from '@/lib/payments/api'
import {
  anotherSession,
  latestSession,
  workOnCheckout,
  workOnPayments,
} from '@/lib/payments/hosted-checkout.fixture'
import {
  BAD_CARD,
  booksOf,
  GOOD_CARD,
  LONG_TIMEOUT_MS,
  PAID_ONCE,
  type PayableInvoice,
  payableInvoice,
  payByCard,
  UNPAID,
} from '@/lib/payments/payable-invoice.fixture'
import { readPaymentPage } from '@/lib/payments/payment-page'
import { recordTestPayment } from '@/lib/payments/settle-payment'
import { paymentProviderFor } from '@/lib/providers/registry'
import { setClock } from '@/lib/time/clock'
import { markVendorBanned } from '@/lib/vendors/manage-vendor'
import { buildInvoice, buildLiveApproval } from '@/prisma/seed/builders'
import { findSandboxCheckout, paySandboxCheckout } from './sandbox-checkout'

const HOUR_MS = 3_600_000
const SERVICE = 'https://pay.example.com'
const CARD = { number: '4242 4242 4242 4242', expiry: '12 / 40', securityCode: '987' }

const sandbox = paymentProviderFor('test')
const options = { providers: [sandbox], timeoutMs: LONG_TIMEOUT_MS }
let invoice: PayableInvoice

beforeAll(() => {
  Object.assign(env, { PUBLIC_URL: SERVICE, PROVIDER_TIMEOUT_MS: LONG_TIMEOUT_MS })
})
beforeEach(async () => {
  env.RATE_LIMIT_ADDRESS = 0
  invoice = await payableInvoice(sandbox)
})
afterEach(() => setClock(null))

async function locationOf(answer: Promise<Response>): Promise<string | null> {
  const { status, headers } = await answer
  expect(status).toBe(303)
  return headers.get('location')
}

/** The payment page's button; returns the session that it leads to. */
async function click({ token } = invoice): Promise<string> {
  const request = new Request(`${SERVICE}/api/pay/${token}/checkout`, { method: 'POST' })
  const location = await locationOf(ask(startCheckout, request))
  return (
    /^https:\/\/pay\.example\.com\/sandbox\/checkout\/(sbx_cs_[\w-]{32})$/.exec(location ?? '')?.[1] ??
    `${location}`
  )
}

function send(session: string, fields: Record<string, string> = CARD, headers: Record<string, string> = {}) {
  const body = new URLSearchParams(fields)
  const url = `${SERVICE}/api/providers/sandbox/checkout/${session}`
  return ask(paySandboxCheckout, new Request(url, { method: 'POST', body, headers }))
}

/** Submits the sandbox's form; returns where it leads. */
const submit = (session: string, fields: Record<string, string> = CARD) => locationOf(send(session, fields))

/** Follows the redirect back to us; returns where it leads. */
const comeBack = ({ token } = invoice) =>
  locationOf(ask(returnFromCheckout, new Request(paymentReturnUrl(token))))

const pageOf = (session: string) => `${SERVICE}/sandbox/checkout/${session}`
const markPaid = () => inOrmTransaction((tx) => recordTestPayment(tx, invoice, sandbox))

/** The sandbox's charges that were paid, of all of the invoice's sessions. */
async function chargesPaid({ invoiceId } = invoice): Promise<number | null> {
  const { rowCount } = await connectionPool().query(
    `SELECT FROM sandbox_charges c JOIN sandbox_checkout_sessions s ON s.reference = c.session_reference
      WHERE s.idempotency_key LIKE $1 AND c.status = 'PAID'`,
    [`${invoiceId}%`],
  )
  return rowCount
}

/** The minor units that the sandbox has taken for the invoice and not given back. */
async function takenMinor(): Promise<bigint> {
  const { rows } = await connectionPool().query<{ taken: string }>(
    `SELECT coalesce(sum(s.amount_minor), 0) - coalesce(sum((
              SELECT sum(r.amount_minor) FROM sandbox_refunds r WHERE r.payment_reference = c.reference)), 0) AS taken
       FROM sandbox_charges c JOIN sandbox_checkout_sessions s ON s.reference = c.session_reference
      WHERE s.idempotency_key LIKE $1 AND c.status = 'PAID'`,
    [`${invoice.invoiceId}%`],
  )
  return BigInt(rows[0]?.taken ?? 0)
}

describe('a test invoice', () => {
  test('is paid on the sandbox’s page: its button leads there, and the payment leads back to the thank-you page', async () => {
    const session = await click()
    expect(await findSandboxCheckout(session)).toMatchObject({
      status: 'open',
      amount: { amount: '103.20', currency: 'USD' },
      description: 'Work',
      cancelUrl: paymentReturnUrl(invoice.token),
      declined: null,
    })
    expect(await submit(session)).toBe(paymentReturnUrl(invoice.token))
    expect(await comeBack()).toBe(`${SERVICE}/thank-you/${invoice.token}`)
    expect(await booksOf(invoice)).toEqual({ ...PAID_ONCE, payments: ['SUCCEEDED'] })
    expect(
      await database().payment.findFirstOrThrow({ where: { invoiceId: invoice.invoiceId } }),
    ).toMatchObject({
      amountMinor: 10_320n,
      currency: 'USD',
      provider: 'sandbox',
      sessionReference: session,
    })
    expect(await findSandboxCheckout(session)).toMatchObject({ status: 'paid' })
  })

  test('left without paying is told so, and keeps its session', async () => {
    const session = await click()
    expect(await comeBack()).toBe(`${paymentPageUrl(invoice.token)}?canceled`)
    expect(await click()).toBe(session)
    expect(await booksOf(invoice)).toEqual({ ...UNPAID, payments: [] })
  })

  test('is paid by the worker if the buyer never comes back, and at once after the notification', async () => {
    const session = await click()
    const { accountId, number } = await latestSession(invoice)
    const row = { tenantId: accountId, id: number.toString() }
    expect(await due(checkoutQueue)).not.toContainEqual(row)
    await submit(session)
    expect(await due(checkoutQueue)).toContainEqual(row)
    expect(await booksOf(invoice)).toEqual({ ...UNPAID, payments: [] })
    await workOnCheckout(row, options)
    await workOnCheckout(row, options)
    expect(await booksOf(invoice)).toEqual({ ...PAID_ONCE, payments: ['SUCCEEDED'] })
    expect(await comeBack()).toBe(`${SERVICE}/thank-you/${invoice.token}`)
  })

  test('is found paid by the look-up where the sandbox charged and its notification was lost', async () => {
    const sessionReference = await click()
    const payment = { key: newId(), sessionReference, cardNumber: GOOD_CARD }
    const charged = await sandbox.rehearsal?.pay(payment, AbortSignal.timeout(LONG_TIMEOUT_MS))
    expect(charged).toMatchObject({ kind: 'accepted' })
    const { nextAttemptAt, accountId, number } = await latestSession(invoice)
    setClock(() => new Date((nextAttemptAt?.getTime() ?? 0) + 1))
    await workOnCheckout({ tenantId: accountId, id: number.toString() }, options)
    expect(await booksOf(invoice)).toEqual({ ...PAID_ONCE, payments: ['SUCCEEDED'] })
    // The notification comes late, and twice.
    for (let times = 0; times < 2; times += 1) await submit(sessionReference)
    expect(await booksOf(invoice)).toEqual({ ...PAID_ONCE, payments: ['SUCCEEDED'] })
    expect(await chargesPaid()).toBe(1)
  })
})

describe('a card that is declined', () => {
  test('marks the invoice failed, through further declines, is explained, and another one pays', async () => {
    const session = await click()
    expect(await submit(session, { ...CARD, number: BAD_CARD })).toBe(pageOf(session))
    expect(await findSandboxCheckout(session)).toMatchObject({
      status: 'open',
      declined: 'The bank declined the card.',
    })
    await submit(session, { ...CARD, number: '4000000000009995' })
    expect(await findSandboxCheckout(session)).toMatchObject({
      declined: 'The card has insufficient funds.',
    })
    expect(await booksOf(invoice)).toMatchObject({ status: 'FAILED', events: ['Failed'], transactions: 0 })
    expect(await submit(session)).toBe(paymentReturnUrl(invoice.token))
    await comeBack()
    expect(await booksOf(invoice)).toEqual({
      ...PAID_ONCE,
      history: ['CREATED>FAILED', 'FAILED>PAID'],
      events: ['Failed', 'Paid'],
      payments: ['SUCCEEDED'],
    })
  })

  test('leaves an overdue invoice unpaid, and it can still be paid', async () => {
    await inOrmTransaction((tx) => changeInvoiceStatus(tx, invoice, { to: 'UNPAID' }))
    await payByCard(invoice, BAD_CARD)
    expect(await booksOf(invoice)).toMatchObject({ status: 'UNPAID', history: ['CREATED>UNPAID'] })
    await payByCard(invoice)
    expect(await booksOf(invoice)).toMatchObject({ history: ['CREATED>UNPAID', 'UNPAID>PAID'] })
  })

  test('and its security code are stored nowhere', async () => {
    const session = await click()
    await submit(session, { ...CARD, number: '4000000000000127' })
    await submit(session)
    await comeBack()
    for (const table of ['payments', 'sandbox_charges', 'sandbox_checkout_sessions', 'events', 'invoices']) {
      const { rows } = await connectionPool().query<{ text: string }>(
        `SELECT t::text AS text FROM ${table} t`,
      )
      expect(rows.map(({ text }) => text).join(), table).not.toMatch(
        /4242424242424242|4000000000000127|4242 4242/,
      )
    }
  })
})

describe('a double payment', () => {
  test('by twenty tabs makes one charge and one payment', async () => {
    const sessions = await Promise.all(Array.from({ length: 20 }, () => click()))
    expect(new Set(sessions).size).toBe(1)
    const ends = await Promise.all(sessions.map((session) => submit(session)))
    expect(new Set(ends)).toEqual(new Set([paymentReturnUrl(invoice.token)]))
    await Promise.all(Array.from({ length: 5 }, () => comeBack()))
    expect(await booksOf(invoice)).toEqual({ ...PAID_ONCE, payments: ['SUCCEEDED'] })
    expect(await chargesPaid()).toBe(1)
  })

  test('in a second session of the invoice is given back', async () => {
    const first = await click()
    const second = await anotherSession(invoice, sandbox)
    await submit(first)
    await submit(second.providerReference)
    await comeBack()
    expect((await booksOf(invoice)).payments.toSorted()).toEqual(['REFUNDING', 'SUCCEEDED'])
    await workOnPayments(invoice, sandbox)
    const books = await booksOf(invoice)
    expect(books).toMatchObject(PAID_ONCE)
    expect(books.payments.toSorted()).toEqual(['REFUNDED', 'SUCCEEDED'])
    expect([await chargesPaid(), await takenMinor()]).toEqual([2, 10_320n])
  })

  test('by hand and by card books once: either way, the buyer’s money is not kept twice', async () => {
    for (let round = 0; round < 8; round += 1) {
      invoice = await payableInvoice(sandbox)
      const session = await click()
      await submit(session)
      const [, byHand] = await Promise.allSettled([comeBack(), markPaid()])
      await workOnPayments(invoice, sandbox)
      const books = await booksOf(invoice)
      expect(books).toMatchObject(PAID_ONCE)
      const isByHand = byHand.status === 'fulfilled'
      expect(books.payments.toSorted()).toEqual(isByHand ? ['REFUNDED', 'SUCCEEDED'] : ['SUCCEEDED'])
      expect(await takenMinor()).toBe(isByHand ? 0n : 10_320n)
    }
  })

  test('by hand, ten at once, books once', async () => {
    const results = await Promise.allSettled(Array.from({ length: 10 }, markPaid))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'invoice_already_paid' })
    }
    expect(await booksOf(invoice)).toEqual({ ...PAID_ONCE, payments: ['SUCCEEDED'] })
  })

  test('is not made by a sweep of overdue invoices that crosses a payment', async () => {
    for (let round = 0; round < 8; round += 1) {
      invoice = await payableInvoice(sandbox, new Date('2026-01-01'))
      const sweep = () => sweepOverdue(new Date('2026-01-02'))
      await Promise.all([sweep(), payByCard(invoice), sweep()])
      const books = await booksOf(invoice)
      expect(books).toMatchObject({ status: 'PAID', transactions: 1, availableMinor: 10_000n })
      expect([['CREATED>PAID'], ['CREATED>UNPAID', 'UNPAID>PAID']]).toContainEqual(books.history)
    }
  })
})

test('a session that took another amount than the invoice’s books nothing, and waits for a person', async () => {
  const session = await click()
  await connectionPool().query('UPDATE sandbox_checkout_sessions SET amount_minor = 1 WHERE reference = $1', [
    session,
  ])
  await submit(session)
  await comeBack()
  expect(await booksOf(invoice)).toEqual({ ...UNPAID, payments: [] })
  expect(await database().unpostedAmount.findMany({ where: { accountId: invoice.accountId } })).toMatchObject(
    [{ providerReference: session, reportedMinor: 1n, expectedMinor: 10_320n }],
  )
})

describe('the sandbox’s page', () => {
  test.each([
    ['number', { ...CARD, number: '4242' }],
    ['number', { ...CARD, number: '<script>alert(1)</script>' }],
    ['expiry', { ...CARD, expiry: '13 / 40' }],
    ['expiry', { ...CARD, expiry: '01 / 20' }],
    ['security_code', { ...CARD, securityCode: '' }],
    ['number', {}],
  ])('says what is wrong with the %s, and nothing is charged', async (problem, fields) => {
    const session = await click()
    expect(await submit(session, fields as Record<string, string>)).toBe(
      `${pageOf(session)}?problem=${problem}`,
    )
    expect(await chargesPaid()).toBe(0)
    expect(await booksOf(invoice)).toEqual({ ...UNPAID, payments: [] })
  })

  test('never puts a card into an address', async () => {
    const session = await click()
    for (const fields of [{ ...CARD, securityCode: 'x' }, { ...CARD, number: BAD_CARD }, CARD]) {
      expect(await submit(session, fields)).not.toMatch(/4242|4000|987/)
    }
  })

  test('can’t be used by another site', async () => {
    const session = await click()
    const evil: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'cross-site' },
    ]
    for (const headers of evil) {
      const answer = await send(session, CARD, headers)
      expect([answer.status, answer.headers.get('location')]).toEqual([403, null])
    }
    expect(await chargesPaid()).toBe(0)
    expect((await send(session, CARD, { 'sec-fetch-site': 'same-origin' })).status).toBe(303)
    expect(await chargesPaid()).toBe(1)
  })

  test('takes no more tries than the limit, and says so', async () => {
    const session = await click()
    env.RATE_LIMIT_ADDRESS = 1
    await fromAddress(session, () => submit(session, { ...CARD, number: BAD_CARD }))
    expect(await fromAddress(session, () => submit(session))).toBe(`${pageOf(session)}?problem=too_many`)
    expect(await chargesPaid()).toBe(0)
  })

  test('does no harm with a form that is too long, or a session that is unknown', async () => {
    const session = await click()
    expect((await send(session, { ...CARD, number: '4'.repeat(300_000) })).status).toBe(413)
    for (const unknown of [`sbx_cs_${'x'.repeat(32)}`, 'x', `${session}x`, '%00', '..%2f..']) {
      const answer = await send(unknown)
      expect([answer.status, answer.headers.get('location')]).toEqual([404, null])
      expect(await findSandboxCheckout(unknown)).toBeNull()
    }
    expect(await booksOf(invoice)).toEqual({ ...UNPAID, payments: [] })
  })

  test('of an expired session takes no card, and the payment link leads to a new one', async () => {
    const session = await click()
    const tomorrow = new Date(Date.now() + 25 * HOUR_MS)
    setClock(() => tomorrow)
    expect(await findSandboxCheckout(session)).toMatchObject({ status: 'expired' })
    expect(await submit(session)).toBe(pageOf(session))
    expect(await chargesPaid()).toBe(0)
    const next = await click()
    expect(next).not.toBe(session)
    await submit(next)
    await comeBack()
    expect(await booksOf(invoice)).toEqual({ ...PAID_ONCE, payments: ['SUCCEEDED'] })
    expect([await chargesPaid(), await takenMinor()]).toEqual([1, 10_320n])
  })
})

describe('a link that leads to no checkout', () => {
  test('is unknown, mixed from two, or of a banned vendor', async () => {
    const other = await payableInvoice(sandbox)
    const mixed = other.token.slice(0, 22) + invoice.token.slice(22)
    for (const token of ['x', '0'.repeat(44), mixed]) {
      const request = new Request(`${SERVICE}/api/pay/${token}/checkout`, { method: 'POST' })
      expect((await ask(startCheckout, request)).status).toBe(404)
    }
    await inOrmTransaction((tx) => markVendorBanned(tx, invoice.account.vendorId, null, anOperator))
    expect(await click()).toBe(paymentPageUrl(invoice.token))
    expect(await readPaymentPage(invoice.token)).toMatchObject({ status: 'banned' })
    expect(await booksOf(invoice)).toEqual({ ...UNPAID, payments: [] })
  })

  test('is paid already', async () => {
    await payByCard(invoice)
    expect(await click()).toBe(paymentPageUrl(invoice.token))
    await expect(markPaid()).rejects.toMatchObject({ code: 'invoice_already_paid' })
    expect(await booksOf(invoice)).toEqual({ ...PAID_ONCE, payments: ['SUCCEEDED'] })
  })
})

test('an unknown invoice, another account’s, or a live one can’t be marked as paid', async () => {
  const mark = (key: { accountId: string; invoiceId: string }) =>
    inOrmTransaction((tx) => recordTestPayment(tx, key, sandbox))
  const stranger = await payableInvoice(sandbox)
  const refused = { code: 'invoice_not_found' }
  await expect(mark({ ...invoice, invoiceId: newId() })).rejects.toMatchObject(refused)
  await expect(mark({ ...invoice, accountId: stranger.accountId })).rejects.toMatchObject(refused)
  const live = await buildLiveApproval(invoice.account.vendorId)
  const { id: invoiceId } = await buildInvoice(live)
  await expect(mark({ accountId: live.id, invoiceId })).rejects.toMatchObject({
    code: 'invoice_not_in_test_mode',
  })
  expect(await booksOf(invoice)).toEqual({ ...UNPAID, payments: [] })
  expect(await database().invoice.findFirst({ where: { accountId: live.id } })).toMatchObject({
    status: 'CREATED',
  })
})
