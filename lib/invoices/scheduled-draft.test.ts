import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { anOperator } from '@/lib/audit/operator.fixture'
import { markCustomerArchived } from '@/lib/customers/customer'
import { database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { newId } from '@/lib/ids'
import { claim } from '@/lib/jobs/queue'
import { due, workOn } from '@/lib/jobs/queue.fixture'
import { mailsOf, onlyMail } from '@/lib/mail/mail.fixture'
import { signedIn } from '@/lib/sign-in/signed-in.fixture'
import { advanceClock } from '@/lib/test-mode/advance-clock'
import { setClock } from '@/lib/time/clock'
import { UTC } from '@/lib/time/zone'
import { markVendorBanned } from '@/lib/vendors/manage-vendor'
import { buildCustomer, buildVendor } from '@/prisma/seed/builders'
import {
  duplicateInvoiceDraft,
  saveInvoiceDraft,
  scheduleInvoiceDraft,
  sendInvoiceDraft,
  unscheduleInvoiceDraft,
} from './draft-dashboard'
import { draftList } from './draft-list'
import { previewMail } from './draft-preview'
import { type InvoiceFields, NEW_INVOICE, NEW_ITEM } from './invoice-fields'
import { draftQueue, draftWork, unscheduleDraft } from './scheduled-draft'

const PATH = '/api/dashboard/invoice-drafts'

let vendor: Awaited<ReturnType<typeof buildVendor>>
let browser: Awaited<ReturnType<typeof signedIn>>
let fields: InvoiceFields
let time: Date

const at = (text: string) => {
  time = new Date(text)
}

beforeEach(async () => {
  at('2031-03-01T10:00:00Z')
  setClock(() => time)
  vendor = await buildVendor()
  browser = await signedIn(vendor.id)
  const { id, email, name } = await buildCustomer(vendor.test, { name: 'Ada', email: 'ada@example.com' })
  fields = {
    ...NEW_INVOICE,
    customer: { id, email, name },
    items: [{ ...NEW_ITEM, title: 'Croissants', price: '10' }],
  }
})
afterEach(() => setClock(null))

const schedule = (id: string, sendOn: string, more: Partial<InvoiceFields> = {}, version = 0) =>
  browser.call(scheduleInvoiceDraft, 'POST', `${PATH}/${id}/schedule`, {
    version,
    fields: { ...fields, ...more },
    send_on: sendOn,
  })

/** A draft that is to be sent on the 3rd of March. */
async function scheduled(more: Partial<InvoiceFields> = {}): Promise<string> {
  const id = newId()
  expect(await schedule(id, '2031-03-03', more)).toMatchObject({ status: 200, body: { id, version: 1 } })
  return id
}

const isOurs = ({ tenantId }: { tenantId: string }) => tenantId === vendor.test.id
const workOff = async () => {
  for (const row of (await due(draftQueue)).filter(isOurs)) await workOn(draftWork, row)
}
const invoices = () => database().invoice.findMany({ where: { accountId: vendor.test.id } })
const draft = (id: string) =>
  database().invoiceDraft.findUniqueOrThrow({ where: { accountId_id: { accountId: vendor.test.id, id } } })
const rows = async () => (await draftList.read(vendor.test.id, new URLSearchParams(), UTC)).rows

describe('a scheduled draft', () => {
  test('is sent once, at eight in the morning of its day in the vendor’s time zone, as it is by then', async () => {
    await database().vendor.update({ where: { id: vendor.id }, data: { timeZone: 'America/New_York' } })
    const id = await scheduled()
    expect(await rows()).toMatchObject([{ id, sendOn: '2031-03-03', isRefused: false }])
    const changed = { ...fields, items: [{ ...NEW_ITEM, title: 'Baguettes', price: '20' }] }
    const save = { version: 1, fields: changed }
    expect(await browser.call(saveInvoiceDraft, 'POST', `${PATH}/${id}`, save)).toMatchObject({ status: 200 })
    at('2031-03-03T12:59:59Z')
    await workOff()
    expect(await invoices()).toEqual([])
    at('2031-03-03T13:00:00Z')
    const [row] = (await due(draftQueue)).filter(isOurs)
    expect(row).toBeDefined()
    if (row) await Promise.all([workOn(draftWork, row), workOn(draftWork, row)])
    await workOff()
    expect(await invoices()).toMatchObject([
      { number: 'INV-0001', baseAmountMinor: 2000n, dueDate: new Date('2031-04-02T00:00:00Z') },
    ])
    expect(await rows()).toEqual([])
    const events = await database().auditEvent.findMany({
      where: { vendorId: vendor.id, action: { startsWith: 'invoice' } },
      orderBy: { id: 'asc' },
    })
    expect(events.map(({ action }) => action)).toEqual(['invoice_draft.scheduled', 'invoice.created'])
    expect(events[1]?.detail).toContain('as scheduled')
  })

  test('has the fee of its day, by who pays it then', async () => {
    await scheduled()
    await database().vendor.update({ where: { id: vendor.id }, data: { paysFee: true } })
    at('2031-03-03T08:00:00Z')
    await workOff()
    expect(await invoices()).toMatchObject([
      { baseAmountMinor: 1000n, feeAmountMinor: 0n, vendorFeeMinor: 59n },
    ])
  })

  test('that a person sends, or takes off its schedule, is not sent again', async () => {
    const [sent, kept] = [await scheduled(), await scheduled()]
    const send = { version: 1, fields }
    expect(await browser.call(sendInvoiceDraft, 'POST', `${PATH}/${sent}/send`, send)).toMatchObject({
      status: 201,
    })
    for (const _ of [1, 2]) {
      const unscheduled = await browser.call(unscheduleInvoiceDraft, 'POST', `${PATH}/${kept}/unschedule`)
      expect(unscheduled.status).toBe(200)
    }
    expect(await browser.call(unscheduleInvoiceDraft, 'POST', `${PATH}/${sent}/unschedule`)).toMatchObject({
      status: 409,
    })
    at('2031-03-10T08:00:00Z')
    await workOff()
    expect(await invoices()).toHaveLength(1)
    expect(await rows()).toMatchObject([{ id: kept, sendOn: null }])
  })

  test('taken off its schedule while a worker has it becomes no invoice', async () => {
    const id = await scheduled()
    at('2031-03-03T08:00:00Z')
    const lease = await claim(database(), draftQueue, { tenantId: vendor.test.id, id }, { leaseMs: 65_000 })
    await inOrmTransaction((tx) => unscheduleDraft(tx, vendor.test.id, id))
    if (lease) await draftWork.work(lease)
    expect(lease).not.toBeNull()
    expect(await invoices()).toEqual([])
    expect(await draft(id)).toMatchObject({ sendOn: null, nextAttemptAt: null, invoiceId: null })
  })

  test('that somebody is typing into waits until the typing has paused', async () => {
    const id = await scheduled()
    at('2031-03-03T08:00:00Z')
    const half = {
      version: 1,
      fields: { ...fields, items: [{ ...NEW_ITEM, title: 'Croissants', price: '1' }] },
    }
    const again = await signedIn(vendor.id)
    await again.call(saveInvoiceDraft, 'POST', `${PATH}/${id}`, half)
    await workOff()
    expect(await invoices()).toEqual([])
    expect(await draft(id)).toMatchObject({
      nextAttemptAt: new Date('2031-03-03T08:00:30Z'),
      leaseUntil: null,
      attemptCount: 0,
    })
    at('2031-03-03T08:00:20Z')
    await again.call(saveInvoiceDraft, 'POST', `${PATH}/${id}`, { version: 2, fields })
    at('2031-03-03T08:00:30Z')
    await workOff()
    expect(await invoices()).toEqual([])
    at('2031-03-03T08:00:50Z')
    await workOff()
    expect(await invoices()).toMatchObject([{ baseAmountMinor: 1000n }])
  })

  test('that is incomplete on its day says so in the words of the form', async () => {
    const id = await scheduled()
    const incomplete = { version: 1, fields: { ...fields, items: [{ ...NEW_ITEM, title: 'x' }] } }
    await browser.call(saveInvoiceDraft, 'POST', `${PATH}/${id}`, incomplete)
    at('2031-03-03T08:00:00Z')
    await workOff()
    expect((await draft(id)).sendRefusal).toBe('Enter an amount such as 1,250.00')
  })

  test('that can’t be sent stays a draft, says why, and is mailed about', async () => {
    const id = await scheduled()
    await inOrmTransaction((tx) => markCustomerArchived(tx, vendor.test.id, fields.customer?.id ?? ''))
    at('2031-03-03T08:00:00Z')
    await workOff()
    expect(await invoices()).toEqual([])
    expect(await rows()).toMatchObject([{ id, sendOn: null, isRefused: true }])
    expect((await draft(id)).sendRefusal).toBe('Customer not found')
    const mail = await onlyMail(vendor.test.id, 'invoice_not_sent')
    expect(mail.subject).toContain('Not sent: your scheduled invoice to Ada')
    expect(mail.text).toContain('Reason: Customer not found')
    expect(mail.text).toContain(`/invoices/drafts/${id}`)
  })

  test('of a vendor who was banned meanwhile is not sent', async () => {
    const id = await scheduled()
    await inOrmTransaction((tx) => markVendorBanned(tx, vendor.id, null, anOperator))
    at('2031-03-03T08:00:00Z')
    await workOff()
    expect(await invoices()).toEqual([])
    expect((await draft(id)).sendRefusal).toMatch(/banned/)
  })

  test('is tried again while the payment provider fails, and given up after a day', async () => {
    const email = 'ann+checkout_503@example.com'
    const id = await scheduled({ customer: { id: null, email, name: email } })
    at('2031-03-03T08:00:00Z')
    await workOff()
    expect(await draft(id)).toMatchObject({ attemptCount: 1, sendRefusal: null })
    for (let hour = 1; hour < 40; hour += 1) {
      time = new Date(time.getTime() + 3_600_000)
      await workOff()
    }
    expect(await draft(id)).toMatchObject({ sendOn: null, sendRefusal: 'Payment provider error (503)' })
    expect(await mailsOf(vendor.test.id, 'invoice_not_sent')).toHaveLength(1)
    expect(await invoices()).toEqual([])
  })

  test('moves with the test clock', async () => {
    await scheduled()
    at('2031-03-01T10:01:00Z')
    await advanceClock(vendor.test.id, 2)
    await workOff()
    expect(await invoices()).toHaveLength(1)
  })

  test('goes with a message, and with a copy to each of the others', async () => {
    await scheduled({
      message: 'Hello Ada,\n\nas promised.',
      copies: 'Boss@example.com, books@example.com boss@example.com; ADA@example.com',
    })
    at('2031-03-03T08:00:00Z')
    await workOff()
    const mails = await mailsOf(vendor.test.id, 'invoice')
    const [invoice] = await invoices()
    expect(mails.map(({ recipient, reference }) => [recipient, reference])).toEqual([
      ['ada@example.com', invoice?.id],
      ['boss@example.com', `${invoice?.id}/copy-1`],
      ['books@example.com', `${invoice?.id}/copy-2`],
    ])
    for (const { text, html, subject } of mails) {
      expect(subject).toContain('INV-0001')
      expect(text).toContain('Hello Ada,\n\nas promised.\n\n')
      expect(html).toContain('Hello Ada,<br>')
    }
  })
})

test('at eight in the morning is eight on the day on which the clocks change, too', async () => {
  await database().vendor.update({ where: { id: vendor.id }, data: { timeZone: 'America/New_York' } })
  const id = newId()
  await schedule(id, '2031-03-09')
  expect((await draft(id)).nextAttemptAt).toEqual(new Date('2031-03-09T12:00:00Z'))
})

test('waits for eight in the morning where the vendor has moved', async () => {
  await database().vendor.update({ where: { id: vendor.id }, data: { timeZone: 'Pacific/Auckland' } })
  await scheduled()
  await database().vendor.update({ where: { id: vendor.id }, data: { timeZone: 'America/New_York' } })
  at('2031-03-02T19:00:00Z')
  await workOff()
  expect(await invoices()).toEqual([])
  at('2031-03-03T12:59:59Z')
  await workOff()
  expect(await invoices()).toEqual([])
  at('2031-03-03T13:00:00Z')
  await workOff()
  expect(await invoices()).toHaveLength(1)
})

test('what has half typed copies is previewed, and a duplicate has neither copies nor message', async () => {
  const unfinished = { ...fields, message: 'Hello', copies: 'ann@' }
  expect(await previewMail(vendor.test, unfinished)).toMatchObject({ recipient: 'ada@example.com' })
  const id = newId()
  await browser.call(saveInvoiceDraft, 'POST', `${PATH}/${id}`, { version: 0, fields: unfinished })
  const { body } = await browser.call(duplicateInvoiceDraft, 'POST', `${PATH}/${id}/duplicate`)
  expect((await draft(String(body.id))).fields).toMatchObject({ message: '', copies: null })
})

test.each<[string, string, Partial<InvoiceFields>, string]>([
  ['today', '2031-03-01', {}, 'Choose tomorrow or a later day'],
  ['a day in more than a year', '2032-03-03', {}, 'Choose a day within a year'],
  [
    'a day after the due date',
    '2031-03-03',
    { dueDate: '2031-03-02' },
    'The invoice would be due before it is sent',
  ],
  [
    'an invoice without a price',
    '2031-03-03',
    { items: [NEW_ITEM] },
    'Each item must have title, qty and price',
  ],
  ['a copy to nobody', '2031-03-03', { copies: 'ada' }, 'Enter up to 5 email addresses'],
  [
    'six copies',
    '2031-03-03',
    { copies: [1, 2, 3, 4, 5, 6].map((number) => `a${number}@example.com`).join() },
    'Enter up to 5 email addresses',
  ],
])('%s is refused, and nothing is scheduled', async (_what, day, more, error) => {
  const id = newId()
  expect(await schedule(id, day, more)).toMatchObject({
    status: 400,
    body: { error: expect.stringContaining(error) },
  })
  expect(await rows()).toEqual([])
})

test('the draft of another vendor can’t be scheduled or taken off its schedule', async () => {
  const id = await scheduled()
  const other = await signedIn((await buildVendor()).id)
  const answers = [
    await other.call(unscheduleInvoiceDraft, 'POST', `${PATH}/${id}/unschedule`),
    await other.call(scheduleInvoiceDraft, 'POST', `${PATH}/${id}/schedule`, {
      version: 1,
      fields: { ...fields, customer: { id: null, email: 'x@example.com', name: 'x' } },
      send_on: '2031-03-05',
    }),
  ]
  for (const answer of answers)
    expect(answer).toMatchObject({ status: 404, body: { error: 'Draft not found' } })
  expect(await draft(id)).toMatchObject({ version: 1, sendOn: new Date('2031-03-03T00:00:00Z') })
})
