import { beforeEach, describe, expect, test } from 'vitest'
import { database } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import { newId } from '@/lib/ids'
import { getInvoice } from '@/lib/payments/invoice-dashboard'
import { markInvoicePaid } from '@/lib/payments/payment-dashboard'
import { signedIn } from '@/lib/sign-in/signed-in.fixture'
import { dayAfter } from '@/lib/time/dates'
import { UTC } from '@/lib/time/zone'
import { buildInvoice, buildMember, buildVendor } from '@/prisma/seed/builders'
import { changeInvoiceStatus } from './change-invoice-status'
import { resendInvoice, switchReminders, voidInvoice, writeOffInvoice } from './invoice-dashboard'
import { invoiceList, readInvoiceTabs } from './invoice-list'
import { sweepReminders } from './sweep-reminders'
import { outstandingInvoices } from './totals'

const PATH = '/api/dashboard/invoices'

let vendor: Awaited<ReturnType<typeof buildVendor>>
let browser: Awaited<ReturnType<typeof signedIn>>
let id: string

beforeEach(async () => {
  vendor = await buildVendor()
  browser = await signedIn(vendor.id)
  id = (await buildInvoice(vendor.test)).id
})

const doVoid = (invoiceId = id, reason = '') =>
  browser.call(voidInvoice, 'POST', `${PATH}/${invoiceId}/void`, { reason })
const send = (invoiceId = id) => browser.call(resendInvoice, 'POST', `${PATH}/${invoiceId}/send`)
const remind = (isOn: boolean, invoiceId = id) =>
  browser.call(switchReminders, 'POST', `${PATH}/${invoiceId}/reminders`, { isOn })
const writeOff = (isUncollectible: boolean, invoiceId = id) =>
  browser.call(writeOffInvoice, 'POST', `${PATH}/${invoiceId}/uncollectible`, { isUncollectible })
const markPaid = () => browser.call(markInvoicePaid, 'POST', `${PATH}/${id}/mark-paid`)

const view = async () =>
  (await browser.call(getInvoice, 'GET', `${PATH}/${id}`)).body as {
    status: string
    displayStatus: string
    remindersOn: boolean
    timeline: { title: string; detail: string | null }[]
  }

const becomeOverdue = () =>
  inTransaction((tx) =>
    changeInvoiceStatus(tx, { accountId: vendor.test.id, invoiceId: id }, { to: 'UNPAID' }),
  )

const invoiceMails = () =>
  database().mailMessage.count({ where: { ownerId: vendor.test.id, kind: 'invoice' } })

describe('voiding', () => {
  test('ends an invoice, and the timeline says who did it and why', async () => {
    expect(await doVoid(id, 'Ordered twice')).toMatchObject({ status: 200 })
    const { status, timeline } = await view()
    expect(status).toBe('VOIDED')
    expect(timeline).toContainEqual(
      expect.objectContaining({ title: 'Voided', detail: `Ordered twice · By ${browser.email}` }),
    )
    expect(timeline.map(({ title }) => title)).not.toContain('Status: Voided')
  })

  test('again changes nothing, and is in the audit log once', async () => {
    await doVoid()
    expect(await doVoid()).toMatchObject({ status: 200 })
    const where = { vendorId: vendor.id, action: 'invoice.voided' }
    expect(await database().auditEvent.count({ where })).toBe(1)
  })

  test('of a paid invoice is refused', async () => {
    await markPaid()
    expect(await doVoid()).toMatchObject({ status: 409, body: { error: 'Invoice is already paid' } })
    expect(await view()).toMatchObject({ status: 'PAID' })
  })
})

describe('sending again', () => {
  test('mails the payment link, and says if the mail is kept', async () => {
    const { status, body } = await send()
    expect(status).toBe(200)
    expect(body).toMatchObject({ keptBecause: expect.stringContaining('Test mode') })
    expect(await invoiceMails()).toBe(2)
    expect((await view()).timeline).toContainEqual(expect.objectContaining({ title: 'Sent again' }))
  })

  test('is refused the sixth time in a day', async () => {
    for (let time = 0; time < 5; time += 1) await send()
    expect(await send()).toMatchObject({ status: 429, body: { error: 'Invoice was sent too often' } })
    expect(await invoiceMails()).toBe(6)
  })

  test('is refused once nobody can pay any more', async () => {
    await doVoid()
    expect(await send()).toMatchObject({ status: 409, body: { error: 'Invoice was voided' } })
    expect(await invoiceMails()).toBe(1)
  })
})

describe('reminders', () => {
  const dayOfReminder = async () => {
    await becomeOverdue()
    const { dueDate } = await database().invoice.findFirstOrThrow({ where: { id } })
    return dayAfter(dueDate, 1)
  }

  test('that are off are not sent, and those of others are', async () => {
    await remind(false)
    expect(await sweepReminders(await dayOfReminder(), vendor.test.id)).toBe(0)
    expect(await view()).toMatchObject({ remindersOn: false })
    await remind(true)
    expect(await sweepReminders(await dayOfReminder(), vendor.test.id)).toBe(1)
  })

  test('of an uncollectible invoice are not sent', async () => {
    const day = await dayOfReminder()
    await writeOff(true)
    expect(await sweepReminders(day, vendor.test.id)).toBe(0)
  })

  test('of a paid invoice can’t be switched', async () => {
    await markPaid()
    expect(await remind(false)).toMatchObject({ status: 409 })
  })
})

describe('an uncollectible invoice', () => {
  const overdue = async () => (await outstandingInvoices(database(), vendor.test.id))[0]?.overdueCount ?? 0

  /** Counts the list's overdue invoices: by the tab, by the filter alone, and by the filter with a due date. */
  const listed = async () => {
    const tab = (await readInvoiceTabs({ id: vendor.test.id, zone: UTC })).tabs.find(
      ({ value }) => value === 'overdue',
    )
    const rows = async (query: string) =>
      (await invoiceList.read(vendor.test.id, new URLSearchParams(query))).rows.length
    const [alone, sorted] = [await rows('status=overdue'), await rows('status=overdue&due_from=2020-01-01')]
    return [tab?.count, tab?.sums.length, alone, sorted, await rows('')]
  }

  test('is called so, counts as overdue no longer, and does again when that is undone', async () => {
    await becomeOverdue()
    expect(await overdue()).toBe(1)
    expect(await listed()).toEqual([1, 1, 1, 1, 1])
    await writeOff(true)
    await writeOff(true)
    expect(await overdue()).toBe(0)
    expect(await listed()).toEqual([0, 0, 0, 0, 1])
    expect(await view()).toMatchObject({ status: 'UNPAID', displayStatus: 'Uncollectible' })
    await writeOff(false)
    expect(await overdue()).toBe(1)
    expect(await view()).toMatchObject({ displayStatus: 'Overdue' })
  })

  test('can still be paid, and the sums stay right', async () => {
    await becomeOverdue()
    await writeOff(true)
    await markPaid()
    expect(await view()).toMatchObject({ status: 'PAID', displayStatus: 'Paid' })
    expect(await overdue()).toBe(0)
  })

  test('can be voided, and the sums stay right', async () => {
    await becomeOverdue()
    await writeOff(true)
    await doVoid()
    expect(await overdue()).toBe(0)
  })

  test('was overdue', async () => {
    expect(await writeOff(true)).toMatchObject({
      status: 409,
      body: { error: 'Only an overdue invoice can be uncollectible' },
    })
  })
})

test('nothing can be done with another vendor’s invoice, nor with one of the other mode', async () => {
  const other = await buildVendor()
  const theirs = (await buildInvoice(other.test)).id
  const live = (await buildInvoice(vendor.live)).id
  for (const invoiceId of [theirs, live, newId()])
    for (const answer of [
      await doVoid(invoiceId),
      await send(invoiceId),
      await remind(false, invoiceId),
      await writeOff(true, invoiceId),
    ])
      expect(answer).toMatchObject({ status: 404, body: { error: 'Invoice not found' } })
  const invoices = await database().invoice.findMany({ where: { id: { in: [theirs, live] } } })
  expect(invoices).toMatchObject([
    { status: 'CREATED', remindersOff: false },
    { status: 'CREATED', remindersOff: false },
  ])
})

test('a read-only member can do none of this', async () => {
  const reader = await signedIn(await buildMember(vendor.id, 'read_only'))
  for (const [operation, path, body] of [
    [voidInvoice, 'void', {}],
    [resendInvoice, 'send', {}],
    [switchReminders, 'reminders', { isOn: false }],
    [writeOffInvoice, 'uncollectible', { isUncollectible: true }],
  ] as const)
    expect(await reader.call(operation, 'POST', `${PATH}/${id}/${path}`, body)).toMatchObject({ status: 403 })
})
