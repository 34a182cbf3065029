import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { database } from '@/lib/db/client'
import { newId } from '@/lib/ids'
import { workOn } from '@/lib/jobs/queue.fixture'
import { signedIn } from '@/lib/sign-in/signed-in.fixture'
import { advanceClock } from '@/lib/test-mode/advance-clock'
import { setClock } from '@/lib/time/clock'
import { dayAfter, formatIsoDate } from '@/lib/time/dates'
import { buildBankAccount, buildCustomer, buildMember } from '@/prisma/seed/builders'
import { payoutRequestWork, recurringPayoutWork } from './jobs'
import { type PayableCustomer, payableCustomer } from './payable-customer.fixture'
import {
  changeRecurringPayout,
  createRecurringPayout,
  endRecurringPayout,
  exportRecurringPayouts,
  getRecurringPayout,
  listRecurringPayouts,
  pauseRecurringPayout,
  resumeRecurringPayout,
} from './recurring-payout-dashboard'
import { readRecurringPayout } from './recurring-payout-view'

const PATH = '/api/dashboard/recurring-payouts'

let to: PayableCustomer
let browser: Awaited<ReturnType<typeof signedIn>>

beforeEach(async () => {
  to = await payableCustomer(100_000n)
  browser = await signedIn(to.account.vendorId)
})
afterEach(() => setClock(null))

const bodyOf = (fields: object = {}) => ({
  every: 1,
  unit: 'month',
  dayOfMonth: 31,
  startsOn: '2099-01-31',
  end: 'never',
  endsOn: null,
  endsAfter: null,
  customerId: to.customerId,
  bankAccountId: to.bankAccountId,
  amount: '1,250.00',
  reference: ' Rent ',
  ...fields,
})
const newKey = () => ({ 'idempotency-key': newId() })
const create = (fields: object = {}, by = browser, key = newKey()) =>
  by.call(createRecurringPayout, 'POST', PATH, bodyOf(fields), undefined, key)
const created = async (fields: object = {}) => {
  const { status, body } = await create(fields)
  expect(status, JSON.stringify(body)).toBe(201)
  return body.id as string
}
const read = async (id: string) => (await browser.call(getRecurringPayout, 'GET', `${PATH}/${id}`)).body

test('a series is created with a preview of its next days, is listed and exported, and is in the audit log', async () => {
  const id = await created()
  expect(await read(id)).toMatchObject({
    customerName: expect.any(String),
    amount: { amount: '1250.00', currency: 'USD' },
    reference: 'Rent',
    schedule: 'Monthly on the last day',
    status: 'ACTIVE',
    upcoming: ['2099-01-31', '2099-02-28', '2099-03-31', '2099-04-30', '2099-05-31'],
    payouts: [],
    timeline: [{ title: 'Recurring payout created' }],
  })
  for (const query of ['', '?status=ACTIVE', '?sort=amount', '?sort=created']) {
    const { body } = await browser.call(listRecurringPayouts, 'GET', `${PATH}${query}`)
    expect(body.rows, query).toMatchObject([{ id, nextOn: '2099-01-31', periodCount: 0 }])
  }
  const { body: none } = await browser.call(listRecurringPayouts, 'GET', `${PATH}?status=PAUSED`)
  expect(none.rows).toEqual([])
  const file = await (await browser.ask(exportRecurringPayouts, `${PATH}/export?time_zone=UTC`)).text()
  expect(file).toContain(',Active,Monthly on the last day,USD,1250.00,Rent,2099-01-31,0,')
})

test('one key creates one series, and without a key there is none', async () => {
  const key = newKey()
  const [first, second] = [await create({}, browser, key), await create({}, browser, key)]
  expect(second.body).toEqual(first.body)
  const { status } = await browser.call(createRecurringPayout, 'POST', PATH, bodyOf())
  expect(status).toBe(400)
  expect(await database().recurringPayout.count({ where: { accountId: to.account.id } })).toBe(1)
})

test.each([
  [{ amount: '' }, 'Enter an amount'],
  [{ amount: 'much' }, 'Enter an amount such as 25 or 1,250.00'],
  [{ amount: '1.234' }, 'Enter an amount such as 25 or 1,250.00'],
  [{ amount: '-1' }, 'Enter an amount above zero'],
  [{ amount: '0' }, 'Enter an amount above zero'],
  [{ every: 0 }, 'Enter a number from 1 to 52'],
  [{ every: 37 }, 'Enter a number from 1 to 36'],
  [{ startsOn: '2099-02-30' }, 'Enter a date'],
  [{ startsOn: '2020-01-01' }, /^Choose \d{4}-\d\d-\d\d or a later day for the next payout$/],
  [{ end: 'on', endsOn: '2098-01-01' }, 'Enter a day after the first one'],
  [{ end: 'after' }, 'Enter a whole number'],
  [{ reference: 'x'.repeat(501) }, 'At most 500 characters'],
  [{ reference: 'a\u202eb' }, 'Leave out control characters'],
  [{ amount: '10000.01' }, 'Withdrawal exceeds your limit of $10000 per request'],
  [{ bankAccountId: 'none' }, 'Bank account not found for this customer'],
])('%j is refused: %s', async (fields, message) => {
  const { status, body } = await create(fields)
  expect(status).toBeGreaterThanOrEqual(400)
  expect(status).toBeLessThan(500)
  expect(body.error ?? body.message).toEqual(
    typeof message === 'string' ? message : expect.stringMatching(message),
  )
  expect(await database().recurringPayout.count({ where: { accountId: to.account.id } })).toBe(0)
})

describe('a series belongs to its account', () => {
  test('and none of another one reads, changes, pauses, resumes or ends it', async () => {
    const id = await created()
    const other = await signedIn((await payableCustomer(0n)).account.vendorId)
    const calls = [
      other.call(getRecurringPayout, 'GET', `${PATH}/${id}`),
      other.call(changeRecurringPayout, 'POST', `${PATH}/${id}`, { ...bodyOf(), revision: 1 }),
      other.call(pauseRecurringPayout, 'POST', `${PATH}/${id}/pause`),
      other.call(resumeRecurringPayout, 'POST', `${PATH}/${id}/resume`),
      other.call(endRecurringPayout, 'POST', `${PATH}/${id}/end`),
      browser.call(getRecurringPayout, 'GET', `${PATH}/nonsense`),
    ]
    for (const { status } of await Promise.all(calls)) expect(status).toBe(404)
    expect(await read(id)).toMatchObject({ status: 'ACTIVE', revision: 1 })
  })

  test('and takes no bank account of another customer', async () => {
    const customer = await buildCustomer(to.account)
    const { id: bankAccountId } = await buildBankAccount(to.account, customer.id)
    expect(await create({ bankAccountId })).toMatchObject({ status: 404 })
  })

  test('and is read, but not changed, by a member who may not pay', async () => {
    const id = await created()
    const reader = await signedIn(await buildMember(to.account.vendorId, 'developer'))
    expect(await reader.call(getRecurringPayout, 'GET', `${PATH}/${id}`)).toMatchObject({ status: 200 })
    expect(await create({}, reader)).toMatchObject({ status: 403 })
    expect(await reader.call(pauseRecurringPayout, 'POST', `${PATH}/${id}/pause`)).toMatchObject({
      status: 403,
    })
  })
})

test('is changed, paused, resumed and ended, each with its step in the timeline', async () => {
  const id = await created()
  const change = (revision: number, fields: object) => {
    const { customerId: _, ...body } = bodyOf({ ...fields, revision })
    return browser.call(changeRecurringPayout, 'POST', `${PATH}/${id}`, body)
  }
  expect(await change(1, { amount: '99', unit: 'week' })).toMatchObject({ status: 200 })
  expect(await change(1, {})).toMatchObject({ status: 409 })
  for (const [act, path] of [
    [pauseRecurringPayout, 'pause'],
    [pauseRecurringPayout, 'pause'],
    [resumeRecurringPayout, 'resume'],
    [resumeRecurringPayout, 'resume'],
    [endRecurringPayout, 'end'],
    [endRecurringPayout, 'end'],
  ] as const) {
    expect(await browser.call(act, 'POST', `${PATH}/${id}/${path}`), path).toMatchObject({ status: 200 })
  }
  const { timeline, ...series } = await read(id)
  expect(series).toMatchObject({ status: 'ENDED', nextOn: null, upcoming: [], amount: { amount: '99.00' } })
  expect((timeline as { title: string }[]).map(({ title }) => title)).toEqual([
    'Recurring payout created',
    'Recurring payout changed',
    'Recurring payout paused',
    'Recurring payout resumed',
    'Recurring payout ended',
  ])
  expect(await browser.call(resumeRecurringPayout, 'POST', `${PATH}/${id}/resume`)).toMatchObject({
    status: 409,
  })
})

test('above the vendor’s threshold, creating, changing and resuming take a late proof', async () => {
  const id = await created({ amount: '900' })
  const large = await created({ amount: '1500' })
  await browser.call(pauseRecurringPayout, 'POST', `${PATH}/${large}/pause`)
  await database().memberSession.updateMany({
    where: { memberId: to.account.vendorId },
    data: { provedAt: new Date(0) },
  })
  const revision = 1
  const body = { ...bodyOf({ amount: '1000.01' }), revision }
  expect(await create({ amount: '1000.01' })).toMatchObject({ status: 403 })
  expect(await browser.call(changeRecurringPayout, 'POST', `${PATH}/${id}`, body)).toMatchObject({
    status: 403,
  })
  expect(await browser.call(resumeRecurringPayout, 'POST', `${PATH}/${large}/resume`)).toMatchObject({
    status: 403,
  })
  expect(await create({ amount: '1000' })).toMatchObject({ status: 201 })
})

test('the page shows each payout on its day of the calendar, however far the test clock is', async () => {
  const today = dayAfter(new Date(), 0)
  const id = await created({ unit: 'week', startsOn: formatIsoDate(today), amount: '10' })
  const row = { tenantId: to.account.id, id }
  await workOn(recurringPayoutWork, row)
  await advanceClock(to.account.id, 7)
  const due = await database().payoutRequest.findMany({ where: { accountId: to.account.id } })
  for (const request of due) await workOn(payoutRequestWork, { ...row, id: request.id })
  const series = await readRecurringPayout(to.account, id)
  expect(series).toMatchObject({ clockDays: 7, isMoving: false, problem: null })
  expect(series?.payouts).toMatchObject([
    { periodOn: formatIsoDate(dayAfter(today, 7)), status: 'SENT', payoutStatus: 'PAID' },
    { periodOn: formatIsoDate(today), status: 'SENT', payoutStatus: 'PAID' },
  ])
  expect(series?.nextOn).toBe(formatIsoDate(dayAfter(today, 14)))
})
