import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { connectionPool, database } from '@/lib/db/client'
import { inOrder } from '@/lib/db/in-order.fixture'
import type { Queryable } from '@/lib/db/statement'
import { inTransaction } from '@/lib/db/transaction'
import { env } from '@/lib/env'
import { ask } from '@/lib/http/ask.fixture'
import { expectDeclared } from '@/lib/http/declared.fixture'
import { mailsOf } from '@/lib/mail/mail.fixture'
import { getInvoice } from '@/lib/payments/invoice-dashboard'
import { recordTestPayment } from '@/lib/payments/settle-payment'
import { paymentProviderFor } from '@/lib/providers/registry'
import { signedIn } from '@/lib/sign-in/signed-in.fixture'
import { setClock } from '@/lib/time/clock'
import { dayAfter, formatIsoDate } from '@/lib/time/dates'
import { buildApiKey, buildInvoice, buildVendor } from '@/prisma/seed/builders'
import { updateInvoice } from './api'
import { sweepOverdue } from './change-invoice-status'
import { sweepReminders } from './sweep-reminders'
import { outstandingInvoices } from './totals'
import { changeInvoice } from './update-invoice'
import { markInvoiceVoid } from './void-invoice'

let vendor: Awaited<ReturnType<typeof buildVendor>>
let key: string
let invoice: { accountId: string; invoiceId: string }

beforeEach(async () => {
  env.RATE_LIMIT_TEST = 0
  vendor = await buildVendor()
  key = await buildApiKey(vendor.test)
  invoice = await anInvoice({
    redirectUrl: 'https://shop.example/thanks',
    reference: 'order-1',
    metadata: '{"a": "1", "b": "2"}',
  })
})
afterEach(() => setClock(null))

async function anInvoice(fields: Parameters<typeof buildInvoice>[1]) {
  const { accountId, id: invoiceId } = await buildInvoice(vendor.test, fields)
  return { accountId, invoiceId }
}

async function patch(body: object, invoiceId = invoice.invoiceId) {
  const response = await ask(
    updateInvoice,
    new Request(`http://localhost/api/v2/invoice/${invoiceId}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${key}` },
      body: JSON.stringify(body),
    }),
  )
  const answer = { status: response.status, body: await response.json() }
  expectDeclared(updateInvoice, answer)
  return answer
}

const pay = (tx: Queryable = connectionPool()) =>
  recordTestPayment(tx as Parameters<typeof recordTestPayment>[0], invoice, paymentProviderFor('test'))
const makeVoid = () => inTransaction((tx) => markInvoiceVoid(tx, invoice))
const stored = () => database().invoice.findFirstOrThrow({ where: { id: invoice.invoiceId } })
const eventsOf = async () => {
  const where = { accountId: invoice.accountId, subjectId: invoice.invoiceId }
  const events = await database().event.findMany({ where, orderBy: { position: 'asc' } })
  return events.map(({ type, data }) => ({ type, data: JSON.parse(data) }))
}
const typesOfEvents = async () => (await eventsOf()).map(({ type }) => type)

describe('an update', () => {
  test('changes what it has, answers the invoice, and records one event with it', async () => {
    const changes = { due_date: '2031-05-01', reference: 'order-2', redirect_url: null }
    const { status, body } = await patch({ ...changes, webhook_url: 'https://shop.example/hook' })
    expect(status).toBe(200)
    expect(body.invoice).toMatchObject({ ...changes, webhook_url: 'https://shop.example/hook' })
    const [, updated, ...others] = await eventsOf()
    expect(others).toEqual([])
    expect(updated).toMatchObject({
      type: 'invoice.updated',
      data: {
        id: invoice.invoiceId,
        due_date: '2031-05-01',
        reference: 'order-2',
        status: 'Invoice Created',
      },
    })
  })

  test('leaves what it has not, and changes nothing if all is the same', async () => {
    const before = await stored()
    for (const body of [{}, { reference: 'order-1' }, { metadata: { b: '2', c: null } }]) {
      expect((await patch(body)).status).toBe(200)
    }
    expect(await stored()).toEqual(before)
    expect(await typesOfEvents()).toEqual(['invoice.created'])
    const where = { vendorId: vendor.id, action: 'invoice.changed' }
    expect(await database().auditEvent.count({ where })).toBe(0)
  })

  test('merges metadata by key, and null removes a key, or all', async () => {
    expect((await patch({ metadata: { a: null, c: '3' } })).body.invoice.metadata).toEqual({ b: '2', c: '3' })
    expect((await patch({ metadata: { b: null, c: null } })).body.invoice.metadata).toBeUndefined()
    await patch({ metadata: { d: '4' } })
    const { invoice: bare } = (await patch({ metadata: null })).body
    expect(bare.metadata).toBeUndefined()
  })

  test('holds the limits of metadata for what is merged', async () => {
    const many = (first: number) =>
      Object.fromEntries(Array.from({ length: 18 }, (_, index) => [`k${first + index}`, 'x']))
    expect((await patch({ metadata: many(0) })).status).toBe(200)
    const refused = await patch({ metadata: { one: 'more' } })
    expect([refused.status, refused.body.error]).toEqual([400, expect.stringContaining('at most 20 keys')])
    expect((await patch({ metadata: { one: 'more', a: null } })).status).toBe(200)
    for (const metadata of [{ a: 1 }, { '': 'x' }, ['a'], 'a', { a: 'x'.repeat(501) }]) {
      expect((await patch({ metadata })).status).toBe(400)
    }
  })

  test.each([
    [{ due_date: null }, 'Invalid due_date format. Use YYYY-MM-DD'],
    [{ due_date: '2031-02-30' }, 'Invalid due_date format. Use YYYY-MM-DD'],
    [{ redirect_url: 'ftp://x.example' }, 'Invalid redirect_url'],
    [{ webhook_url: 'x' }, 'Invalid webhook_url'],
    [{ reference: 7 }, 'reference must be a string'],
  ])('of %j is refused', async (body, error) => {
    expect(await patch(body)).toEqual({ status: 400, body: { error } })
    expect(await typesOfEvents()).toEqual(['invoice.created'])
  })

  test('is in the audit log and on the timeline, with what was changed', async () => {
    const due = formatIsoDate((await stored()).dueDate)
    await patch({ due_date: '2031-05-01', metadata: { a: '9' } })
    const browser = await signedIn(vendor.id)
    const path = `/api/dashboard/invoices/${invoice.invoiceId}`
    const page = (await browser.call(getInvoice, 'GET', path)).body as { timeline: object[] }
    expect(page.timeline).toContainEqual(
      expect.objectContaining({
        title: 'Changed',
        detail: `due date: ${due} → 2031-05-01; metadata, by the API key “A key”`,
      }),
    )
  })

  test('of a paid, voided or unknown invoice is refused', async () => {
    const { invoiceId: open } = invoice
    invoice = await anInvoice({})
    await inTransaction((tx) => pay(tx))
    expect(await patch({})).toEqual({ status: 409, body: { error: 'Invoice is already paid' } })
    invoice = { ...invoice, invoiceId: open }
    await makeVoid()
    expect(await patch({ reference: 'x' })).toEqual({ status: 409, body: { error: 'Invoice was voided' } })
    expect((await patch({}, 'x')).status).toBe(404)
    const other = await buildVendor()
    const { id } = await buildInvoice(other.test)
    expect(await patch({ reference: 'x' }, id)).toEqual({ status: 404, body: { error: 'Invoice not found' } })
  })
})

describe('of an update and a payment that meet', () => {
  test('a payment that comes first refuses the update, which changes nothing', async () => {
    const result = await inOrder(pay, () =>
      inTransaction((tx) => changeInvoice(tx, invoice, { reference: 'order-2' })),
    )
    expect(result).toMatchObject({ status: 'rejected', reason: { code: 'invoice_already_paid' } })
    expect(await stored()).toMatchObject({ status: 'PAID', reference: 'order-1' })
    expect(await typesOfEvents()).toEqual(['invoice.created', 'invoice.paid'])
  })

  test('an update that comes first is in the event of the payment', async () => {
    const webhookUrl = 'https://shop.example/new'
    const result = await inOrder(
      (client) => changeInvoice(client, invoice, { reference: 'order-2', webhookUrl }),
      () => inTransaction((tx) => pay(tx)),
    )
    expect(result.status).toBe('fulfilled')
    expect(await eventsOf()).toMatchObject([
      { type: 'invoice.created' },
      { type: 'invoice.updated', data: { reference: 'order-2', status: 'Invoice Created' } },
      { type: 'invoice.paid', data: { reference: 'order-2', status: 'Paid' } },
    ])
    const where = { accountId: invoice.accountId, invoiceId: invoice.invoiceId }
    expect(await database().webhookDelivery.findMany({ where })).toMatchObject([{ url: webhookUrl }])
  })

  test('either comes first, whichever it is', async () => {
    for (let round = 0; round < 8; round += 1) {
      invoice = await anInvoice({})
      const [updated, paid] = await Promise.allSettled([
        inTransaction((tx) => changeInvoice(tx, invoice, { reference: 'late' })),
        inTransaction((tx) => pay(tx)),
      ])
      expect(paid.status).toBe('fulfilled')
      const isFirst = updated.status === 'fulfilled'
      expect(await typesOfEvents()).toEqual([
        'invoice.created',
        ...(isFirst ? ['invoice.updated'] : []),
        'invoice.paid',
      ])
      expect(await stored()).toMatchObject({ status: 'PAID', reference: isFirst ? 'late' : null })
    }
  })
})

describe('a later due date', () => {
  const DUE = new Date('2031-03-14T00:00:00Z')
  const LATER = new Date('2031-04-10T00:00:00Z')
  let time: Date

  beforeEach(async () => {
    time = new Date('2031-03-01T09:00:00Z')
    setClock(() => time)
    vendor = await buildVendor()
    invoice = await anInvoice({ dueDate: DUE })
  })

  /** The worker on a day at 06:00 UTC. */
  async function work(day: Date): Promise<void> {
    time = new Date(day.getTime() + 6 * 60 * 60 * 1000)
    await sweepOverdue(dayAfter(time, 0))
    await sweepReminders(dayAfter(time, 0))
  }
  const move = (dueDate: Date) => inTransaction((tx) => changeInvoice(tx, invoice, { dueDate }))
  const reminders = async () =>
    (await mailsOf(invoice.accountId))
      .filter(({ kind }) => kind.startsWith('reminder'))
      .map(({ kind, createdAt }) => `${kind} ${formatIsoDate(createdAt)}`)

  test('that meets the sweep keeps the invoice from becoming Unpaid', async () => {
    await inOrder(
      (client) => changeInvoice(client, invoice, { dueDate: LATER }),
      () => sweepOverdue(dayAfter(DUE, 1), invoice.accountId),
    )
    expect(await stored()).toMatchObject({ status: 'CREATED', dueDate: LATER })
    expect(await typesOfEvents()).toEqual(['invoice.created', 'invoice.updated'])
  })

  test('moves the day of Unpaid and the reminders, each of them once for each due date', async () => {
    await work(dayAfter(DUE, -3))
    await move(LATER)
    for (let day = -2; day <= 40; day += 1) await work(dayAfter(DUE, day))
    expect(await reminders()).toEqual([
      'reminder_due_soon 2031-03-11',
      'reminder_due_soon 2031-04-07',
      'reminder_overdue 2031-04-11',
      'reminder_long_overdue 2031-04-17',
    ])
    expect(await typesOfEvents()).toEqual(['invoice.created', 'invoice.updated', 'invoice.unpaid'])
  })

  test('of an Unpaid invoice leaves it Unpaid, reminds of the new date, and it can be paid', async () => {
    for (let day = -3; day <= 2; day += 1) await work(dayAfter(DUE, day))
    await move(LATER)
    expect(await stored()).toMatchObject({ status: 'UNPAID', dueDate: LATER })
    for (let day = 3; day <= 28; day += 1) await work(dayAfter(DUE, day))
    expect(await reminders()).toEqual([
      'reminder_due_soon 2031-03-11',
      'reminder_overdue 2031-03-15',
      'reminder_due_soon 2031-04-07',
      'reminder_overdue 2031-04-11',
    ])
    const overdue = async () =>
      (await outstandingInvoices(database(), invoice.accountId))[0]?.overdueCount ?? 0
    expect(await overdue()).toBe(1)
    await inTransaction((tx) => pay(tx))
    expect(await overdue()).toBe(0)
    expect(await typesOfEvents()).toEqual([
      'invoice.created',
      'invoice.unpaid',
      'invoice.updated',
      'invoice.paid',
    ])
  })
})
