import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { anOperator } from '@/lib/audit/operator.fixture'
import { saveWithdrawalAccount } from '@/lib/bank-accounts/bank-account'
import { archiveWithdrawalAccount } from '@/lib/bank-accounts/withdrawal-account-dashboard'
import { database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { newId } from '@/lib/ids'
import { claim } from '@/lib/jobs/queue'
import { due, workOn } from '@/lib/jobs/queue.fixture'
import { mailsOf } from '@/lib/mail/mail.fixture'
import { signedIn } from '@/lib/sign-in/signed-in.fixture'
import { advanceClock } from '@/lib/test-mode/advance-clock'
import { setClock } from '@/lib/time/clock'
import { formatIsoDate } from '@/lib/time/dates'
import { zoneOf } from '@/lib/time/zone-names'
import { findAccount } from '@/lib/vendors/account'
import { markVendorBanned } from '@/lib/vendors/manage-vendor'
import { buildBankAccount, buildCustomer, fundWallet } from '@/prisma/seed/builders'
import { payoutRequestWork, recurringPayoutWork } from './jobs'
import {
  intend,
  OWN_ACCOUNT,
  type PayableCustomer,
  payableCustomer,
  walletOf,
} from './payable-customer.fixture'
import { payoutRequestQueue } from './payout-request'
import { createPayoutSeries, payoutSeriesQueue } from './recurring-payout'
import { changeRecurringPayout, pauseRecurringPayout } from './recurring-payout-dashboard'
import { recurringPayoutList } from './recurring-payout-view'
import { requestPeriod } from './request-period'
import { createScheduledPayout } from './scheduled-payouts'
import { readSweep } from './sweep'
import {
  endAutomaticWithdrawals,
  getSweep,
  pauseAutomaticWithdrawals,
  resumeAutomaticWithdrawals,
  setSweep,
} from './sweep-dashboard'

const PATH = '/api/dashboard/sweep'

/** Another customer of the vendor, and the vendor's own account. */
let to: PayableCustomer
let ownAccountId: string
let browser: Awaited<ReturnType<typeof signedIn>>
let time: Date

const at = (text: string) => {
  time = new Date(text.includes('T') ? text : `${text}T06:00:00Z`)
}
const day = (text: string) => new Date(`${text}T00:00:00Z`)

beforeEach(async () => {
  // A Friday.
  at('2031-01-03')
  setClock(() => time)
  to = await payableCustomer(100_000n)
  const own = await inOrmTransaction((tx) => saveWithdrawalAccount(tx, to.account.id, OWN_ACCOUNT, newId()))
  ownAccountId = own.id
  browser = await signedIn(to.account.vendorId)
})
afterEach(() => setClock(null))

const weekly = {
  unit: 'week',
  weekday: 5,
  dayOfMonth: 1,
  keep: '100',
  least: '1',
  revision: null as number | null,
}
const save = (changes: Partial<typeof weekly> & { bankAccountId?: string } = {}) =>
  browser.call(setSweep, 'POST', PATH, { bankAccountId: ownAccountId, ...weekly, ...changes })
const sweepRow = () =>
  database().recurringPayout.findFirstOrThrow({
    where: { accountId: to.account.id, amountMinor: null },
    orderBy: { id: 'desc' },
  })
const row = async () => ({ tenantId: to.account.id, id: (await sweepRow()).id })
const work = async () => workOn(recurringPayoutWork, await row())
const claimOf = async () => {
  const claimed = await claim(database(), payoutSeriesQueue, await row(), { leaseMs: 65_000 })
  if (!claimed) throw new Error('the sweep is not due')
  return claimed
}
const send = async () => {
  for (const each of await due(payoutRequestQueue)) {
    if (each.tenantId === to.account.id) await workOn(payoutRequestWork, each)
  }
}
const withdrawals = async () => {
  const { id: seriesId } = await sweepRow()
  const rows = await database().payoutRequest.findMany({
    where: { accountId: to.account.id, seriesId },
    orderBy: { periodOn: 'asc' },
  })
  return rows.map(
    ({ periodOn, amountMinor, status }) => `${periodOn && formatIsoDate(periodOn)} ${amountMinor} ${status}`,
  )
}
const steps = async () => (await readSweep(to.account))?.timeline.map(({ title }) => title)
const lastDetail = async () => (await readSweep(to.account))?.timeline.at(-1)?.detail
const owner = async () => {
  const { id, email: name } = await database().member.findFirstOrThrow({
    where: { vendorId: to.account.vendorId },
  })
  return { member: { id, name }, requestId: newId() }
}
const moveTo = async (timeZone: string) => {
  await database().vendor.update({ where: { id: to.account.vendorId }, data: { timeZone } })
  to.account = { ...to.account, zone: zoneOf(timeZone) }
  browser = await signedIn(to.account.vendorId)
}

describe('a sweep', () => {
  test('withdraws what is above the amount to keep, on its day and not before, once', async () => {
    expect(await save()).toMatchObject({
      status: 200,
      body: { sweep: { status: 'ACTIVE', schedule: 'Weekly on Friday', nextOn: '2031-01-10' } },
    })
    at('2031-01-09T23:59:59.999Z')
    await work()
    expect(await withdrawals()).toEqual([])
    at('2031-01-10T00:00:00Z')
    await Promise.all(Array.from({ length: 10 }, work))
    expect(await withdrawals()).toEqual(['2031-01-10 90000 APPROVED'])
    await send()
    expect(await withdrawals()).toEqual(['2031-01-10 90000 SENT'])
    expect((await walletOf(to)).available).toBe(10_000n)
    const payout = await database().payout.findFirstOrThrow({ where: { accountId: to.account.id } })
    expect(payout).toMatchObject({ bankAccountId: ownAccountId, amountMinor: 90_000n, status: 'PAID' })
    const logged = await database().auditEvent.findMany({ where: { subjectId: payout.id } })
    expect(logged).toMatchObject([
      {
        action: 'payout.requested',
        memberId: (await owner()).member.id,
        detail: '900.00 USD, as an automatic withdrawal',
      },
    ])
    expect(await readSweep(to.account)).toMatchObject({
      nextOn: '2031-01-17',
      payouts: [{ payoutStatus: 'PAID' }],
    })
  })

  test.each([
    ['every day', { unit: 'day' }, 'Daily', ['2031-01-04', '2031-01-05']],
    ['every Monday', { weekday: 1 }, 'Weekly on Monday', ['2031-01-06', '2031-01-13']],
    [
      'on the last of the month',
      { unit: 'month', dayOfMonth: 31 },
      'Monthly on the last day',
      ['2031-01-31', '2031-02-28'],
    ],
  ])('comes %s', async (_, changes, schedule, days) => {
    await save(changes)
    for (const on of days) {
      expect(await readSweep(to.account)).toMatchObject({ schedule, nextOn: on })
      at(`${on}T00:00:00Z`)
      await work()
    }
  })

  test.each([
    ['Pacific/Kiritimati', '2031-01-09T10:00:00Z', '2031-01-16T10:00:00Z'],
    ['Pacific/Pago_Pago', '2031-01-10T11:00:00Z', '2031-01-17T11:00:00Z'],
  ])('begins its days in %s', async (name, first, second) => {
    at('2031-01-03T12:00:00Z')
    await moveTo(name)
    await save({ keep: '0' })
    for (const [index, start] of [first, second].entries()) {
      time = new Date(new Date(start).getTime() - 1)
      await work()
      expect(await withdrawals()).toHaveLength(index)
      at(start)
      await work()
      await send()
      if (index === 0) await fundWallet(to.account, 50_000n)
      expect(await withdrawals()).toHaveLength(index + 1)
    }
  })

  test('comes once on the days on which the clocks change', async () => {
    at('2031-03-01')
    await moveTo('America/New_York')
    await save({ unit: 'day', keep: '0' })
    for (const start of ['2031-03-02T05:00:00Z', '2031-03-09T05:00:00Z', '2031-03-10T04:00:00Z']) {
      at(start)
      const before = (await sweepRow()).periodCount
      await work()
      const after = (await sweepRow()).periodCount
      time = new Date(time.getTime() + 2 * 60 * 60 * 1000)
      await work()
      expect((await sweepRow()).periodCount).toBe(after)
      expect(after).toBeGreaterThan(before)
    }
  })

  test('passes with a note where there is too little to send', async () => {
    await save({ keep: '950', least: '100' })
    at('2031-01-10')
    await work()
    expect(await withdrawals()).toEqual([])
    expect(await steps()).toEqual(['Automatic withdrawals set up', 'No automatic withdrawal made'])
    expect(await lastDetail()).toBe(
      '2031-01-10: only $50.00 could be withdrawn ($1,000.00 available, $950.00 to keep); the least it sends is $100.00',
    )
    expect(await mailsOf(to.account.id, 'payout_not_sent')).toEqual([])
    expect(await sweepRow()).toMatchObject({ status: 'ACTIVE', nextOn: day('2031-01-17') })
  })

  test('leaves what payouts need before its next day, and not what they need later', async () => {
    const requester = await owner()
    const order = { customerId: to.customerId, bankAccountId: to.bankAccountId }
    const schedule = (on: string, amountMinor: bigint) =>
      inOrmTransaction((tx) =>
        createScheduledPayout(tx, to.account, { ...order, amountMinor, day: day(on) }, requester),
      )
    await schedule('2031-01-16', 1000n)
    await schedule('2031-01-17', 2000n)
    const never = { endsOn: null, endsAfter: null }
    const each = { ...order, amountMinor: 300n, reference: null, end: never }
    const fridays = { unit: 'week', every: 1, startsOn: day('2031-01-10'), dayOfMonth: null } as const
    await inOrmTransaction((tx) =>
      createPayoutSeries(tx, to.account, { ...each, schedule: fridays }, requester),
    )
    await save({ keep: '0' })
    at('2031-01-10')
    await work()
    expect(await withdrawals()).toEqual(['2031-01-10 98700 APPROVED'])
  })

  test('leaves other payouts of the day their part of the day’s limit', async () => {
    await database().vendor.update({
      where: { id: to.account.vendorId },
      data: { dailyLimitMinor: 60_000n },
    })
    to.account = await findAccount(database(), to.account.vendorId, 'test')
    const order = { customerId: to.customerId, bankAccountId: to.bankAccountId, amountMinor: 25_000n }
    const requester = await owner()
    await inOrmTransaction((tx) =>
      createScheduledPayout(tx, to.account, { ...order, day: day('2031-01-10') }, requester),
    )
    await save({ keep: '0' })
    at('2031-01-10')
    await work()
    await send()
    expect(await withdrawals()).toEqual(['2031-01-10 35000 SENT'])
    const requests = await database().payoutRequest.findMany({ where: { accountId: to.account.id } })
    expect(requests.map(({ status }) => status)).toEqual(['SENT', 'SENT'])
  })

  test('leaves what waits for approval, its own too, so that nothing is asked for twice', async () => {
    await database().vendor.update({
      where: { id: to.account.vendorId },
      data: { payoutApprovalFromMinor: 50_000n },
    })
    to.account = await findAccount(database(), to.account.vendorId, 'test')
    await save({ unit: 'day' })
    at('2031-01-04')
    await work()
    at('2031-01-05')
    await work()
    expect(await withdrawals()).toEqual(['2031-01-04 90000 WAITING'])
    expect(await lastDetail()).toBe(
      '2031-01-05: nothing could be withdrawn ($1,000.00 available, $100.00 to keep, $900.00 for other payouts); the least it sends is $1.00',
    )
    expect((await walletOf(to)).available).toBe(100_000n)
  })

  test('stays within the limits of a payout and of the day', async () => {
    await database().vendor.update({
      where: { id: to.account.vendorId },
      data: { payoutLimitMinor: 40_000n, dailyLimitMinor: 60_000n },
    })
    await save({ unit: 'day', keep: '0' })
    at('2031-01-04')
    await work()
    await send()
    at('2031-01-05')
    await intend(to, 45_000n)
    await fundWallet(to.account, 100_000n)
    await work()
    await send()
    expect(await withdrawals()).toEqual(['2031-01-04 40000 SENT', '2031-01-05 15000 SENT'])
  })

  test.each([
    [
      { payoutLimitMinor: 40_000n },
      'only $400.00 could be withdrawn (the limit of one payout); the least it sends is $500.00',
    ],
    [
      { dailyLimitMinor: 60_000n },
      'only $150.00 could be withdrawn (what other payouts leave of the day’s limit); the least it sends is $500.00',
    ],
  ])('says that a limit held it back: %o', async (limits, reason) => {
    await save({ keep: '0', least: '500' })
    await database().vendor.update({ where: { id: to.account.vendorId }, data: limits })
    at('2031-01-10')
    if ('dailyLimitMinor' in limits) await intend(to, 45_000n)
    await fundWallet(to.account, 100_000n)
    await work()
    expect(await withdrawals()).toEqual([])
    expect(await lastDetail()).toBe(`2031-01-10: ${reason}`)
  })

  test('beside a payout at the same moment takes no more than there is', async () => {
    await save({ keep: '0' })
    at('2031-01-10')
    await Promise.all([work(), intend(to, 60_000n)])
    await send()
    const [withdrawal] = await withdrawals()
    expect(['2031-01-10 40000 SENT', '2031-01-10 100000 REFUSED']).toContain(withdrawal)
    expect((await walletOf(to)).available).toBe(withdrawal?.endsWith('SENT') ? 0n : 40_000n)
  })

  test('is requested once by a worker that is slower than its lease and the one that takes over', async () => {
    await save()
    at('2031-01-10T06:00:00Z')
    const slow = await claimOf()
    at('2031-01-10T07:00:00Z')
    const next = await claimOf()
    await Promise.all([requestPeriod(slow), requestPeriod(next)])
    await work()
    expect(await withdrawals()).toEqual(['2031-01-10 90000 APPROVED'])
  })

  test('that a killed worker had leased is requested when the lease ends', async () => {
    await save()
    at('2031-01-10T06:00:00Z')
    await claimOf()
    await work()
    expect(await withdrawals()).toEqual([])
    at('2031-01-10T06:02:00Z')
    await work()
    expect(await withdrawals()).toEqual(['2031-01-10 90000 APPROVED'])
  })

  test('after an outage comes once, and misses nothing', async () => {
    await save({ unit: 'day' })
    at('2031-01-09')
    await work()
    expect(await withdrawals()).toEqual(['2031-01-09 90000 APPROVED'])
    expect(await readSweep(to.account)).toMatchObject({ nextOn: '2031-01-10' })
  })

  test('is moved by the test clock', async () => {
    await save()
    await advanceClock(to.account.id, 7)
    expect(await withdrawals()).toEqual(['2031-01-10 90000 APPROVED'])
    await send()
    expect((await walletOf(to)).available).toBe(10_000n)
  })
})

describe('it stops, and its owner is told why', () => {
  const stopped = async (reason: string) => {
    at('2031-01-10')
    await work()
    expect(await withdrawals()).toEqual([])
    expect(await sweepRow()).toMatchObject({ status: 'STOPPED', stopReason: reason, nextOn: null })
    const [mail] = await mailsOf(to.account.id, 'recurring_payout_stopped')
    expect(mail?.subject).toBe('[Test] Automatic withdrawals stopped')
    expect(mail?.text).toContain('/settings/withdrawals')
    expect(await steps()).toContain('Automatic withdrawals stopped by Counterfoil')
  }

  test('when the bank account was archived', async () => {
    await save()
    const path = `/api/dashboard/withdrawal-accounts/${ownAccountId}/archive`
    expect(await browser.call(archiveWithdrawalAccount, 'POST', path)).toMatchObject({ status: 200 })
    await stopped('bank_account_archived')
  })

  test('when the vendor was banned', async () => {
    await save()
    await inOrmTransaction((tx) => markVendorBanned(tx, to.account.vendorId, null, anOperator))
    await stopped('vendor_banned')
  })

  test('when the owner is no longer one', async () => {
    await save()
    const { member } = await owner()
    await database().member.update({ where: { id: member.id }, data: { role: 'finance' } })
    await stopped('requester_left')
  })
})

describe('the owner', () => {
  test('changes, pauses, resumes and ends it, each with its step in the history', async () => {
    await save()
    expect(await save({ unit: 'day', revision: 1 })).toMatchObject({
      body: { sweep: { schedule: 'Daily', nextOn: '2031-01-04' } },
    })
    expect(await browser.call(pauseAutomaticWithdrawals, 'POST', `${PATH}/pause`)).toMatchObject({
      status: 200,
    })
    at('2031-01-06')
    await work()
    expect(await withdrawals()).toEqual([])
    browser = await signedIn(to.account.vendorId)
    expect(await browser.call(resumeAutomaticWithdrawals, 'POST', `${PATH}/resume`)).toMatchObject({
      status: 200,
    })
    await work()
    expect(await withdrawals()).toEqual(['2031-01-06 90000 APPROVED'])
    expect(await steps()).toEqual([
      'Automatic withdrawals set up',
      'Automatic withdrawals changed',
      'Automatic withdrawals paused',
      'Automatic withdrawals resumed',
    ])
    expect(await browser.call(endAutomaticWithdrawals, 'POST', `${PATH}/end`)).toMatchObject({ status: 200 })
    expect(await browser.call(getSweep, 'GET', PATH)).toMatchObject({ body: { sweep: null } })
    expect(await browser.call(endAutomaticWithdrawals, 'POST', `${PATH}/end`)).toMatchObject({ status: 404 })
  })

  test('has one: of two that are set up at once, one is there', async () => {
    const both = await Promise.all([save(), save()])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const where = { accountId: to.account.id, amountMinor: null }
    expect(await database().recurringPayout.count({ where })).toBe(1)
  })

  test('proves it lately to set it up and to resume it, and needs no proof to pause it', async () => {
    await save()
    at('2031-01-03T07:00:00Z')
    const needed = ({ headers }: { headers: Headers }) => headers.get('Counterfoil-Error')
    expect(needed(await save({ revision: 1 }))).toBe('password_needed')
    expect(await browser.call(pauseAutomaticWithdrawals, 'POST', `${PATH}/pause`)).toMatchObject({
      status: 200,
    })
    expect(needed(await browser.call(resumeAutomaticWithdrawals, 'POST', `${PATH}/resume`))).toBe(
      'password_needed',
    )
  })

  test.each([
    [{ keep: '-1' }, 'Enter'],
    [{ keep: 'all' }, 'Enter an amount such as 25 or 1,250.00'],
    [{ least: '0' }, 'Enter an amount above zero'],
    [{ weekday: 8 }, 'Enter a number from 1 to 7'],
    [{ unit: 'year' }, ''],
  ])('is refused %j', async (changes, words) => {
    const { status, body } = await save(changes)
    expect(status).toBe(400)
    expect(String(body.error)).toContain(words)
    expect(await readSweep(to.account)).toBeNull()
  })

  test('sends to no account of a customer', async () => {
    const { id } = await buildCustomer(to.account)
    const { id: bankAccountId } = await buildBankAccount(to.account, id, { accountNumber: '123456789012' })
    expect(await save({ bankAccountId })).toMatchObject({ status: 404 })
  })
})

test('it is no recurring payout: no list has it, and nobody changes or pauses it as one', async () => {
  await save()
  const { id } = await sweepRow()
  expect((await recurringPayoutList.read(to.account.id, new URLSearchParams())).rows).toEqual([])
  const path = `/api/dashboard/recurring-payouts/${id}`
  expect(await browser.call(pauseRecurringPayout, 'POST', `${path}/pause`)).toMatchObject({ status: 404 })
  const terms = {
    bankAccountId: ownAccountId,
    amount: '5',
    reference: '',
    every: 1,
    unit: 'week',
    dayOfMonth: 1,
    startsOn: '2031-01-10',
    end: 'never',
    endsOn: null,
    endsAfter: null,
    revision: 1,
  }
  expect(await browser.call(changeRecurringPayout, 'POST', path, terms)).toMatchObject({ status: 404 })
})
