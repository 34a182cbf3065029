import { beforeEach, describe, expect, test } from 'vitest'
import { database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { pagesOf } from '@/lib/documents/pdf-text.fixture'
import { ask } from '@/lib/http/ask.fixture'
import { newId } from '@/lib/ids'
import { sweepOverdue } from '@/lib/invoices/change-invoice-status'
import { invoicesById } from '@/lib/invoices/invoice'
import { hasMark, marksOf } from '@/lib/invoices/invoice-marks'
import { outstandingInvoices } from '@/lib/invoices/totals'
import { markInvoiceVoid } from '@/lib/invoices/void-invoice'
import { mailsOf, onlyMail } from '@/lib/mail/mail.fixture'
import { paymentProviderFor } from '@/lib/providers/registry'
import { signedIn } from '@/lib/sign-in/signed-in.fixture'
import { paymentCreditNotePdf } from './api'
import * as creditDashboard from './credit-dashboard'
import { issueCredit, type NewCredit } from './credit-invoice'
import { latestSession } from './hosted-checkout.fixture'
import { getInvoice } from './invoice-dashboard'
import { openHostedCheckout } from './open-hosted-checkout'
import { recordOutsidePayment } from './outside-payment'
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
import { makeRefund } from './refund-invoice'

const sandbox = paymentProviderFor('test')
const options = { provider: sandbox, timeoutMs: LONG_TIMEOUT_MS }
const COMMIT = { claim: null, requestId: newId() }
const ALL: NewCredit = { amountMinor: null, items: null, note: null, mailsCustomer: false }

/** 100.00 and a fee of 3.20. */
let invoice: PayableInvoice
beforeEach(async () => {
  invoice = await payableInvoice(sandbox)
})

const credit = (fields: Partial<NewCredit> = {}) =>
  inOrmTransaction((tx) => issueCredit(tx, invoice, { ...ALL, ...fields }))
const record = (amountMinor: bigint | null) =>
  inOrmTransaction((tx) =>
    recordOutsidePayment(tx, invoice, {
      method: 'bank_transfer',
      amountMinor,
      receivedOn: new Date('2026-01-05'),
      reference: null,
      mailsReceipt: false,
    }),
  )
/** The customer pays on the sandbox's page, and we have heard nothing of it yet. */
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
const codeOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'none',
    (error: { code?: string }) => error.code,
  )
const row = () =>
  database().invoice.findUniqueOrThrow({
    where: { accountId_id: { accountId: invoice.accountId, id: invoice.invoiceId } },
  })

describe('a part', () => {
  test('lowers what is due by its part of the fee too, and a card pays the rest', async () => {
    const { credit: row } = await credit({ amountMinor: 4_000n, note: 'Late', mailsCustomer: true })
    expect(row).toMatchObject({ amountMinor: 4_128n, creditNoteNumber: 1, lineGrossMinor: [4_000n] })
    expect(await booksOf(invoice)).toMatchObject({ status: 'CREATED', events: [], availableMinor: 0n })
    expect(await readPaymentPage(invoice.token)).toMatchObject({
      status: 'payable',
      total: { amount: '103.20' },
      credited: { amount: '41.28' },
      amountDue: { amount: '61.92' },
      creditNotes: [{ number: 'INV-0001-CN1' }],
      refund: null,
    })
    const mail = await onlyMail(invoice.accountId, 'credit_note')
    for (const part of ['$41.28', '$61.92', 'Late', 'INV-0001-CN1']) expect(mail.text).toContain(part)
    await payByCard(invoice)
    expect((await latestSession(invoice)).amountMinor).toBe(6_192n)
    expect(await booksOf(invoice)).toMatchObject({ status: 'PAID', events: ['Paid'], availableMinor: 6_000n })
    const { payload } = await database().webhookDelivery.findFirstOrThrow({
      where: { accountId: invoice.accountId, invoiceId: invoice.invoiceId },
    })
    expect(JSON.parse(payload).invoice).toMatchObject({ amount: 103.2, amount_credited: 41.28 })
  })

  test('and the refunds after it share one sequence, and take each line exactly', async () => {
    await credit({ amountMinor: 4_000n })
    await payByCard(invoice)
    const { accountId, invoiceId } = invoice
    const refund = (amountMinor: bigint | null) => makeRefund(accountId, { invoiceId, amountMinor }, COMMIT)
    expect(await codeOf(refund(6_001n))).toBe('refund_too_large')
    const last = await refund(null)
    expect(last).toMatchObject({ amountMinor: 6_000n, creditNoteNumber: 2, lineGrossMinor: [6_000n] })
    const [summary] = await invoicesById(database(), accountId, [invoiceId])
    expect(summary && marksOf(summary)).toEqual(['partly_credited', 'refunded'])
    const partly = await database().$queryRaw`
      SELECT id FROM invoices AS invoice WHERE account_id = ${accountId}::uuid AND ${hasMark(accountId, 'partly_refunded')}`
    expect(partly).toEqual([])
  })

  test('leaves the same of each line on the page as for the next one, after a hundred of either kind', async () => {
    const { accountId, invoiceId } = invoice
    const page = async () => {
      const browser = await signedIn(invoice.account.vendorId)
      return (await browser.call(getInvoice, 'GET', `/api/dashboard/invoices/${invoiceId}`)).body
    }
    for (let number = 1; number <= 100; number += 1) await credit({ amountMinor: 50n })
    expect(await page()).toMatchObject({
      creditable: { amount: { amount: '50.00' }, lines: [{ chargedMinor: '10000', leftMinor: '5000' }] },
    })
    expect(await codeOf(credit({ amountMinor: 5_001n, items: [{ item: 1, amountMinor: 5_001n }] }))).toBe(
      'credited_item_too_large',
    )
    await payByCard(invoice)
    for (let number = 1; number <= 101; number += 1) {
      await makeRefund(accountId, { invoiceId, amountMinor: 20n }, COMMIT)
    }
    expect(await page()).toMatchObject({
      marks: ['partly_credited', 'partly_refunded'],
      refunded: { amount: '20.20' },
      refundable: { amount: '29.80' },
      refundTerms: {
        before: { amountMinor: '2020', baseMinor: '2020' },
        lines: [{ chargedMinor: '10000', leftMinor: '2980' }],
      },
    })
    expect(await codeOf(makeRefund(accountId, { invoiceId, amountMinor: 2_981n }, COMMIT))).toBe(
      'refund_too_large',
    )
    expect((await makeRefund(accountId, { invoiceId, amountMinor: null }, COMMIT)).amountMinor).toBe(2_980n)
    expect(await page()).toMatchObject({
      marks: ['partly_credited', 'refunded'],
      refunded: { amount: '50.00' },
      refundable: null,
    })
  }, 60_000)

  test('is one of a hundred at most, and then all that is left can be credited', async () => {
    for (let number = 1; number <= 100; number += 1) await credit({ amountMinor: 1n })
    expect(await codeOf(credit({ amountMinor: 1n }))).toBe('too_many_credits')
    expect((await credit({ amountMinor: 9_900n })).invoice.status).toBe('VOIDED')
  })

  test('is a document that says so, for the customer too', async () => {
    const { credit: row } = await credit({ amountMinor: 4_000n, note: 'Late' })
    const url = `http://localhost:3000/api/pay/${invoice.token}/refunds/${row.id}/credit-note.pdf?lang=en`
    const answer = await ask(paymentCreditNotePdf, new Request(url))
    const text = (await pagesOf(new Uint8Array(await answer.arrayBuffer()))).join('\n')
    for (const part of ['Credit for invoice INV-0001', 'This credit\n$41.28', 'Fee\n$1.28', 'Reason: Late']) {
      expect(text).toContain(part)
    }
    expect(text).not.toContain('efund')
  })

  test('can’t be more than is due, of the whole or of an item', async () => {
    expect(await codeOf(credit({ amountMinor: 10_001n }))).toBe('credit_too_large')
    const items = (amountMinor: bigint) => ({ amountMinor, items: [{ item: 1, amountMinor }] })
    expect(await codeOf(credit(items(10_001n)))).toBe('credited_item_too_large')
    await credit(items(2_500n))
    expect(await codeOf(credit(items(7_501n)))).toBe('credited_item_too_large')
    await record(5_000n)
    // 27.40 are due, of which 26.55 are the lines'.
    expect(await codeOf(credit({ amountMinor: 2_656n }))).toBe('credit_too_large')
    expect((await credit({ amountMinor: 2_655n })).invoice.status).toBe('PAID')
  })

  test('keeps the invoice from being voided', async () => {
    await credit({ amountMinor: 4_000n })
    expect(await codeOf(inOrmTransaction((tx) => markInvoiceVoid(tx, invoice)))).toBe(
      'invoice_partly_credited',
    )
  })

  test('is taken off what is overdue', async () => {
    await database().invoice.updateMany({
      where: { accountId: invoice.accountId },
      data: { dueDate: new Date('2026-01-01') },
    })
    await sweepOverdue(new Date('2026-02-01'), invoice.accountId)
    await credit({ amountMinor: 4_000n })
    expect(await outstandingInvoices(database(), invoice.accountId)).toMatchObject([
      { overdueMinor: 6_192n, overdueCount: 1 },
    ])
    await credit()
    expect(await outstandingInvoices(database(), invoice.accountId)).toEqual([])
  })
})

describe('all that is due', () => {
  test('ends the invoice: nobody can pay it, programs see it as void, and it counts as credited', async () => {
    await credit()
    expect(await booksOf(invoice)).toMatchObject({
      status: 'VOIDED',
      history: ['CREATED>VOIDED'],
      events: [],
      transactions: 0,
    })
    expect(await row()).toMatchObject({ creditedMinor: 10_320n, voidedFrom: 'CREATED', paidAt: null })
    expect(await readPaymentPage(invoice.token)).toMatchObject({
      status: 'credited',
      amountDue: { amount: '0.00' },
      transfer: null,
    })
    expect(await codeOf(credit())).toBe('invoice_voided')
    expect(await codeOf(record(1n))).toBe('invoice_voided')
    const view = await (await signedIn(invoice.account.vendorId)).call(
      getInvoice,
      'GET',
      `/api/dashboard/invoices/${invoice.invoiceId}`,
    )
    expect(view.body).toMatchObject({ displayStatus: 'Credited', creditable: null })
  })

  test('after a recorded payment leaves the invoice paid by that', async () => {
    await record(4_000n)
    await credit()
    expect(await booksOf(invoice)).toMatchObject({ status: 'PAID', events: ['Paid'], availableMinor: 0n })
    expect(await row()).toMatchObject({
      paymentMethod: 'bank_transfer',
      outsideMinor: 4_000n,
      creditedMinor: 6_320n,
    })
  })
})

describe('at the same time', () => {
  test('two credits of all that is due are one', async () => {
    const codes = await Promise.all([codeOf(credit()), codeOf(credit())])
    expect(codes.sort()).toEqual(['invoice_voided', 'none'])
    expect((await row()).creditedMinor).toBe(10_320n)
  })

  test('two credits never exceed what is due', async () => {
    const most = () => codeOf(credit({ amountMinor: 6_000n }))
    expect((await Promise.all([most(), most()])).sort()).toEqual(['credit_too_large', 'none'])
  })

  test('a credit and a void: one of them ends the invoice', async () => {
    const voiding = inOrmTransaction((tx) => markInvoiceVoid(tx, invoice))
    await Promise.allSettled([credit(), voiding])
    const { status, creditedMinor } = await row()
    expect([status, [0n, 10_320n].includes(creditedMinor)]).toEqual(['VOIDED', true])
  })

  test('a credit and a recorded payment never exceed the total', async () => {
    await Promise.allSettled([credit({ amountMinor: 6_000n }), record(8_000n)])
    const { outsideMinor, creditedMinor } = await row()
    expect(outsideMinor + creditedMinor <= 10_320n).toBe(true)
    expect([outsideMinor, creditedMinor].filter((minor) => minor > 0n)).toHaveLength(1)
  })

  test('a card payment that is under way for more than is due then is given back', async () => {
    await payOnThePage()
    await credit({ amountMinor: 4_000n })
    await comeBack()
    expect(await booksOf(invoice)).toMatchObject({
      status: 'CREATED',
      payments: ['REFUNDING'],
      availableMinor: 0n,
    })
  })

  test('a card payment and a credit: the card pays, or is given back', async () => {
    await payOnThePage()
    const [, code] = await Promise.all([comeBack(), codeOf(credit())])
    const { status, payments } = await booksOf(invoice)
    expect([status, payments, code]).toEqual(
      code === 'none' ? ['VOIDED', ['REFUNDING'], 'none'] : ['PAID', ['SUCCEEDED'], 'invoice_already_paid'],
    )
  })
})

test('the dialog credits once under its key, and the timeline says so', async () => {
  const browser = await signedIn(invoice.account.vendorId)
  const path = `/api/dashboard/invoices/${invoice.invoiceId}`
  const send = (body: object, key: string | null = newId()) =>
    browser.call(
      creditDashboard.creditInvoice,
      'POST',
      `${path}/credit`,
      body,
      undefined,
      key ? { 'idempotency-key': key } : {},
    )
  const key = newId()
  const body = { amount: '40', reason: 'Late', mails_customer: false }
  const [first, second] = [await send(body, key), await send(body, key)]
  expect(first).toMatchObject({ status: 201, body: { number: 'INV-0001-CN1' } })
  expect(second.body).toEqual(first.body)
  for (const refused of [{}, { ...body, amount: '0' }, { ...body, items: [{ item: 1, amount: '1' }] }]) {
    expect((await send(refused)).status).toBe(400)
  }
  expect((await send(body, null)).status).toBe(400)
  expect(await mailsOf(invoice.accountId, 'credit_note')).toEqual([])
  const { body: view } = await browser.call(getInvoice, 'GET', path)
  expect(view).toMatchObject({
    credited: { amount: '41.28' },
    amountDue: { amount: '61.92' },
    creditable: { amount: { amount: '60.00' }, lines: [{ chargedMinor: '10000', leftMinor: '6000' }] },
    timeline: expect.arrayContaining([
      expect.objectContaining({ title: 'Credited', detail: expect.stringContaining('INV-0001-CN1: Late') }),
    ]),
  })
})
