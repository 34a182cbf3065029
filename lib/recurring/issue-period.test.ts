import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { anOperator } from '@/lib/audit/operator.fixture'
import { markCustomerArchived } from '@/lib/customers/customer'
import { connectionPool, database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { NEW_ITEM } from '@/lib/invoices/invoice-fields'
import { issueDraft } from '@/lib/invoices/issue-draft'
import { claim } from '@/lib/jobs/queue'
import { mailsOf } from '@/lib/mail/mail.fixture'
import { providersOf } from '@/lib/providers/registry'
import { advanceClock } from '@/lib/test-mode/advance-clock'
import { setClock } from '@/lib/time/clock'
import { formatIsoDate } from '@/lib/time/dates'
import { zoneOf } from '@/lib/time/zone-names'
import { liftVendorBan, markVendorBanned } from '@/lib/vendors/manage-vendor'
import { buildVendor } from '@/prisma/seed/builders'
import { issuePeriod } from './issue-period'
import { readRecurring, recurringOf } from './queries'
import { buildRecurring, day, issuedDays, termsFor, workOff } from './recurring.fixture'
import {
  changeRecurring,
  endRecurring,
  findRecurring,
  pauseRecurring,
  recurringQueue,
  resumeRecurring,
} from './recurring-invoice'

let vendor: Awaited<ReturnType<typeof buildVendor>>
let accountId: string
let time: Date

const at = (text: string) => {
  time = new Date(text.includes('T') ? text : `${text}T06:00:00Z`)
}

beforeEach(async () => {
  at('2031-01-01')
  setClock(() => time)
  vendor = await buildVendor()
  accountId = vendor.test.id
})
afterEach(() => setClock(null))

/** The vendor has chosen another time zone. */
const moveTo = async (timeZone: string) => {
  await database().vendor.update({ where: { id: vendor.id }, data: { timeZone } })
  vendor.test = { ...vendor.test, zone: zoneOf(timeZone) }
}
const stateOf = (id: string) => findRecurring(connectionPool(), vendor.test, id)
const invoicesOf = (id: string) =>
  database().invoice.findMany({
    where: { accountId, recurringPeriod: { recurringId: id } },
    include: { items: true },
    orderBy: { number: 'asc' },
  })
const claimOf = async (id: string) => {
  const claimed = await claim(database(), recurringQueue, { tenantId: accountId, id }, { leaseMs: 65_000 })
  if (!claimed) throw new Error('the series is not due')
  return claimed
}

describe('a period', () => {
  test('becomes one invoice like any other: numbered, mailed, with its events, due after the days that were set', async () => {
    const id = await buildRecurring(vendor.test)
    await workOff(accountId, id)
    const [invoice, ...others] = await invoicesOf(id)
    expect(others).toEqual([])
    expect(invoice).toMatchObject({ number: 'INV-0001', email: 'ada@example.com', baseAmountMinor: 10_000n })
    expect(invoice?.dueDate).toEqual(day('2031-01-15'))
    expect(invoice?.items).toMatchObject([{ title: 'Hosting', lineAmountMinor: 10_000n }])
    expect((await mailsOf(accountId, 'invoice')).map(({ reference }) => reference)).toEqual([invoice?.id])
    const events = await database().event.findMany({ where: { accountId, subjectId: invoice?.id ?? '' } })
    expect(events.map(({ type }) => type)).toEqual(['invoice.created'])
    expect(await stateOf(id)).toMatchObject({ nextOn: day('2031-02-01'), periodCount: 1, status: 'ACTIVE' })
  })

  test.each([
    ['UTC', '2031-01-31T00:00:00Z', '2031-02-28T00:00:00Z'],
    ['Pacific/Kiritimati', '2031-01-30T10:00:00Z', '2031-02-27T10:00:00Z'],
    ['Pacific/Pago_Pago', '2031-01-31T11:00:00Z', '2031-02-28T11:00:00Z'],
  ])('begins at midnight in %s and not a moment before', async (name, first, second) => {
    await moveTo(name)
    const id = await buildRecurring(vendor.test, {
      schedule: { startsOn: day('2031-01-31'), dayOfMonth: 31 },
    })
    time = new Date(new Date(first).getTime() - 1)
    await workOff(accountId, id)
    expect(await issuedDays(accountId, id)).toEqual([])
    at(first)
    await workOff(accountId, id)
    expect(await issuedDays(accountId, id)).toEqual(['2031-01-31'])
    const [invoice] = await invoicesOf(id)
    expect(invoice?.dueDate).toEqual(day('2031-02-14'))
    at(second)
    await workOff(accountId, id)
    expect(await issuedDays(accountId, id)).toEqual(['2031-01-31', '2031-02-28'])
  })

  test.each([
    ['forward', '2031-03-09', ['2031-03-09T05:00:00Z', '2031-03-16T04:00:00Z']],
    ['back', '2031-11-02', ['2031-11-02T04:00:00Z', '2031-11-09T05:00:00Z']],
  ])('comes once on the day on which the clocks go %s, and at midnight after it', async (_, on, starts) => {
    await moveTo('America/New_York')
    const id = await buildRecurring(vendor.test, {
      schedule: { unit: 'week', startsOn: day(on), dayOfMonth: null },
    })
    for (const [index, start] of starts.entries()) {
      time = new Date(new Date(start).getTime() - 1)
      await workOff(accountId, id)
      expect(await issuedDays(accountId, id)).toHaveLength(index)
      at(start)
      await workOff(accountId, id)
      time = new Date(time.getTime() + 2 * 60 * 60 * 1000)
      await workOff(accountId, id)
      expect(await issuedDays(accountId, id)).toHaveLength(index + 1)
    }
  })

  test('of a series by API begins at midnight UTC, wherever the vendor is', async () => {
    await moveTo('Pacific/Kiritimati')
    const id = await buildRecurring(vendor.test, { schedule: { startsOn: day('2031-01-02') } }, true)
    at('2031-01-31T23:59:59.999Z')
    await workOff(accountId, id)
    expect(await issuedDays(accountId, id)).toEqual([])
    at('2031-02-01T00:00:00Z')
    await workOff(accountId, id)
    expect(await issuedDays(accountId, id)).toEqual(['2031-02-01'])
  })

  test('that waits while the vendor moves is issued once, when its day has begun in both zones', async () => {
    await moveTo('Pacific/Auckland')
    const id = await buildRecurring(vendor.test, { schedule: { startsOn: day('2031-01-02') } })
    await moveTo('America/New_York')
    at('2031-01-31T11:00:00Z')
    await workOff(accountId, id)
    expect(await issuedDays(accountId, id)).toEqual([])
    expect(await stateOf(id)).toMatchObject({ nextOn: day('2031-02-01'), periodIndex: 0 })
    at('2031-02-01T05:00:00Z')
    await workOff(accountId, id)
    expect(await issuedDays(accountId, id)).toEqual(['2031-02-01'])
    await moveTo('Pacific/Auckland')
    at('2031-02-28T11:00:00Z')
    await workOff(accountId, id)
    expect(await issuedDays(accountId, id)).toEqual(['2031-02-01'])
    at('2031-03-01T05:00:00Z')
    await workOff(accountId, id)
    expect(await issuedDays(accountId, id)).toEqual(['2031-02-01', '2031-03-01'])
    at('2031-03-31T11:00:00Z')
    await workOff(accountId, id)
    expect(await issuedDays(accountId, id)).toEqual(['2031-02-01', '2031-03-01', '2031-04-01'])
  })

  test('is issued once by ten workers at once', async () => {
    const id = await buildRecurring(vendor.test)
    await Promise.all(Array.from({ length: 10 }, () => workOff(accountId, id)))
    expect(await issuedDays(accountId, id)).toEqual(['2031-01-01'])
    expect(await database().invoice.count({ where: { accountId } })).toBe(1)
  })

  test('is issued once by a worker that is slower than its lease and the one that takes over', async () => {
    const id = await buildRecurring(vendor.test)
    const slow = await claimOf(id)
    at('2031-01-01T07:00:00Z')
    const next = await claimOf(id)
    await Promise.all([issuePeriod(slow), issuePeriod(next)])
    await workOff(accountId, id)
    expect(await issuedDays(accountId, id)).toEqual(['2031-01-01'])
    expect(await database().invoice.count({ where: { accountId } })).toBe(1)
  })

  test('that a killed worker had leased is issued when the lease ends', async () => {
    const id = await buildRecurring(vendor.test)
    await claimOf(id)
    await workOff(accountId, id)
    expect(await issuedDays(accountId, id)).toEqual([])
    at('2031-01-01T06:02:00Z')
    await workOff(accountId, id)
    expect(await issuedDays(accountId, id)).toEqual(['2031-01-01'])
  })

  test('is issued once while the clock jumps ahead and back', async () => {
    const id = await buildRecurring(vendor.test)
    at('2031-02-01')
    await workOff(accountId, id)
    at('2031-01-10')
    await workOff(accountId, id)
    at('2031-02-01')
    await workOff(accountId, id)
    expect(await issuedDays(accountId, id)).toEqual(['2031-01-01', '2031-02-01'])
  })

  test('leaves no number out and keeps no trace when its transaction fails', async () => {
    const id = await buildRecurring(vendor.test)
    const claimed = await claimOf(id)
    await database().$executeRaw`
      ALTER TABLE recurring_periods ADD CONSTRAINT fails CHECK (created_at < '2000-01-01') NOT VALID`
    try {
      await expect(issuePeriod(claimed)).rejects.toThrow()
    } finally {
      await database().$executeRaw`ALTER TABLE recurring_periods DROP CONSTRAINT fails`
    }
    expect(await database().invoice.count({ where: { accountId } })).toBe(0)
    expect(await stateOf(id)).toMatchObject({ nextOn: day('2031-01-01'), periodCount: 0 })
    await issuePeriod(claimed)
    expect((await invoicesOf(id)).map(({ number }) => number)).toEqual(['INV-0001'])
  })
})

describe('after an outage', () => {
  test('the periods of the last 92 days are made up for in order, and older ones are skipped', async () => {
    const id = await buildRecurring(vendor.test)
    at('2031-07-03')
    await workOff(accountId, id)
    expect(await issuedDays(accountId, id)).toEqual(['2031-05-01', '2031-06-01', '2031-07-01'])
    expect(await stateOf(id)).toMatchObject({ skippedCount: 4, periodCount: 3, nextOn: day('2031-08-01') })
    // Due from the day on which they were sent.
    expect((await invoicesOf(id)).map(({ dueDate }) => formatIsoDate(dueDate))).toEqual(
      Array.from({ length: 3 }, () => '2031-07-17'),
    )
  })

  test('in which its last day passed long ago, it ends without another invoice', async () => {
    const id = await buildRecurring(vendor.test, { end: { endsOn: day('2031-02-15') } })
    at('2032-01-02')
    await workOff(accountId, id)
    expect(await issuedDays(accountId, id)).toEqual([])
    expect(await stateOf(id)).toMatchObject({ status: 'ENDED', nextOn: null })
  })
})

describe('the end', () => {
  test('after a number of invoices', async () => {
    const id = await buildRecurring(vendor.test, { end: { endsAfter: 2 } })
    at('2031-03-01')
    await workOff(accountId, id)
    expect(await issuedDays(accountId, id)).toEqual(['2031-01-01', '2031-02-01'])
    expect(await stateOf(id)).toMatchObject({ status: 'ENDED', nextOn: null })
  })

  test('on a day, which still counts', async () => {
    const id = await buildRecurring(vendor.test, { end: { endsOn: day('2031-02-01') } })
    at('2031-03-01')
    await workOff(accountId, id)
    expect(await issuedDays(accountId, id)).toEqual(['2031-01-01', '2031-02-01'])
    expect(await stateOf(id)).toMatchObject({ status: 'ENDED' })
  })
})

describe('a series that is not sent', () => {
  test('leaves one draft a period, due from its day, and its invoice when somebody sends it', async () => {
    const id = await buildRecurring(vendor.test, { isSent: false })
    await Promise.all([workOff(accountId, id), workOff(accountId, id)])
    at('2031-02-01')
    await workOff(accountId, id)
    const drafts = await database().invoiceDraft.findMany({ where: { accountId }, orderBy: { id: 'asc' } })
    expect(drafts.map(({ fields }) => fields)).toMatchObject([
      { dueDate: '2031-01-15' },
      { dueDate: '2031-02-15' },
    ])
    expect(await database().invoice.count({ where: { accountId } })).toBe(0)
    expect(await mailsOf(accountId, 'invoice')).toEqual([])

    const draftId = drafts[0]?.id ?? ''
    const { invoiceId } = await issueDraft(vendor.test, { draftId })
    expect(await recurringOf(database(), accountId, invoiceId)).toMatchObject({ id })
    const series = await readRecurring(vendor.test, id)
    expect(series?.invoices.map((invoice) => invoice.id)).toEqual([invoiceId])
    expect(series?.drafts).toEqual([{ id: drafts[1]?.id, day: '2031-02-01' }])
  })
})

describe('a worker that is about to issue an invoice', () => {
  test.each([
    ['paused', (id: string) => inOrmTransaction((tx) => pauseRecurring(tx, vendor.test, id))],
    ['ended', (id: string) => inOrmTransaction((tx) => endRecurring(tx, vendor.test, id))],
  ])('issues none of a series that is %s meanwhile', async (_word, change) => {
    const id = await buildRecurring(vendor.test)
    const claimed = await claimOf(id)
    await change(id)
    await issuePeriod(claimed)
    expect(await database().invoice.count({ where: { accountId } })).toBe(0)
  })

  test('issues it by the new terms if they were changed meanwhile', async () => {
    const id = await buildRecurring(vendor.test)
    const claimed = await claimOf(id)
    const dearer = termsFor({
      fields: { items: [{ ...NEW_ITEM, title: 'Hosting', price: '120' }] },
      baseAmountMinor: 12_000n,
    })
    await inOrmTransaction((tx) => changeRecurring(tx, vendor.test, { id, revision: 1 }, dearer, null))
    await issuePeriod(claimed)
    await workOff(accountId, id)
    expect((await invoicesOf(id)).map((invoice) => invoice.baseAmountMinor)).toEqual([12_000n])
  })
})

describe('a series is stopped, and its vendor told why', () => {
  test('when the vendor is banned, and goes on when it is resumed, without what was missed', async () => {
    const id = await buildRecurring(vendor.test)
    await inOrmTransaction((tx) => markVendorBanned(tx, vendor.id, null, anOperator))
    await workOff(accountId, id)
    expect(await stateOf(id)).toMatchObject({ status: 'STOPPED', stopReason: 'vendor_banned', nextOn: null })
    const mails = await mailsOf(accountId, 'recurring_stopped')
    expect(mails.map(({ subject }) => subject)).toEqual(['[Test] Recurring invoice stopped: ada@example.com'])
    const log = await database().auditEvent.findMany({ where: { subjectId: id } })
    expect(log.map(({ action, detail }) => [action, detail])).toEqual([
      ['recurring_invoice.stopped', 'ada@example.com: Your account is banned.'],
    ])
    await inOrmTransaction((tx) => liftVendorBan(tx, vendor.id, anOperator))
    at('2031-03-15')
    await inOrmTransaction((tx) => resumeRecurring(tx, vendor.test, id))
    await workOff(accountId, id)
    at('2031-04-01')
    await workOff(accountId, id)
    expect(await issuedDays(accountId, id)).toEqual(['2031-04-01'])
  })

  test('when live mode is not approved', async () => {
    const id = await buildRecurring(vendor.live)
    await workOff(vendor.live.id, id)
    const series = await findRecurring(connectionPool(), vendor.live, id)
    expect(series).toMatchObject({ status: 'STOPPED', stopReason: 'live_mode_not_approved' })
  })

  test('when the payment provider has refused for three days; until then it is tried again', async () => {
    const email = 'ann+checkout_503@example.com'
    const id = await buildRecurring(vendor.test, { fields: { customer: { id: null, email, name: email } } })
    await workOff(accountId, id)
    expect(await stateOf(id)).toMatchObject({ status: 'ACTIVE', failedSince: time, periodCount: 0 })
    for (let hour = 1; hour <= 73; hour += 1) {
      at(new Date(Date.UTC(2031, 0, 1, 6 + hour)).toISOString())
      await workOff(accountId, id)
    }
    expect(await stateOf(id)).toMatchObject({ status: 'STOPPED', stopReason: 'payment_provider_failed' })
    expect(await mailsOf(accountId, 'recurring_stopped')).toHaveLength(1)
    expect(await database().invoice.count({ where: { accountId } })).toBe(0)
  })

  test('when its terms are no longer valid', async () => {
    const id = await buildRecurring(vendor.test, { fields: { currency: 'XXX' } })
    await workOff(accountId, id)
    expect(await stateOf(id)).toMatchObject({ status: 'STOPPED', stopReason: 'terms_not_valid' })
  })

  test('when the provider takes no amount as small as its invoices any more: none is issued', async () => {
    const [provider] = providersOf('test').payments
    if (!provider) return expect.fail('the sandbox is always there')
    const id = await buildRecurring(vendor.test)
    provider.minimumMinor = () => 100_000_000n
    await workOff(accountId, id).finally(() => delete provider.minimumMinor)
    expect(await stateOf(id)).toMatchObject({ status: 'STOPPED', stopReason: 'terms_not_valid' })
    expect(await database().invoice.count({ where: { accountId } })).toBe(0)
  })
})

describe('the test clock', () => {
  test('moved on by a year issues a year of invoices on the days of the calendar, and the overdue ones are overdue', async () => {
    const id = await buildRecurring(vendor.test, {
      schedule: { startsOn: day('2031-01-31'), dayOfMonth: 31 },
    })
    await advanceClock(accountId, 363)
    const days = await issuedDays(accountId, id)
    expect(days).toHaveLength(11)
    expect(days.slice(0, 3)).toEqual(['2031-01-31', '2031-02-28', '2031-03-31'])
    await advanceClock(accountId, 1)
    expect(await stateOf(id)).toMatchObject({ nextOn: day('2032-01-31'), clockDays: 364, periodCount: 12 })
    const statuses = (await invoicesOf(id)).map(({ status }) => status)
    expect(statuses.slice(0, 11)).toEqual(Array.from({ length: 11 }, () => 'UNPAID'))
  })

  test('of another account moves nothing', async () => {
    const id = await buildRecurring(vendor.test, { schedule: { startsOn: day('2031-02-01') } })
    const other = await buildVendor()
    await advanceClock(other.test.id, 40)
    await workOff(accountId, id)
    expect(await issuedDays(accountId, id)).toEqual([])
  })

  test('moved while a worker holds the series counts those days too', async () => {
    const id = await buildRecurring(vendor.test)
    const claimed = await claimOf(id)
    await advanceClock(accountId, 31)
    await issuePeriod(claimed)
    await workOff(accountId, id)
    expect(await issuedDays(accountId, id)).toEqual(['2031-01-01', '2031-02-01'])
  })
})

test.each([{ isSent: true }, { isSent: false }])(
  'a series stops at once when its customer is archived, and issues nothing (%o)',
  async ({ isSent }) => {
    const id = await buildRecurring(vendor.test, { isSent })
    const { customerId } = await stateOf(id)
    await markCustomerArchived(connectionPool(), accountId, customerId)
    await workOff(accountId, id)
    expect(await stateOf(id)).toMatchObject({ status: 'STOPPED', stopReason: 'customer_archived' })
    expect(await invoicesOf(id)).toEqual([])
    expect(await database().invoiceDraft.count({ where: { accountId } })).toBe(0)
  },
)
