import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { respond } from '@/lib/api/next'
import { apiV2 } from '@/lib/api/v2'
import { changeCustomer, markCustomerArchived } from '@/lib/customers/customer'
import { database } from '@/lib/db/client'
import type { MailKind } from '@/lib/db/generated/enums'
import { inOrmTransaction } from '@/lib/db/transaction'
import { env } from '@/lib/env'
import { createRouter } from '@/lib/http/router'
import { newId } from '@/lib/ids'
import { expectSoundLedger } from '@/lib/ledger/sound-ledger.fixture'
import { causeOfMail, isAboutRefund, isAboutWholeInvoice } from '@/lib/mail/invoice-mail'
import { mailsOf } from '@/lib/mail/mail.fixture'
import { recordOutsidePayment } from '@/lib/payments/outside-payment'
import { readInvoice } from '@/lib/payments/queries'
import { makeRefund } from '@/lib/payments/refund-invoice'
import { recordTestPayment } from '@/lib/payments/settle-payment'
import { paymentProviderFor } from '@/lib/providers/registry'
import { buildRecurring, workOff } from '@/lib/recurring/recurring.fixture'
import { signedIn } from '@/lib/sign-in/signed-in.fixture'
import { setClock } from '@/lib/time/clock'
import { dayAfter } from '@/lib/time/dates'
import { buildApiKey, buildCustomer, buildInvoice, buildVendor } from '@/prisma/seed/builders'
import { sendInvoiceDraft } from './draft-dashboard'
import { previewMail } from './draft-preview'
import { type InvoiceFields, NEW_INVOICE, NEW_ITEM } from './invoice-fields'
import { sendInvoiceAgain } from './send-invoice'
import { sweepReminders } from './sweep-reminders'
import { changeInvoice } from './update-invoice'

const ADA = 'ada@example.com'
const COPIES = ['books@example.com', 'boss@example.com']

let vendor: Awaited<ReturnType<typeof buildVendor>>
let customer: Awaited<ReturnType<typeof buildCustomer>>

let time: Date

beforeEach(async () => {
  env.RATE_LIMIT_TEST = 0
  time = new Date('2031-01-01T06:00:00Z')
  setClock(() => time)
  vendor = await buildVendor()
  customer = await buildCustomer(vendor.test, { name: 'Ada', email: ADA, copyEmails: COPIES })
})

afterEach(() => setClock(null))

const recipients = async (kind: MailKind = 'invoice') =>
  (await mailsOf(vendor.test.id, kind)).map(({ recipient }) => recipient)
const everybody = [ADA, 'books@example.com', 'boss@example.com']
const keyOf = ({ id: invoiceId }: { id: string }) => ({ accountId: vendor.test.id, invoiceId })

describe('the copies of a customer', () => {
  test('go out with an invoice by API, under its number and one reference each, once for a repeated request', async () => {
    const router = createRouter(Object.values(apiV2))
    const key = await buildApiKey(vendor.test)
    const create = (body: object) =>
      respond(
        router,
        new Request('http://localhost/api/v2/invoice', {
          method: 'POST',
          headers: { authorization: `Bearer ${key}`, 'idempotency-key': 'order-118' },
          body: JSON.stringify(body),
        }),
      )
    const answers = []
    for (let count = 0; count < 2; count += 1) {
      answers.push(await (await create({ customer_id: customer.id, amount: 100 })).json())
    }
    const [first, second] = answers
    expect(second).toEqual(first)
    expect(first.invoice).not.toHaveProperty('copy_emails')
    const mails = await mailsOf(vendor.test.id, 'invoice')
    expect(
      mails.map(({ recipient, reference, subject }) => [recipient, reference, subject.slice(-8)]),
    ).toEqual([
      [ADA, first.invoice.id, ' $103.20'],
      ['books@example.com', `${first.invoice.id}/copy-1`, ' $103.20'],
      ['boss@example.com', `${first.invoice.id}/copy-2`, ' $103.20'],
    ])
    for (const { subject, text } of mails) {
      expect(subject).toContain('INV-0001')
      expect(text).toContain(first.invoice.payment_link)
    }
  })

  test('go out with many invoices at once, each to everybody', async () => {
    const router = createRouter(Object.values(apiV2))
    const key = await buildApiKey(vendor.test)
    const plain = await buildCustomer(vendor.test)
    const create = (customerId: string) =>
      respond(
        router,
        new Request('http://localhost/api/v2/invoice', {
          method: 'POST',
          headers: { authorization: `Bearer ${key}` },
          body: JSON.stringify({ customer_id: customerId, amount: 100 }),
        }),
      )
    const ids = Array.from({ length: 12 }, (_, index) => (index % 2 === 0 ? customer.id : plain.id))
    const statuses = (await Promise.all(ids.map(create))).map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set([201]))
    const all = await recipients()
    expect(all.filter((each) => each === ADA)).toHaveLength(6)
    expect(all.filter((each) => each === 'boss@example.com')).toHaveLength(6)
    expect(all).toHaveLength(6 * 3 + 6)
  })

  test('go out with an invoice to the customer’s email, in any case, and never to that email itself', async () => {
    await inOrmTransaction((tx) =>
      changeCustomer(tx, vendor.test.id, customer.id, { copyEmails: [...COPIES, 'ADA@Example.com'] }),
    )
    const invoice = await buildInvoice(vendor.test, { customer: { email: 'Ada@Example.com' } })
    expect(invoice).toMatchObject({ customerId: customer.id, copyEmails: COPIES })
    expect((await recipients()).map((each) => each.toLowerCase())).toEqual(everybody)
  })

  test('go out with the invoices of a series', async () => {
    const id = await buildRecurring(vendor.test, {
      fields: { customer: { id: customer.id, email: ADA, name: 'Ada' } },
    })
    await workOff(vendor.test.id, id)
    const invoices = await database().invoice.findMany({ where: { accountId: vendor.test.id } })
    expect(invoices).toMatchObject([{ copyEmails: COPIES }])
    expect(await recipients()).toEqual(everybody)
  })

  test('get every email about the invoice that the customer gets, once each', async () => {
    const dueDate = new Date('2031-01-05T00:00:00Z')
    const invoice = await buildInvoice(vendor.test, { customer, dueDate })
    await inOrmTransaction((tx) => sendInvoiceAgain(tx, keyOf(invoice)))
    expect(await recipients()).toEqual([...everybody, ...everybody])
    time = new Date('2031-01-02T06:00:00Z')
    await Promise.all([1, 2, 3].map(() => sweepReminders(dayAfter(time, 0), vendor.test.id)))
    expect(await recipients('reminder_due_soon')).toEqual(everybody)
    await inOrmTransaction((tx) =>
      changeInvoice(tx, keyOf(invoice), { notes: 'Thank you' }, { mailsCustomer: true }),
    )
    expect(await recipients('invoice_changed')).toEqual(everybody)
    const part = {
      method: 'bank_transfer' as const,
      amountMinor: 1_000n,
      receivedOn: new Date('2026-01-05'),
      reference: null,
      mailsReceipt: true,
    }
    await inOrmTransaction((tx) => recordOutsidePayment(tx, keyOf(invoice), part))
    await inOrmTransaction((tx) => recordTestPayment(tx, keyOf(invoice), paymentProviderFor('test')))
    expect(await recipients('receipt')).toEqual([...everybody, ...everybody])
    const refund = { invoiceId: invoice.id, amountMinor: 500n, note: null }
    await makeRefund(vendor.test.id, refund, { claim: null, requestId: newId() })
    expect(await recipients('refund')).toEqual(everybody)
    await expectSoundLedger()

    const { timeline, copyEmails } = (await readInvoice(vendor.id, invoice.id)) ?? {}
    expect(copyEmails).toEqual(COPIES)
    expect(timeline?.filter(({ title }) => title.startsWith('Receipt'))).toHaveLength(2)
  })

  test('are those of the moment in which the invoice is issued', async () => {
    const before = await buildInvoice(vendor.test, { customer })
    await inOrmTransaction((tx) =>
      changeCustomer(tx, vendor.test.id, customer.id, { copyEmails: ['new@example.com'] }),
    )
    const after = await buildInvoice(vendor.test, { customer })
    await inOrmTransaction((tx) => markCustomerArchived(tx, vendor.test.id, customer.id))
    for (const invoice of [before, after]) {
      await inOrmTransaction((tx) => recordTestPayment(tx, keyOf(invoice), paymentProviderFor('test')))
    }
    expect(await recipients('receipt')).toEqual([...everybody, ADA, 'new@example.com'])
  })

  test('are not those of another customer of the email, once the first is archived', async () => {
    await inOrmTransaction((tx) => markCustomerArchived(tx, vendor.test.id, customer.id))
    await buildInvoice(vendor.test, { customer: { email: ADA } })
    expect(await recipients()).toEqual([ADA])
  })
})

describe('a draft', () => {
  let fields: InvoiceFields
  beforeEach(() => {
    fields = {
      ...NEW_INVOICE,
      customer: { id: customer.id, email: ADA, name: 'Ada' },
      items: [{ ...NEW_ITEM, title: 'Croissants', price: '10' }],
    }
  })

  const sent = async (more: Partial<InvoiceFields>) => {
    const { call } = await signedIn(vendor.id)
    const body = { version: 0, fields: { ...fields, ...more } }
    const path = `/api/dashboard/invoice-drafts/${newId()}/send`
    const answer = await call(sendInvoiceDraft, 'POST', path, body)
    return answer.status === 201 ? recipients() : answer.body
  }

  test('that says nothing of copies goes to those of its customer, as they are when it is sent', async () => {
    expect(await sent({})).toEqual(everybody)
  })

  test.each([
    ['nobody', '', [ADA]],
    ['others than the customer’s', 'new@example.com', [ADA, 'new@example.com']],
    ['one of them', 'boss@example.com, ada@example.com', [ADA, 'boss@example.com']],
  ])('with copies for %s goes to those', async (_who, copies, expected) => {
    expect(await sent({ copies })).toEqual(expected)
  })

  test.each([
    ['that the review has filled in', COPIES.join(', '), 0],
    ['fewer than the customer has, in other letters', 'BOSS@example.com', 0],
    ['for the customer, who gets none', 'ADA@example.com', 0],
    ['for one more', `${COPIES.join(', ')}, new@example.com`, 1],
  ])('counts copies only for others than the customer’s own: %s', async (_which, copies, count) => {
    await sent({ copies })
    const byEmail = { id: null, email: 'Ada@example.com', name: 'Ada' }
    await sent({ copies, customer: byEmail })
    const limit = { where: { key: `copied_invoices:${vendor.test.id}` } }
    expect((await database().rateLimit.findUnique(limit))?.points ?? 0).toBe(2 * count)
  })

  test('whose copies are for others is refused after too many, and one with the customer’s own never is', async () => {
    const row = { key: `copied_invoices:${vendor.test.id}`, points: 500, expire: BigInt(Date.now() + 60_000) }
    await database().rateLimit.create({ data: row })
    expect(await sent({ copies: 'new@example.com' })).toMatchObject({ code: 'rate_limited' })
    expect(await sent({ copies: COPIES.join(', ') })).toEqual(everybody)
  })

  test('shows those of its customer in the review, also where only the email is known', async () => {
    expect(await previewMail(vendor.test, fields)).toMatchObject({ copyEmails: COPIES })
    const newCustomer = { id: null, email: 'ADA@example.com', name: 'ADA@example.com' }
    expect(await previewMail(vendor.test, { ...fields, customer: newCustomer })).toMatchObject({
      copyEmails: COPIES,
    })
    const unknown = { id: null, email: 'new@example.com', name: 'new@example.com' }
    expect(await previewMail(vendor.test, { ...fields, customer: unknown })).toMatchObject({ copyEmails: [] })
  })

  test('with an address that is none is refused', async () => {
    expect(await sent({ copies: 'nobody' })).toMatchObject({ error: expect.stringContaining('up to 5') })
    expect(await recipients()).toEqual([])
  })
})

test('a copy is about the same as its mail, so that it brings the same document', () => {
  const [invoiceId, refundId] = [newId(), newId()]
  const about = `${invoiceId}/${refundId.replaceAll('-', '').slice(0, 27)}`
  expect([invoiceId, `${invoiceId}/copy-1`].map(isAboutWholeInvoice)).toEqual([true, true])
  expect([about, `${about}/copy-5`].map((reference) => isAboutRefund(reference, refundId))).toEqual([
    true,
    true,
  ])
  expect([about, `${about}/copy-5`].map(isAboutWholeInvoice)).toEqual([false, false])
  expect(causeOfMail(`${about}/copy-5`)).toBe(about)
})
