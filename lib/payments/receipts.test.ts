import type Stripe from 'stripe'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { connectionPool, database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { pagesOf } from '@/lib/documents/pdf-text.fixture'
import { env } from '@/lib/env'
import { ask } from '@/lib/http/ask.fixture'
import { LOCALES, type Locale } from '@/lib/i18n/locale'
import { newId } from '@/lib/ids'
import { expectSoundLedger } from '@/lib/ledger/sound-ledger.fixture'
import { mailsOf } from '@/lib/mail/mail.fixture'
import { textsIn } from '@/lib/mail/texts/texts'
import type { PaymentProvider } from '@/lib/providers/payment-provider'
import { paymentProviderFor } from '@/lib/providers/registry'
import { createStripePaymentProvider } from '@/lib/providers/stripe/payment-provider'
import { StripeStandIn } from '@/lib/providers/testing/stripe-stand-in'
import { paymentReceiptPdf } from './api'
import { anotherSession, workOnPayments } from './hosted-checkout.fixture'
import { openHostedCheckout } from './open-hosted-checkout'
import { type NewOutsidePayment, recordOutsidePayment, removeOutsidePayment } from './outside-payment'
import { LONG_TIMEOUT_MS, type PayableInvoice, payableInvoice, payByCard } from './payable-invoice.fixture'
import { readPaymentPage } from './payment-page'
import { readInvoice } from './queries'
import { reconcileOpenCheckouts } from './reconcile-checkout'
import { recordTestPayment } from './settle-payment'

/* The numbers of receipts, and what they say an invoice was paid with. */

const sandbox = paymentProviderFor('test')
/** 100.00 and a fee of 3.20. */
const TOTAL = 10_320n
const CASH: NewOutsidePayment = {
  method: 'cash',
  amountMinor: 1000n,
  receivedOn: new Date('2026-01-05'),
  reference: null,
  mailsReceipt: true,
}

let standIn: StripeStandIn
let stripe: PaymentProvider
let invoice: PayableInvoice
let number: string

beforeAll(async () => {
  standIn = await StripeStandIn.start()
  stripe = createStripePaymentProvider(standIn.options)
})
afterAll(() => standIn?.close())

beforeEach(() => begin(sandbox))
afterEach(expectSoundLedger)

async function begin(provider: PaymentProvider): Promise<void> {
  invoice = await payableInvoice(provider)
  number = (await storedInvoice()).number
}

const storedInvoice = () => database().invoice.findFirstOrThrow({ where: { id: invoice.invoiceId } })
const record = (fields: Partial<NewOutsidePayment> = {}) =>
  inOrmTransaction((tx) => recordOutsidePayment(tx, invoice, { ...CASH, ...fields }))
const markPaid = () => inOrmTransaction((tx) => recordTestPayment(tx, invoice, sandbox))
const page = () => readPaymentPage(invoice.token)

/** The numbers of all payments of the invoice, in the order in which they were made. */
async function orders(): Promise<(number | null)[]> {
  const where = { accountId: invoice.accountId, invoiceId: invoice.invoiceId }
  const payments = await database().payment.findMany({ where })
  const outside = await database().outsidePayment.findMany({ where })
  return [...payments, ...outside]
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map((each) => each.receiptNumber)
}

/** Has the buyer of an invoice at Stripe come back. */
const look = () =>
  reconcileOpenCheckouts(
    { accountId: invoice.accountId, id: invoice.invoiceId },
    { providers: [stripe], timeoutMs: LONG_TIMEOUT_MS },
  )

async function payAtStripe(): Promise<void> {
  const { reference } = await openHostedCheckout(invoice.token, {
    provider: stripe,
    timeoutMs: LONG_TIMEOUT_MS,
  })
  standIn.books.pay(reference)
  await look()
}

describe('a receipt', () => {
  test('of a card payment names the card and has a number of its own, wherever it is shown', async () => {
    await payByCard(invoice)
    const receipt = { number: `${number}-R1`, paidWith: { name: 'Visa', last4: '4242' } }
    expect((await page())?.receipt).toMatchObject(receipt)
    const view = await readInvoice(invoice.account.vendorId, invoice.invoiceId)
    expect(view?.receipt).toMatchObject({ number: `${number}-R1`, paidWith: 'Visa •••• 4242' })
    expect(view?.timeline.find(({ title }) => title === 'Payment received')?.detail).toBe(
      `Visa •••• 4242 through Sandbox · Receipt ${number}-R1`,
    )
  })

  test('of a payment at Stripe names what Stripe took', async () => {
    await begin(stripe)
    await payAtStripe()
    expect((await page())?.receipt?.paidWith).toEqual({ name: 'Visa', last4: '4242' })
    expect(await orders()).toEqual([1])
  })

  test('was emailed, as the page says, unless the mail is kept or no mail is sent at all', async () => {
    const emailedTo = async () => (await page())?.receipt?.emailedTo
    const { SMTP_URL } = env
    try {
      env.SMTP_URL = 'smtp://mail.example.com'
      await payByCard(invoice)
      // In test mode, only the vendor's own address gets mail.
      expect(await emailedTo()).toBeNull()
      await begin(sandbox)
      const email = 'buyer@example.com'
      await database().vendor.update({ where: { id: invoice.account.vendorId }, data: { email } })
      await payByCard(invoice)
      expect(await emailedTo()).toBe(email)
      Object.assign(env, { SMTP_URL: undefined })
      expect(await emailedTo()).toBeNull()
    } finally {
      Object.assign(env, { SMTP_URL })
    }
  })

  test('of a test invoice that was marked as paid names no card', async () => {
    await markPaid()
    const receipt = { number: `${number}-R1`, paidWith: { name: 'card', last4: null } }
    expect((await page())?.receipt).toMatchObject(receipt)
  })

  test('of a payment outside the wallet names how it came in', async () => {
    await record({ amountMinor: null, method: 'bank_transfer' })
    const receipt = { number: `${number}-R1`, paidWith: { name: 'bank_transfer', last4: null } }
    expect((await page())?.receipt).toMatchObject(receipt)
    const view = await readInvoice(invoice.account.vendorId, invoice.invoiceId)
    expect(view?.receipt).toMatchObject({ number: `${number}-R1`, paidWith: 'Bank transfer' })
    expect(view?.outsidePayments.map(({ receiptNumber }) => receiptNumber)).toEqual([`${number}-R1`])
  })

  test('of a payment of which the provider does not say the method has none, for good', async () => {
    await begin(stripe)
    const { reference } = await openHostedCheckout(invoice.token, {
      provider: stripe,
      timeoutMs: LONG_TIMEOUT_MS,
    })
    standIn.books.pay(reference, { type: 7 } as unknown as Stripe.Charge.PaymentMethodDetails)
    await look()
    expect((await page())?.receipt).toMatchObject({ number: `${number}-R1`, paidWith: null })
    const url = `http://localhost:3000/api/pay/${invoice.token}/receipt.pdf?lang=en`
    const answer = await ask(paymentReceiptPdf, new Request(url))
    const text = (await pagesOf(new Uint8Array(await answer.arrayBuffer()))).join('\n')
    expect(text).toContain(`${number}-R1`)
    expect(text).not.toContain('Payment method')
  })

  test('of the rest is for the rest alone, so that the receipts of an invoice add up to its total', async () => {
    await record({ amountMinor: 5000n, method: 'bank_transfer' })
    await payByCard(invoice)
    expect((await page())?.receipt).toMatchObject({
      number: `${number}-R2`,
      amount: { amount: '53.20' },
      paidWith: { name: 'Visa' },
    })
    const url = `http://localhost:3000/api/pay/${invoice.token}/receipt.pdf?lang=en`
    const answer = await ask(paymentReceiptPdf, new Request(url))
    const text = (await pagesOf(new Uint8Array(await answer.arrayBuffer()))).join('\n')
    expect(text).toMatch(/\$53\.20 paid on /)
    expect(text).not.toMatch(/\$103\.20 paid on /)
    const sums = [
      'Total',
      '$103.20',
      'Paid before',
      '$50.00',
      'This payment',
      '$53.20',
      'Balance due',
      '$0.00',
    ]
    for (const words of sums) expect(text).toContain(words)
    const [first, second] = await mailsOf(invoice.accountId, 'receipt')
    expect(first?.text).toContain('received your payment of $50.00')
    expect(second?.text).toContain('You paid $53.20 to')
    expect(second?.subject).toContain('$53.20')
    expect(second?.text).toMatch(/Paid before\W+\$50\.00[\s\S]*This payment\W+\$53\.20/)
  })

  test('as a PDF has both, in its file’s name too', async () => {
    await payByCard(invoice)
    const url = `http://localhost:3000/api/pay/${invoice.token}/receipt.pdf?lang=de`
    const answer = await ask(paymentReceiptPdf, new Request(url))
    expect(answer.headers.get('content-disposition')).toBe(`inline; filename="receipt-${number}-R1.pdf"`)
    const text = (await pagesOf(new Uint8Array(await answer.arrayBuffer()))).join('\n')
    for (const words of ['Quittungsnummer', `${number}-R1`, 'Zahlungsart', 'Visa •••• 4242']) {
      expect(text).toContain(words)
    }
  })
})

describe('the number', () => {
  test('counts all payments of the invoice, recorded ones and the card that pays the rest', async () => {
    await record()
    await record({ method: 'check' })
    await payByCard(invoice)
    expect(await orders()).toEqual([1, 2, 3])
    expect((await page())?.receipt).toMatchObject({ number: `${number}-R3`, paidWith: { name: 'Visa' } })
  })

  test('of a removed payment is never given again', async () => {
    const { payment } = await record()
    await inOrmTransaction((tx) => removeOutsidePayment(tx, { ...invoice, paymentId: payment.id }))
    await record({ amountMinor: null })
    expect(await orders()).toEqual([1, 2])
    expect((await page())?.receipt?.number).toBe(`${number}-R2`)
  })

  test('is one of the invoice’s alone: the next invoice begins with 1', async () => {
    await markPaid()
    await begin(sandbox)
    await markPaid()
    expect(await orders()).toEqual([1])
  })

  test('is given to each of the parts that are recorded at once', async () => {
    await Promise.all(Array.from({ length: 6 }, () => record()))
    expect((await orders()).toSorted()).toEqual([1, 2, 3, 4, 5, 6])
    const texts = (await mailsOf(invoice.accountId, 'receipt')).map(({ text }) => text)
    for (const order of [1, 2, 3, 4, 5, 6]) {
      expect(texts.filter((text) => text.includes(`${number}-R${order}`))).toHaveLength(1)
    }
  })

  test('is given once to a card and a part that race for the invoice', async () => {
    await begin(stripe)
    const { reference } = await openHostedCheckout(invoice.token, {
      provider: stripe,
      timeoutMs: LONG_TIMEOUT_MS,
    })
    standIn.books.pay(reference)
    await Promise.allSettled([look(), record({ amountMinor: 1000n }), look(), record({ amountMinor: null })])
    const given = (await orders()).filter((order) => order !== null)
    expect(given.toSorted()).toEqual(given.map((_, index) => index + 1))
    await workOnPayments(invoice, stripe)
  })

  test('is not changed by a report that comes again or late', async () => {
    await begin(stripe)
    await payAtStripe()
    await Promise.all(Array.from({ length: 5 }, look))
    expect(await orders()).toEqual([1])
    expect(await mailsOf(invoice.accountId, 'receipt')).toHaveLength(1)
  })

  test('is not given to a second payment, which goes back', async () => {
    await begin(stripe)
    const options = { provider: stripe, timeoutMs: LONG_TIMEOUT_MS }
    const first = await openHostedCheckout(invoice.token, options)
    const second = await anotherSession(invoice, stripe)
    standIn.books.pay(first.reference)
    standIn.books.pay(second.providerReference)
    await look()
    await look()
    await workOnPayments(invoice, stripe)
    const payments = await database().payment.findMany({ where: { invoiceId: invoice.invoiceId } })
    expect(payments.map(({ status, receiptNumber }) => [status, receiptNumber]).toSorted()).toEqual([
      ['REFUNDED', null],
      ['SUCCEEDED', 1],
    ])
    expect((await page())?.receipt?.number).toBe(`${number}-R1`)
  })

  test('and what was paid with are frozen by the database, and of the kind that they say', async () => {
    await payByCard(invoice)
    const set = (assignment: string) =>
      connectionPool().query(`UPDATE payments SET ${assignment} WHERE invoice_id = $1`, [invoice.invoiceId])
    for (const assignment of ['receipt_number = 2', `paid_with = 'Mastercard'`, `paid_with_last4 = NULL`]) {
      await expect(set(assignment)).rejects.toThrow('the receipt of a payment is frozen')
    }
    const add = (columns: string, values: string) =>
      connectionPool().query(
        `INSERT INTO payments (account_id, id, invoice_id, provider, amount_minor, currency, created_at, settled_at, ${columns})
         VALUES ($1, $2, $3, 'sandbox', 1, 'USD', now(), now(), ${values})`,
        [invoice.accountId, newId(), invoice.invoiceId],
      )
    const columns = 'status, paid_with, paid_with_last4, receipt_number'
    await expect(add(columns, `'REFUNDING', 'Visa', '4242', 2`)).rejects.toThrow('payments_receipt')
    await expect(add(columns, `'SUCCEEDED', 'Visa', '4242', NULL`)).rejects.toThrow('payments_receipt')
    await expect(add(columns, `'REFUNDING', 'Visa', '42 2', NULL`)).rejects.toThrow('payments_paid_with')
    await expect(add(columns, `'REFUNDING', '', NULL, NULL`)).rejects.toThrow('payments_paid_with')
  })
})

describe('the emails', () => {
  const speak = async (locale: Locale) => {
    const { accountId } = invoice
    const { customerId } = await storedInvoice()
    await database().customer.update({
      where: { accountId_id: { accountId, id: customerId } },
      data: { locale },
    })
  }

  test.each(LOCALES)('in %s say it of a part and of the rest', async (locale) => {
    await speak(locale)
    await record()
    await payByCard(invoice)
    const { columns } = textsIn(locale)
    const mails = await mailsOf(invoice.accountId, 'receipt')
    expect(mails).toHaveLength(2)
    for (const [index, { text, html }] of mails.entries()) {
      for (const body of [text, html]) {
        for (const words of [columns.method, columns.receiptNumber, `${number}-R${index + 1}`]) {
          expect(body).toContain(words)
        }
      }
    }
    expect(mails[1]?.text).toContain('Visa •••• 4242')
    expect((await storedInvoice()).outsideMinor + 9320n).toBe(TOTAL)
  })
})
