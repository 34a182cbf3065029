import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { anOperator } from '@/lib/audit/operator.fixture'
import type { ActingMember } from '@/lib/audit/record-audit-event'
import { markBankAccountArchived } from '@/lib/bank-accounts/bank-account'
import { markCustomerArchived, markCustomerUnarchived } from '@/lib/customers/customer'
import { findOrAddSelf } from '@/lib/customers/self'
import { connectionPool, database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { env } from '@/lib/env'
import { newId } from '@/lib/ids'
import { claim } from '@/lib/jobs/queue'
import { due, workOn } from '@/lib/jobs/queue.fixture'
import { mailsOf } from '@/lib/mail/mail.fixture'
import { excludeMember } from '@/lib/sign-in/team'
import { advanceClock } from '@/lib/test-mode/advance-clock'
import { setClock } from '@/lib/time/clock'
import { formatIsoDate } from '@/lib/time/dates'
import { zoneOf } from '@/lib/time/zone-names'
import { findAccount } from '@/lib/vendors/account'
import { markVendorBanned } from '@/lib/vendors/manage-vendor'
import { buildBankAccount, buildMember } from '@/prisma/seed/builders'
import { cancelRequestsOf } from './cancel-requests'
import { payoutRequestWork, recurringPayoutWork } from './jobs'
import { type PayableCustomer, payableCustomer, walletOf } from './payable-customer.fixture'
import { payoutRequestQueue } from './payout-request'
import {
  changePayoutSeries,
  createPayoutSeries,
  endPayoutSeries,
  findPayoutSeries,
  MAX_SERIES,
  pausePayoutSeries,
  payoutSeriesQueue,
  resumePayoutSeries,
  type SeriesTerms,
} from './recurring-payout'
import { requestPeriod } from './request-period'
import { changeScheduledPayout } from './scheduled-payouts'

let to: PayableCustomer
let requester: { member: ActingMember; requestId: string }
let time: Date

const at = (text: string) => {
  time = new Date(text.includes('T') ? text : `${text}T06:00:00Z`)
}
const day = (text: string) => new Date(`${text}T00:00:00Z`)

beforeEach(async () => {
  at('2031-01-03')
  setClock(() => time)
  to = await payableCustomer(100_000n)
  const { id, email } = await database().member.findFirstOrThrow({
    where: { vendorId: to.account.vendorId },
  })
  requester = { member: { id, name: email }, requestId: newId() }
})
afterEach(() => setClock(null))

type Changes = Omit<Partial<SeriesTerms>, 'schedule' | 'end'> & {
  schedule?: Partial<SeriesTerms['schedule']>
  end?: Partial<SeriesTerms['end']>
}

/** $25.00 every Friday from 3 January 2031 on. */
function terms({ schedule, end, ...changes }: Changes = {}): SeriesTerms {
  return {
    bankAccountId: to.bankAccountId,
    amountMinor: 2500n,
    reference: null,
    ...changes,
    schedule: { unit: 'week', every: 1, startsOn: day('2031-01-03'), dayOfMonth: null, ...schedule },
    end: { endsOn: null, endsAfter: null, ...end },
  }
}

/** The vendor has chosen another time zone. */
const moveTo = async (timeZone: string) => {
  await database().vendor.update({ where: { id: to.account.vendorId }, data: { timeZone } })
  to.account = { ...to.account, zone: zoneOf(timeZone) }
}

const create = async (changes: Changes = {}, by = requester) => {
  const order = { ...terms(changes), customerId: to.customerId }
  return (await inOrmTransaction((tx) => createPayoutSeries(tx, to.account, order, by))).id
}
const aColleague = async (role: 'admin' | 'finance' | 'read_only') => {
  const name = `${newId()}@example.com`
  const id = await buildMember(to.account.vendorId, role, { email: name })
  return { member: { id, name }, requestId: newId() }
}
const key = (id: string) => ({ accountId: to.account.id, id })
const row = (id: string) => ({ tenantId: to.account.id, id })
const stateOf = (id: string) => findPayoutSeries(connectionPool(), to.account, id)
const work = (id: string) => workOn(recurringPayoutWork, row(id))
const claimOf = async (id: string) => {
  const claimed = await claim(database(), payoutSeriesQueue, row(id), { leaseMs: 65_000 })
  if (!claimed) throw new Error('the series is not due')
  return claimed
}
/** Sends what was requested. */
const send = async () => {
  const rows = await due(payoutRequestQueue)
  for (const each of rows) if (each.tenantId === to.account.id) await workOn(payoutRequestWork, each)
}
const requests = () =>
  database().payoutRequest.findMany({
    where: { accountId: to.account.id, seriesId: { not: null } },
    include: { payouts: true },
    orderBy: { periodOn: 'asc' },
  })
const periods = async () =>
  (await requests()).map(({ periodOn, status }) => `${periodOn && formatIsoDate(periodOn)} ${status}`)
const payoutCount = () => database().payout.count({ where: { accountId: to.account.id } })
const stopMails = () => mailsOf(to.account.id, 'recurring_payout_stopped')
const resume = (id: string, by = requester) =>
  inOrmTransaction((tx) => resumePayoutSeries(tx, to.account, id, by))

describe('a period', () => {
  test('becomes a scheduled payout when its day begins, and is paid like any other', async () => {
    const id = await create({ reference: 'Salary' })
    await work(id)
    expect(await stateOf(id)).toMatchObject({ nextOn: day('2031-01-10'), periodCount: 1, status: 'ACTIVE' })
    expect(await requests()).toMatchObject([
      {
        kind: 'scheduled',
        status: 'APPROVED',
        day: day('2031-01-03'),
        requestedById: requester.member.id,
        payouts: [],
      },
    ])
    await send()
    const [first] = await requests()
    expect(first).toMatchObject({ status: 'SENT', payouts: [{ status: 'PAID', amountMinor: 2500n }] })
    expect(first?.payouts[0]?.metadata).toEqual({ reference: 'Salary' })
    expect((await walletOf(to)).available).toBe(97_500n)
    const audited = await database().auditEvent.findMany({
      where: { subjectId: first?.payouts[0]?.id ?? '' },
    })
    expect(audited).toMatchObject([
      {
        action: 'payout.requested',
        detail: '25.00 USD, from a recurring payout',
        memberId: requester.member.id,
      },
    ])
    at('2031-01-09T23:59:59.999Z')
    await work(id)
    expect(await requests()).toHaveLength(1)
    at('2031-01-10T00:00:00Z')
    await work(id)
    await send()
    expect(await periods()).toEqual(['2031-01-03 SENT', '2031-01-10 SENT'])
  })

  test.each([
    ['Pacific/Kiritimati', '2031-01-09T10:00:00Z'],
    ['Pacific/Pago_Pago', '2031-01-10T11:00:00Z'],
  ])('begins when its day does in %s, and is paid then', async (name, start) => {
    at('2031-01-03T12:00:00Z')
    await moveTo(name)
    await create({ schedule: { startsOn: day('2031-01-10') } })
    time = new Date(new Date(start).getTime() - 1)
    expect((await due(payoutSeriesQueue)).filter(({ tenantId }) => tenantId === to.account.id)).toEqual([])
    at(start)
    for (const each of await due(payoutSeriesQueue)) {
      if (each.tenantId === to.account.id) await workOn(recurringPayoutWork, each)
    }
    await send()
    expect(await periods()).toEqual(['2031-01-10 SENT'])
  })

  test('is requested once on the days on which the clocks change', async () => {
    at('2031-03-01')
    await moveTo('America/New_York')
    const id = await create({ schedule: { startsOn: day('2031-03-02') } })
    for (const [index, start] of [
      '2031-03-02T05:00:00Z',
      '2031-03-09T05:00:00Z',
      '2031-03-16T04:00:00Z',
    ].entries()) {
      time = new Date(new Date(start).getTime() - 1)
      await work(id)
      expect(await periods()).toHaveLength(index)
      at(start)
      await work(id)
      time = new Date(time.getTime() + 2 * 60 * 60 * 1000)
      await work(id)
      expect(await periods()).toHaveLength(index + 1)
    }
  })

  test('that waits while the vendor moves is paid once, when its day has begun in both zones', async () => {
    await moveTo('Pacific/Auckland')
    const id = await create({ schedule: { startsOn: day('2031-01-10') } })
    at('2031-01-09T11:00:00Z')
    await moveTo('America/New_York')
    await work(id)
    expect(await periods()).toEqual([])
    at('2031-01-10T05:00:00Z')
    await work(id)
    await send()
    expect(await periods()).toEqual(['2031-01-10 SENT'])
    // Where it is the day after already, the period is not paid again.
    await moveTo('Pacific/Auckland')
    at('2031-01-17T05:00:00Z')
    await work(id)
    await send()
    expect(await periods()).toEqual(['2031-01-10 SENT', '2031-01-17 SENT'])
  })

  test('is requested once by ten workers at once', async () => {
    const id = await create()
    await Promise.all(Array.from({ length: 10 }, () => work(id)))
    expect(await periods()).toEqual(['2031-01-03 APPROVED'])
  })

  test('is requested once by a worker that is slower than its lease and the one that takes over', async () => {
    const id = await create()
    const slow = await claimOf(id)
    at('2031-01-03T07:00:00Z')
    const next = await claimOf(id)
    await Promise.all([requestPeriod(slow), requestPeriod(next)])
    await work(id)
    expect(await periods()).toEqual(['2031-01-03 APPROVED'])
    await send()
    expect(await payoutCount()).toBe(1)
  })

  test('whose worker dies between step and request is requested once, when the lease ends', async () => {
    const id = await create()
    const dying = await claimOf(id)
    const other = new Client({ connectionString: env.DATABASE_URL })
    await other.connect()
    await other.query('BEGIN; LOCK TABLE payout_requests IN SHARE ROW EXCLUSIVE MODE')
    const death = requestPeriod(dying).then(
      () => 'alive',
      () => 'dead',
    )
    const waiting = `SELECT pid FROM pg_locks WHERE NOT granted AND relation = 'payout_requests'::regclass`
    await expect.poll(async () => (await other.query(waiting)).rowCount).toBe(1)
    await other.query(`SELECT pg_terminate_backend(pid) FROM (${waiting}) AS waiting_backend`)
    expect(await death).toBe('dead')
    await other.query('COMMIT')
    await other.end()
    expect(await stateOf(id)).toMatchObject({ nextOn: day('2031-01-03'), periodCount: 0 })
    expect(await requests()).toEqual([])
    await work(id)
    expect(await requests()).toEqual([])
    at('2031-01-03T06:02:00Z')
    await work(id)
    expect(await periods()).toEqual(['2031-01-03 APPROVED'])
  })

  test('is never requested a second time, even if a series is set back by hand', async () => {
    const id = await create()
    await work(id)
    await database().recurringPayout.update({
      where: { accountId_id: key(id) },
      data: { periodIndex: 0, nextOn: day('2031-01-03'), nextAttemptAt: time },
    })
    await expect(work(id)).rejects.toThrow(/payout_requests_period/)
    expect(await periods()).toEqual(['2031-01-03 APPROVED'])
  })

  test('keeps its series and its day for good', async () => {
    const id = await create()
    await work(id)
    const set = (column: string, value: string) =>
      connectionPool().query(`UPDATE payout_requests SET ${column} = $2 WHERE account_id = $1`, [
        to.account.id,
        value,
      ])
    await expect(set('period_on', '2031-01-10')).rejects.toThrow('a payout request is frozen')
    await expect(set('series_id', newId())).rejects.toThrow('a payout request is frozen')
  })

  test('that the balance does not cover is refused with a mail, and the series goes on', async () => {
    const id = await create({ amountMinor: 90_000n })
    await work(id)
    await send()
    at('2031-01-10')
    await work(id)
    await send()
    expect(await periods()).toEqual(['2031-01-03 SENT', '2031-01-10 REFUSED'])
    expect(await mailsOf(to.account.id, 'payout_not_sent')).toHaveLength(1)
    expect(await stateOf(id)).toMatchObject({ status: 'ACTIVE', nextOn: day('2031-01-17') })
  })
})

describe('after an outage', () => {
  test('the latest period is paid, and each one before is named and can be scheduled again', async () => {
    const id = await create()
    at('2031-01-26')
    await work(id)
    await send()
    expect(await periods()).toEqual([
      '2031-01-03 REFUSED',
      '2031-01-10 REFUSED',
      '2031-01-17 REFUSED',
      '2031-01-24 SENT',
    ])
    expect(await payoutCount()).toBe(1)
    expect(await stateOf(id)).toMatchObject({ nextOn: day('2031-01-31'), periodCount: 4 })
    const [mail, ...others] = await mailsOf(to.account.id, 'payout_not_sent')
    expect(others).toEqual([])
    expect(mail?.text).toContain('The service could not send it on 2031-01-03, 2031-01-10, 2031-01-17')
    const [missed] = await requests()
    expect(missed).toMatchObject({ refusalCode: 'payout_period_missed' })
    const change = { bankAccountId: to.bankAccountId, amountMinor: 2500n, day: day('2031-01-28') }
    await inOrmTransaction((tx) => changeScheduledPayout(tx, to.account, missed?.id ?? '', change, requester))
    at('2031-01-28')
    await send()
    expect((await periods())[0]).toBe('2031-01-03 SENT')
    expect(await payoutCount()).toBe(2)
  })

  test('of a year, the days that are not named are counted', async () => {
    const id = await create()
    at('2032-01-02')
    await work(id)
    expect(await requests()).toHaveLength(21)
    expect(await stateOf(id)).toMatchObject({ periodCount: 53, nextOn: day('2032-01-09') })
    const [mail] = await mailsOf(to.account.id, 'payout_not_sent')
    expect(mail?.text).toContain('2031-12-26 and 32 days before')
  })

  test('that has lasted longer than the series, its last period is paid and it ends', async () => {
    const id = await create({ end: { endsOn: day('2031-01-12') } })
    const other = await create({ end: { endsAfter: 1 }, amountMinor: 100n })
    at('2031-03-01')
    await work(id)
    await work(other)
    expect(await periods()).toEqual(['2031-01-03 REFUSED', '2031-01-03 APPROVED', '2031-01-10 APPROVED'])
    expect(await stateOf(id)).toMatchObject({ status: 'ENDED', nextOn: null })
    expect(await stateOf(other)).toMatchObject({ status: 'ENDED', nextOn: null, periodCount: 1 })
  })
})

describe('a series', () => {
  test('ends after the number of payouts, and on its last day', async () => {
    const id = await create({ end: { endsAfter: 2 } })
    for (const text of ['2031-01-03', '2031-01-10', '2031-01-17']) {
      at(text)
      await work(id)
    }
    expect(await periods()).toEqual(['2031-01-03 APPROVED', '2031-01-10 APPROVED'])
    expect(await stateOf(id)).toMatchObject({ status: 'ENDED', nextOn: null })
    const ended = { code: 'recurring_payout_ended' }
    await expect(resume(id)).rejects.toMatchObject(ended)
    await expect(inOrmTransaction((tx) => pausePayoutSeries(tx, to.account, id))).rejects.toMatchObject(ended)
    expect(await inOrmTransaction((tx) => endPayoutSeries(tx, to.account, id))).toBe(false)
  })

  test('that is paused skips its periods, and goes on with the first one from the day it is resumed', async () => {
    const id = await create()
    await work(id)
    expect(await inOrmTransaction((tx) => pausePayoutSeries(tx, to.account, id))).toBe(true)
    at('2031-01-20')
    await work(id)
    expect(await resume(id)).toEqual(day('2031-01-24'))
    expect(await resume(id)).toBeNull()
    at('2031-01-24')
    await work(id)
    expect(await periods()).toEqual(['2031-01-03 APPROVED', '2031-01-24 APPROVED'])
  })

  test('that is changed pays by the new terms from the next payout on, in the name of who changed it', async () => {
    const id = await create()
    await work(id)
    const { id: bankAccountId } = await buildBankAccount(to.account, to.customerId)
    const grace = await aColleague('finance')
    const change = (revision: number, changes: Changes) =>
      inOrmTransaction((tx) => changePayoutSeries(tx, to.account, { id, revision }, terms(changes), grace))
    const monthly = { unit: 'month', dayOfMonth: 31, startsOn: day('2031-01-04') } as const
    await change(1, { bankAccountId, amountMinor: 700n, schedule: monthly })
    await expect(change(1, { schedule: monthly })).rejects.toMatchObject({ code: 'recurring_payout_changed' })
    await expect(change(2, {})).rejects.toThrow('Choose 2031-01-04 or a later day')
    at('2031-01-31')
    await work(id)
    const [, second] = await requests()
    expect(second).toMatchObject({ bankAccountId, amountMinor: 700n, requestedByName: grace.member.name })
    expect(await stateOf(id)).toMatchObject({ nextOn: day('2031-02-28'), periodCount: 2 })
  })

  test('that is ended or paused while a worker requests its payout has paid or will not, never half of it', async () => {
    const ids = await Promise.all(Array.from({ length: 6 }, () => create({ amountMinor: 100n })))
    await Promise.all(
      ids.flatMap((id, index) => [
        work(id),
        inOrmTransaction((tx) =>
          index % 2 ? endPayoutSeries(tx, to.account, id) : pausePayoutSeries(tx, to.account, id),
        ),
      ]),
    )
    const added = await requests()
    for (const id of ids) {
      const { periodCount, nextOn } = await stateOf(id)
      expect(nextOn).toBeNull()
      expect(added.filter(({ seriesId }) => seriesId === id)).toHaveLength(periodCount)
    }
  })

  test('can’t be created for what can’t be paid', async () => {
    await expect(create({ amountMinor: 1_000_001n })).rejects.toMatchObject({ code: 'payout_limit_exceeded' })
    await expect(create({ bankAccountId: newId() })).rejects.toMatchObject({ code: 'bank_account_not_found' })
    const past = { startsOn: day('2031-01-02') }
    await expect(create({ schedule: past })).rejects.toThrow('Choose 2031-01-03 or a later day')
    const late = { startsOn: day('2031-01-04') }
    const tooShort = create({
      schedule: { ...late, unit: 'month', dayOfMonth: 3 },
      end: { endsOn: day('2031-01-31') },
    })
    await expect(tooShort).rejects.toThrow('It would end before its next payout')
    const self = await inOrmTransaction((tx) => findOrAddSelf(tx, to.account.id))
    to = { ...to, customerId: self }
    await expect(create()).rejects.toMatchObject({ code: 'customer_not_found' })
    await expect(create({}, await aColleague('read_only'))).rejects.toMatchObject({
      code: 'role_not_allowed',
    })
  })

  test(`is one of ${MAX_SERIES} at most that have not ended, also of two that are created at once`, async () => {
    const id = await create()
    const copy = await database().recurringPayout.findUniqueOrThrow({ where: { accountId_id: key(id) } })
    const rows = Array.from({ length: MAX_SERIES - 2 }, () => ({ ...copy, id: newId() }))
    await database().recurringPayout.createMany({ data: rows })
    const both = await Promise.allSettled([create(), create()])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await inOrmTransaction((tx) => endPayoutSeries(tx, to.account, id))
    await create()
  })
})

describe('a series stops, and says why by mail', () => {
  const expectStopped = async (id: string, reason: string, text: string) => {
    await work(id)
    expect(await stateOf(id)).toMatchObject({ status: 'STOPPED', stopReason: reason, nextOn: null })
    const [mail] = await stopMails()
    expect(mail?.text).toContain(text)
    expect(await requests()).toEqual([])
    const [event] = await database().auditEvent.findMany({ where: { subjectId: id } })
    expect(event).toMatchObject({ action: 'recurring_payout.stopped' })
  }

  test('when its customer is archived, until that is undone', async () => {
    const id = await create()
    await markCustomerArchived(connectionPool(), to.account.id, to.customerId)
    await expectStopped(id, 'customer_archived', 'The customer was archived.')
    await expect(resume(id)).rejects.toMatchObject({ code: 'payout_recipient_archived' })
    await inOrmTransaction((tx) => markCustomerUnarchived(tx, to.account.id, to.customerId))
    expect(await resume(id)).toEqual(day('2031-01-03'))
    await work(id)
    expect(await periods()).toEqual(['2031-01-03 APPROVED'])
  })

  test('when its bank account is archived', async () => {
    const id = await create()
    await markBankAccountArchived(connectionPool(), to.account.id, to.customerId, to.bankAccountId)
    await expectStopped(id, 'bank_account_archived', 'The bank account was archived.')
  })

  test('when the vendor is banned', async () => {
    const id = await create()
    await inOrmTransaction((tx) => markVendorBanned(tx, to.account.vendorId, 'Fraud', anOperator))
    await expectStopped(id, 'vendor_banned', 'Your account is banned.')
  })

  test('when the person in whose name it pays has lost the right to pay', async () => {
    const grace = await aColleague('finance')
    const id = await create({}, grace)
    await database().member.update({
      where: { id: grace.member.id },
      data: { role: 'read_only', approverSince: null },
    })
    await expectStopped(id, 'requester_left', 'can no longer send payouts')
    expect(await resume(id)).toEqual(day('2031-01-03'))
    await work(id)
    expect(await requests()).toMatchObject([{ requestedById: requester.member.id }])
  })

  test('at once when that person is removed from the team', async () => {
    const grace = await aColleague('finance')
    const id = await create({ schedule: { startsOn: day('2031-02-07') } }, grace)
    const own = await create({ schedule: { startsOn: day('2031-02-07') } })
    const by = { vendorId: to.account.vendorId, member: requester.member, address: null }
    await inOrmTransaction(async (tx) =>
      cancelRequestsOf(tx, by, await excludeMember(tx, by, grace.member.id)),
    )
    expect(await stateOf(id)).toMatchObject({ status: 'STOPPED', stopReason: 'requester_left' })
    expect(await stateOf(own)).toMatchObject({ status: 'ACTIVE' })
    expect(await stopMails()).toHaveLength(1)
  })
})

describe('payouts that need two people', () => {
  beforeEach(async () => {
    await database().vendor.update({
      where: { id: to.account.vendorId },
      data: { payoutApprovalFromMinor: 2500n },
    })
    to = { ...to, account: await findAccount(database(), to.account.vendorId, 'test') }
    await aColleague('admin')
  })

  test('wait for one each, by their amount, and everybody who may approve is asked', async () => {
    const id = await create()
    const small = await create({ amountMinor: 2499n })
    await work(id)
    await work(small)
    expect((await requests()).map(({ amountMinor, status }) => [amountMinor, status])).toEqual([
      [2500n, 'WAITING'],
      [2499n, 'APPROVED'],
    ])
    expect(await database().mailMessage.count({ where: { kind: 'payout_approval' } })).toBeGreaterThan(0)
    await send()
    expect(await payoutCount()).toBe(1)
  })

  test('that nobody approves stop their series when three wait', async () => {
    const id = await create()
    for (const text of ['2031-01-03', '2031-01-10', '2031-01-17', '2031-01-24']) {
      at(text)
      await work(id)
    }
    expect(await periods()).toEqual(['2031-01-03 WAITING', '2031-01-10 WAITING', '2031-01-17 WAITING'])
    expect(await stateOf(id)).toMatchObject({ status: 'STOPPED', stopReason: 'too_many_waiting' })
  })
})

test('the test clock requests each period on its day, and leaves the days of the series to the calendar', async () => {
  at('2031-01-01')
  const id = await create({ schedule: { startsOn: day('2031-01-03') } })
  await advanceClock(to.account.id, 17)
  expect(await periods()).toEqual(['2031-01-03 APPROVED', '2031-01-10 APPROVED', '2031-01-17 APPROVED'])
  expect(await stateOf(id)).toMatchObject({ clockDays: 17, nextOn: day('2031-01-24') })
  await send()
  expect(await payoutCount()).toBe(3)
  await advanceClock(to.account.id, 6)
  expect(await requests()).toHaveLength(4)
})
