import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { anOperator } from '@/lib/audit/operator.fixture'
import { inOrmTransaction } from '@/lib/db/transaction'
import { mailsOf } from '@/lib/mail/mail.fixture'
import { recordTestPayment } from '@/lib/payments/settle-payment'
import { paymentProviderFor } from '@/lib/providers/registry'
import { setClock } from '@/lib/time/clock'
import { dayAfter, formatIsoDate } from '@/lib/time/dates'
import { liftVendorBan, markVendorBanned } from '@/lib/vendors/manage-vendor'
import { buildInvoice, buildVendor } from '@/prisma/seed/builders'
import { sweepOverdue } from './change-invoice-status'
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
    const made = (await reminders()).map(({ kind, createdAt }) => [kind, formatIsoDate(createdAt)])
    const expected = Object.entries(DAYS).map(([kind, days]) => [kind, formatIsoDate(dayAfter(DUE, days))])
    expect(made).toEqual(expected)
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
