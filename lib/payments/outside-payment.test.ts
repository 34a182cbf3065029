import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { connectionPool, database, sql } from '@/lib/db/client'
import { runComposed } from '@/lib/db/statement'
import { inOrmTransaction, inTransaction } from '@/lib/db/transaction'
import { newId } from '@/lib/ids'
import { sweepOverdue } from '@/lib/invoices/change-invoice-status'
import { listedInvoiceJson } from '@/lib/invoices/snapshot-json'
import { markInvoiceVoid } from '@/lib/invoices/void-invoice'
import { expectSoundLedger } from '@/lib/ledger/sound-ledger.fixture'
import type { PaymentProvider } from '@/lib/providers/payment-provider'
import { paymentProviderFor } from '@/lib/providers/registry'
import { createStripePaymentProvider } from '@/lib/providers/stripe/payment-provider'
import { StripeStandIn } from '@/lib/providers/testing/stripe-stand-in'
import { signedIn } from '@/lib/sign-in/signed-in.fixture'
import { payAtSandbox } from '@/lib/test-mode/sandbox-checkout'
import { latestSession, sessionsOf, workOnPayments } from './hosted-checkout.fixture'
import { getInvoice } from './invoice-dashboard'
import { openHostedCheckout } from './open-hosted-checkout'
import { type NewOutsidePayment, recordOutsidePayment, removeOutsidePayment } from './outside-payment'
import { recordPayment, removePayment } from './outside-payment-dashboard'
import {
  booksOf,
  GOOD_CARD,
  LONG_TIMEOUT_MS,
  type PayableInvoice,
  payableInvoice,
  payByCard,
} from './payable-invoice.fixture'
import { readPaymentPage } from './payment-page'
import { reconcileOpenCheckouts } from './reconcile-checkout'
import { requestRefund } from './refund-invoice'
import { recordTestPayment } from './settle-payment'

const sandbox = paymentProviderFor('test')
const options = { provider: sandbox, timeoutMs: LONG_TIMEOUT_MS }
/** 100.00 and a fee of 3.20. */
const TOTAL = 10_320n
const TRANSFER: NewOutsidePayment = {
  method: 'bank_transfer',
  amountMinor: null,
  receivedOn: new Date('2026-01-05'),
  reference: 'E2E 4711',
  mailsReceipt: true,
}

let invoice: PayableInvoice
beforeEach(async () => {
  invoice = await payableInvoice(sandbox)
})

const record = (fields: Partial<NewOutsidePayment> = {}) =>
  inOrmTransaction((tx) => recordOutsidePayment(tx, invoice, { ...TRANSFER, ...fields }))
const remove = (paymentId: string) =>
  inOrmTransaction((tx) => removeOutsidePayment(tx, { ...invoice, paymentId }))

async function outsideMinor(): Promise<bigint> {
  const { accountId, invoiceId: id } = invoice
  return (await database().invoice.findUniqueOrThrow({ where: { accountId_id: { accountId, id } } }))
    .outsideMinor
}

/** What the ledger has as income outside the wallet. */
async function incomeMinor(): Promise<bigint> {
  const { rows } = await connectionPool().query<{ income: string }>(
    `SELECT coalesce(sum(CASE WHEN d.kind = 'outside_income' THEN e.amount_minor
                              WHEN s.kind = 'outside_income' THEN -e.amount_minor END), 0) AS income
       FROM ledger_entries e
       JOIN ledger_accounts s ON s.account_id = e.account_id AND s.id = e.source_id
       JOIN ledger_accounts d ON d.account_id = e.account_id AND d.id = e.destination_id
      WHERE e.account_id = $1`,
    [invoice.accountId],
  )
  return BigInt(rows[0]?.income ?? 0)
}

const receipts = () =>
  database().mailMessage.findMany({
    where: { ownerId: invoice.accountId, kind: 'receipt' },
    orderBy: { id: 'asc' },
  })

describe('all that is left', () => {
  test('pays the invoice, with one event and a receipt, and adds nothing to the wallet', async () => {
    await record()
    expect(await booksOf(invoice)).toEqual({
      status: 'PAID',
      payments: [],
      history: ['CREATED>PAID'],
      events: ['Paid'],
      transactions: 0,
      availableMinor: 0n,
    })
    expect(await incomeMinor()).toBe(TOTAL)
    expect(await receipts()).toMatchObject([{ subject: expect.stringContaining('Receipt for invoice') }])
    const where = { accountId: invoice.accountId, type: { startsWith: 'invoice.' } }
    const events = await database().event.findMany({ where, orderBy: { id: 'asc' } })
    expect(events.map(({ type }) => type)).toEqual(['invoice.created', 'invoice.paid'])
    expect(JSON.parse(events[1]?.data ?? '')).toMatchObject({ status: 'Paid', provider: 'bank_transfer' })
    expect(await readPaymentPage(invoice.token)).toMatchObject({
      status: 'paid',
      receipt: { paidOn: '2026-01-05', transactionId: null },
    })
    await expectSoundLedger()
  })

  test('is also recorded in several parts, and mails no receipt unless it is asked for', async () => {
    await record({ amountMinor: 4000n, mailsReceipt: false })
    expect((await booksOf(invoice)).status).toBe('CREATED')
    await record({ amountMinor: TOTAL - 4000n, method: 'cash', mailsReceipt: false })
    expect(await booksOf(invoice)).toMatchObject({ status: 'PAID', events: ['Paid'], availableMinor: 0n })
    expect(await receipts()).toEqual([])
    await expect(record({ amountMinor: 1n })).rejects.toMatchObject({ code: 'invoice_already_paid' })
  })

  test('can’t be refunded here, since no provider took it', async () => {
    await record()
    await expect(
      inOrmTransaction((tx) =>
        requestRefund(
          tx,
          invoice.accountId,
          { invoiceId: invoice.invoiceId, amountMinor: null },
          { leaseMs: 1000 },
        ),
      ),
    ).rejects.toMatchObject({ code: 'invoice_not_paid_by_card' })
  })
})

describe('a part', () => {
  test('leaves the invoice open for the rest, which the page, its button and the mail say', async () => {
    await record({ amountMinor: 4000n })
    expect(await booksOf(invoice)).toMatchObject({ status: 'CREATED', events: [], availableMinor: 0n })
    expect(await readPaymentPage(invoice.token)).toMatchObject({
      status: 'payable',
      total: { amount: '103.20' },
      paidSoFar: { amount: '40.00' },
      amountDue: { amount: '63.20' },
    })
    expect(await receipts()).toMatchObject([{ subject: expect.stringContaining('$40.00') }])
    expect(await incomeMinor()).toBe(4000n)
  })

  test('is taken off what lists say is due, which is nothing once the invoice is paid', async () => {
    const { columns, joins } = listedInvoiceJson(invoice.accountId)
    const dues = async () => {
      const rows = await runComposed<{ json: string }>(
        connectionPool(),
        sql`SELECT ${columns} FROM invoices ${joins} WHERE account_id = ${invoice.accountId}::uuid`,
      )
      return rows.map(({ json }) => JSON.parse(json).amount_due)
    }
    expect(await dues()).toEqual([103.2])
    await record({ amountMinor: 4000n })
    expect(await dues()).toEqual([63.2])
    await record()
    expect(await dues()).toEqual([0])
  })

  test('and the rest by card pay the invoice: base and fee are parts of what the card paid', async () => {
    await record({ amountMinor: 4000n })
    await payByCard(invoice)
    expect((await latestSession(invoice)).amountMinor).toBe(6320n)
    const books = await booksOf(invoice)
    expect(books).toMatchObject({ status: 'PAID', payments: ['SUCCEEDED'], events: ['Paid'] })
    // 63.20 of 103.20 is 61.24 of 100.00.
    expect(books.availableMinor).toBe(6124n)
    await expectSoundLedger()
    const request = { invoiceId: invoice.invoiceId, amountMinor: 6125n }
    const refund = (amountMinor: bigint | null) =>
      inOrmTransaction((tx) =>
        requestRefund(tx, invoice.accountId, { ...request, amountMinor }, { leaseMs: 1000 }),
      )
    await expect(refund(6125n)).rejects.toMatchObject({ code: 'refund_too_large' })
    expect((await refund(null)).amountMinor).toBe(6124n)
    await expectSoundLedger()
  })

  test('and the rest marked as paid leave nothing to pay', async () => {
    await record({ amountMinor: 4000n })
    await inOrmTransaction((tx) => recordTestPayment(tx, invoice, sandbox))
    expect(await booksOf(invoice)).toMatchObject({ status: 'PAID', availableMinor: 6124n })
  })

  test('can be removed by a reversing entry, once, and not once the invoice is paid', async () => {
    const { payment } = await record({ amountMinor: 4000n })
    await remove(payment.id)
    expect(await outsideMinor()).toBe(0n)
    expect(await incomeMinor()).toBe(0n)
    await expect(remove(payment.id)).rejects.toMatchObject({ code: 'payment_not_found' })
    await expect(remove(newId())).rejects.toMatchObject({ code: 'payment_not_found' })
    const last = await record()
    await expect(remove(last.payment.id)).rejects.toMatchObject({ code: 'invoice_already_paid' })
    await expect(
      database().outsidePayment.updateMany({ where: { id: payment.id }, data: { amountMinor: 1n } }),
    ).rejects.toThrow(/only removed, once/)
    await expect(connectionPool().query('DELETE FROM outside_payments')).rejects.toThrow(/append-only/)
  })

  test('keeps the invoice from being voided until it is removed', async () => {
    const { payment } = await record({ amountMinor: 4000n })
    const makeVoid = () => inTransaction((tx) => markInvoiceVoid(tx, invoice))
    await expect(makeVoid()).rejects.toMatchObject({ code: 'invoice_partly_paid' })
    await remove(payment.id)
    expect(await makeVoid()).toBe(true)
    await expect(record({ amountMinor: 1n })).rejects.toMatchObject({ code: 'invoice_voided' })
  })

  test('of an overdue invoice is taken off what is overdue, and given back with its removal', async () => {
    invoice = await payableInvoice(sandbox, new Date('2020-01-01'))
    await sweepOverdue(new Date('2020-06-01'))
    const overdue = async () =>
      (await database().overdueSum.findFirst({ where: { accountId: invoice.accountId } }))?.totalMinor
    const { payment } = await record({ amountMinor: 4000n })
    expect(await overdue()).toBe(TOTAL - 4000n)
    await remove(payment.id)
    expect(await overdue()).toBe(TOTAL)
    await record({ amountMinor: 1n })
    await record()
    expect(await overdue()).toBe(0n)
  })
})

test('more than is left is refused, and another account’s invoice is missing', async () => {
  await expect(record({ amountMinor: TOTAL + 1n })).rejects.toMatchObject({ code: 'payment_too_large' })
  await record({ amountMinor: 1n })
  await expect(record({ amountMinor: TOTAL })).rejects.toMatchObject({ code: 'payment_too_large' })
  invoice = { ...invoice, accountId: (await payableInvoice(sandbox)).accountId }
  await expect(record()).rejects.toMatchObject({ code: 'invoice_not_found' })
})

describe('two connections', () => {
  test('that record at once never exceed the total', async () => {
    for (let round = 0; round < 5; round += 1) {
      invoice = await payableInvoice(sandbox)
      const results = await Promise.allSettled(
        Array.from({ length: 6 }, () => record({ amountMinor: 3000n, mailsReceipt: false })),
      )
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
      expect(await outsideMinor()).toBe(9000n)
    }
  })

  test('that remove one payment at once remove it once', async () => {
    const { payment } = await record({ amountMinor: 4000n })
    const results = await Promise.allSettled([1, 2, 3].map(() => remove(payment.id)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await outsideMinor()).toBe(0n)
  })

  test('of which one records all and one books a card payment leave the money with one of them', async () => {
    const ends = new Set<string>()
    for (let round = 0; round < 8; round += 1) {
      invoice = await payableInvoice(sandbox)
      await payOnThePage()
      const [, recorded] = await Promise.allSettled([comeBack(), record({ mailsReceipt: false })])
      const books = await booksOf(invoice)
      expect(books.status).toBe('PAID')
      if (recorded.status === 'fulfilled') {
        expect(books).toMatchObject({ payments: ['REFUNDING'], availableMinor: 0n })
      } else {
        expect(books).toMatchObject({ payments: ['SUCCEEDED'], availableMinor: 10_000n })
        expect(await outsideMinor()).toBe(0n)
      }
      ends.add(recorded.status)
    }
    expect(ends.size).toBeGreaterThan(0)
  })
})

/** The buyer pays on the sandbox's page, and we have heard nothing of it yet. */
async function payOnThePage(): Promise<void> {
  const { reference: sessionReference } = await openHostedCheckout(invoice.token, options)
  const payment = { key: newId(), sessionReference, cardNumber: GOOD_CARD }
  const outcome = await sandbox.rehearsal?.pay(payment, AbortSignal.timeout(LONG_TIMEOUT_MS))
  expect(outcome).toMatchObject({ kind: 'accepted' })
}

const comeBack = () =>
  reconcileOpenCheckouts(
    { accountId: invoice.accountId, id: invoice.invoiceId },
    { providers: [sandbox], timeoutMs: LONG_TIMEOUT_MS },
  )

describe('a buyer who is on the provider’s page', () => {
  test('and pays the whole amount while a part is recorded gets it back, and the rest stays to be paid', async () => {
    await payOnThePage()
    await record({ amountMinor: 4000n })
    await comeBack()
    expect(await booksOf(invoice)).toMatchObject({ status: 'CREATED', payments: ['REFUNDING'] })
    await workOnPayments(invoice, sandbox, LONG_TIMEOUT_MS)
    expect(await booksOf(invoice)).toMatchObject({ payments: ['REFUNDED'], availableMinor: 0n })
    await payByCard(invoice)
    expect(await booksOf(invoice)).toMatchObject({ status: 'PAID', availableMinor: 6124n })
  })

  test('and comes back to the invoice’s page gets a new session for what is left', async () => {
    const first = await openHostedCheckout(invoice.token, options)
    const { payment } = await record({ amountMinor: 4000n })
    const second = await openHostedCheckout(invoice.token, options)
    expect(second.reference).not.toBe(first.reference)
    expect((await openHostedCheckout(invoice.token, options)).reference).toBe(second.reference)
    await remove(payment.id)
    const third = await openHostedCheckout(invoice.token, options)
    expect((await sessionsOf(invoice)).map(({ amountMinor }) => amountMinor)).toEqual([TOTAL, 6320n, TOTAL])
    await payAtSandbox({ key: newId(), sessionReference: third.reference, cardNumber: GOOD_CARD })
    await comeBack()
    expect(await booksOf(invoice)).toMatchObject({ status: 'PAID', availableMinor: 10_000n })
  })
})

describe('a session at Stripe', () => {
  let standIn: StripeStandIn
  let stripe: PaymentProvider
  beforeAll(async () => {
    standIn = await StripeStandIn.start()
    stripe = createStripePaymentProvider(standIn.options)
  })
  afterAll(() => standIn?.close())

  test('for more than is left is closed when it is looked at, and the next one asks for the rest', async () => {
    invoice = await payableInvoice(stripe)
    const atStripe = { provider: stripe, timeoutMs: LONG_TIMEOUT_MS }
    await openHostedCheckout(invoice.token, atStripe)
    const { providerReference } = await latestSession(invoice)
    await record({ amountMinor: 4000n })
    await reconcileOpenCheckouts(
      { accountId: invoice.accountId, id: invoice.invoiceId },
      { providers: [stripe], timeoutMs: LONG_TIMEOUT_MS },
    )
    expect(standIn.books.sessionObject(providerReference)).toMatchObject({ status: 'expired' })
    await openHostedCheckout(invoice.token, atStripe)
    const rest = await latestSession(invoice)
    expect(standIn.books.sessionObject(rest.providerReference)).toMatchObject({
      amount_total: 6320,
      status: 'open',
    })
    standIn.books.pay(rest.providerReference)
    await reconcileOpenCheckouts(
      { accountId: invoice.accountId, id: invoice.invoiceId },
      { providers: [stripe], timeoutMs: LONG_TIMEOUT_MS },
    )
    expect(await booksOf(invoice)).toMatchObject({ status: 'PAID', availableMinor: 6124n })
  })
})

describe('the dashboard', () => {
  const PATH = '/api/dashboard/invoices'
  let browser: Awaited<ReturnType<typeof signedIn>>
  beforeEach(async () => {
    browser = await signedIn(invoice.account.vendorId)
  })
  const BODY = { method: 'check', amount: '40', received_on: '2026-01-05', mails_receipt: false }
  const send = (body: object, key: string | null = newId()) =>
    browser.call(
      recordPayment,
      'POST',
      `${PATH}/${invoice.invoiceId}/payments`,
      body,
      undefined,
      key ? { 'idempotency-key': key } : {},
    )
  type Shown = {
    paidSoFar: { amount: string } | null
    amountDue: { amount: string }
    marks: string[]
    outsidePayments: { id: string; method: string; reference: string | null }[]
    timeline: { title: string; detail: string | null }[]
  }
  const readInvoice = async () =>
    (await browser.call(getInvoice, 'GET', `${PATH}/${invoice.invoiceId}`)).body as unknown as Shown

  test('records a payment once under its key, and shows, audits and removes it', async () => {
    const key = newId()
    const first = await send({ ...BODY, reference: ' 1042 ' }, key)
    expect(first).toMatchObject({ status: 201, body: { isPaid: false } })
    expect((await send({ ...BODY, reference: ' 1042 ' }, key)).body).toEqual(first.body)
    const { id } = first.body as { id: string }
    const open = await readInvoice()
    expect(open).toMatchObject({
      paidSoFar: { amount: '40.00' },
      amountDue: { amount: '63.20' },
      marks: ['partly_paid'],
      outsidePayments: [{ id, method: 'check', reference: '1042' }],
    })
    expect(open.timeline).toContainEqual(
      expect.objectContaining({
        title: 'Payment recorded',
        detail: expect.stringContaining('40.00 USD, check, received 2026-01-05, reference 1042'),
      }),
    )
    const removal = () => browser.call(removePayment, 'DELETE', `${PATH}/${invoice.invoiceId}/payments/${id}`)
    expect((await removal()).status).toBe(200)
    expect(await removal()).toMatchObject({ status: 404, body: { error: 'Payment not found' } })
    expect(await readInvoice()).toMatchObject({ paidSoFar: null, outsidePayments: [], marks: [] })
    const acts = await database().auditEvent.findMany({
      where: { vendorId: invoice.account.vendorId, action: { startsWith: 'invoice.payment' } },
      orderBy: { id: 'asc' },
    })
    expect(acts.map(({ action }) => action)).toEqual(['invoice.payment_recorded', 'invoice.payment_removed'])
  })

  test('records all that is left where no amount is given', async () => {
    const { amount: _, ...rest } = BODY
    expect(await send(rest)).toMatchObject({ status: 201, body: { isPaid: true } })
    expect(await readInvoice()).toMatchObject({ amountDue: { amount: '0.00' }, paidSoFar: null })
  })

  const tomorrow = new Date(Date.now() + 36 * 3_600_000).toISOString().slice(0, 10)
  test.each([
    [{ method: 'card' }],
    [{ method: undefined }],
    [{ amount: '0' }],
    [{ amount: '1.001' }],
    [{ amount: '-1' }],
    [{ amount: '103.21' }],
    [{ received_on: tomorrow }],
    [{ received_on: '1999-12-31' }],
    [{ received_on: undefined }],
    [{ reference: 'a'.repeat(141) }],
    [{ reference: 'a\u0000b' }],
    [{ mails_receipt: 'yes' }],
  ])('refuses %j', async (change) => {
    expect((await send({ ...BODY, ...change })).status).toBe(400)
    expect(await outsideMinor()).toBe(0n)
  })

  test('refuses a request without a key', async () => {
    expect((await send(BODY, null)).status).toBe(400)
    expect(await outsideMinor()).toBe(0n)
  })
})
