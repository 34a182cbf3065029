import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { anOperator } from '@/lib/audit/operator.fixture'
import { inOrmTransaction } from '@/lib/db/transaction'
import { mailsOf } from '@/lib/mail/mail.fixture'
import { recordTestPayment } from '@/lib/payments/settle-payment'
import { paymentProviderFor } from '@/lib/providers/registry'
import { signedIn } from '@/lib/sign-in/signed-in.fixture'
import { setClock } from '@/lib/time/clock'
import { dayAfter, formatIsoDate } from '@/lib/time/dates'
import { liftVendorBan, markVendorBanned } from '@/lib/vendors/manage-vendor'
import { buildInvoice, buildVendor } from '@/prisma/seed/builders'
import { sweepOverdue } from './change-invoice-status'
import { setReminderSettings } from './invoice-dashboard'
import { DEFAULT_REMINDERS, type ReminderSettings } from './reminder-fields'
import { readReminderSettings } from './reminder-settings'
import { sweepReminders } from './sweep-reminders'

/** Days from the due date on which each reminder is sent. */
const DAYS = { reminder_due_soon: -3, reminder_overdue: 1, reminder_long_overdue: 7 }

const START = new Date('2031-03-01T09:00:00Z')
const DUE = new Date('2031-03-14T00:00:00Z')

let vendor: Awaited<ReturnType<typeof buildVendor>>
let time = START

beforeEach(async () => {
  time = START
  setClock(() => time)
  vendor = await buildVendor()
})
afterEach(() => setClock(null))

/** Runs the worker at 06:00 UTC, this many days from the due date. */
async function sweepOn(daysFromDue: number): Promise<number> {
  time = new Date(dayAfter(DUE, daysFromDue).getTime() + 6 * 60 * 60 * 1000)
  await sweepOverdue(dayAfter(time, 0))
  return sweepReminders(dayAfter(time, 0))
}

const reminders = async () =>
  (await mailsOf(vendor.test.id)).filter(({ kind }) => kind.startsWith('reminder'))
const invoiceDue = () => buildInvoice(vendor.test, { dueDate: DUE })

describe('reminders', () => {
  test('are sent three days before the due date, and one and seven days after, and on no other day', async () => {
    await invoiceDue()
    for (let day = -10; day <= 20; day += 1) await sweepOn(day)
    const reminderDays = (await reminders()).map(({ kind, createdAt }) => [kind, formatIsoDate(createdAt)])
    const expected = Object.entries(DAYS).map(([kind, days]) => [kind, formatIsoDate(dayAfter(DUE, days))])
    expect(reminderDays).toEqual(expected)
  })

  test.each([...Object.entries(DAYS)])(
    '%s is sent once, however many sweeps run at once',
    async (_kind, day) => {
      await invoiceDue()
      await Promise.all([sweepOn(day), sweepOn(day), sweepOn(day)])
      expect(await sweepOn(day)).toBe(0)
      expect(await reminders()).toHaveLength(1)
    },
  )

  test('missed during an outage are sent up to two days later, and not three', async () => {
    await invoiceDue()
    await sweepOn(DAYS.reminder_due_soon + 3)
    expect(await reminders()).toEqual([])
    await sweepOn(DAYS.reminder_overdue + 2)
    expect((await reminders()).map(({ kind }) => kind)).toEqual(['reminder_overdue'])
  })

  test('are not sent for paid invoices', async () => {
    const { id: invoiceId } = await invoiceDue()
    const key = { accountId: vendor.test.id, invoiceId }
    await inOrmTransaction((tx) => recordTestPayment(tx, key, paymentProviderFor('test')))
    for (const day of Object.values(DAYS)) await sweepOn(day)
    expect(await reminders()).toEqual([])
  })

  test('are not sent for a banned vendor, whose buyers could not pay, and are after the ban', async () => {
    await invoiceDue()
    await inOrmTransaction((tx) => markVendorBanned(tx, vendor.id, null, anOperator))
    await sweepOn(DAYS.reminder_overdue)
    expect(await reminders()).toEqual([])
    await inOrmTransaction((tx) => liftVendorBan(tx, vendor.id, anOperator))
    await sweepOn(DAYS.reminder_overdue + 1)
    expect(await reminders()).toHaveLength(1)
  })

  test('whose day had passed when the invoice was created are skipped', async () => {
    time = new Date(dayAfter(DUE, -2).getTime() + 60_000)
    await invoiceDue()
    await sweepOn(-2)
    expect(await reminders()).toEqual([])
    await sweepOn(DAYS.reminder_overdue)
    expect(await reminders()).toHaveLength(1)
  })

  test('of more invoices than one batch holds are all sent', async () => {
    const others = await Promise.all(Array.from({ length: 5 }, () => buildVendor()))
    for (let count = 0; count < 41; count += 1) {
      await Promise.all(others.map(({ test: account }) => buildInvoice(account, { dueDate: DUE })))
    }
    expect(await sweepOn(DAYS.reminder_due_soon)).toBe(205)
    expect(await sweepOn(DAYS.reminder_due_soon)).toBe(0)
  })
})

describe('reminders of one’s own', () => {
  const PATH = '/api/dashboard/settings/reminders'
  const OWN: ReminderSettings = {
    reminder_due_soon: { isOn: true, days: 7, message: 'Hello,\n\nthis one is due soon.' },
    reminder_overdue: { isOn: false, days: 2, message: '' },
    reminder_long_overdue: { isOn: true, days: 30, message: '' },
  }
  const set = async (fields: ReminderSettings) =>
    (await signedIn(vendor.id)).call(setReminderSettings, 'POST', PATH, fields)

  test('come on the days that the vendor has set, in its own words, and those of others stay', async () => {
    expect(await set(OWN)).toMatchObject({ status: 200, body: OWN })
    expect(await readReminderSettings(vendor.id)).toEqual(OWN)
    await invoiceDue()
    const other = await buildVendor()
    await buildInvoice(other.test, { dueDate: DUE })
    for (let day = -10; day <= 35; day += 1) await sweepOn(day)
    const remindersByDay = (await reminders()).map(({ kind, createdAt }) => [kind, formatIsoDate(createdAt)])
    expect(remindersByDay).toEqual([
      ['reminder_due_soon', formatIsoDate(dayAfter(DUE, -7))],
      ['reminder_long_overdue', formatIsoDate(dayAfter(DUE, 30))],
    ])
    const [first, second] = await reminders()
    expect(first?.text).toContain('Hello,\n\nthis one is due soon.\n\n')
    expect(first?.html).toContain('this one is due soon.')
    expect(second?.html).not.toContain('border-left:3px')
    const others = (await mailsOf(other.test.id)).filter(({ kind }) => kind.startsWith('reminder'))
    expect(others.map(({ createdAt }) => formatIsoDate(createdAt))).toEqual(
      Object.values(DAYS).map((days) => formatIsoDate(dayAfter(DUE, days))),
    )
  })

  test('that are all off are none', async () => {
    const off = Object.fromEntries(
      Object.entries(OWN).map(([kind, setting]) => [kind, { ...setting, isOn: false }]),
    ) as ReminderSettings
    await set(off)
    await invoiceDue()
    for (let day = -10; day <= 35; day += 1) expect(await sweepOn(day)).toBe(0)
  })

  test('before the due date don’t come on it or after it', async () => {
    await set({ ...OWN, reminder_due_soon: { isOn: true, days: 1, message: '' } })
    await invoiceDue()
    for (const day of [0, 1]) expect(await sweepOn(day)).toBe(0)
  })

  test('set anew are sent once for a due date, whatever the days were before', async () => {
    await invoiceDue()
    await sweepOn(-3)
    await set({ ...OWN, reminder_due_soon: { ...OWN.reminder_due_soon, days: 2 } })
    expect(await sweepOn(-2)).toBe(0)
    expect(await reminders()).toHaveLength(1)
  })

  test.each<[string, Partial<ReminderSettings>, string]>([
    ['no day', { reminder_due_soon: { isOn: true, days: 0, message: '' } }, 'from 1 to 30'],
    ['a day too far ahead', { reminder_due_soon: { isOn: true, days: 31, message: '' } }, 'from 1 to 30'],
    [
      'a second one that comes first',
      { reminder_overdue: { isOn: true, days: 30, message: '' } },
      'The second reminder must come at least 3 days after the first',
    ],
    ['a book', { reminder_overdue: { isOn: true, days: 2, message: 'x'.repeat(1001) } }, '1000 characters'],
  ])('with %s are refused', async (_what, more, error) => {
    expect(await set({ ...OWN, ...more })).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining(error) },
    })
    expect(await readReminderSettings(vendor.id)).toEqual(DEFAULT_REMINDERS)
  })
})
