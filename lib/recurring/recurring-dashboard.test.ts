import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { database } from '@/lib/db/client'
import { newId } from '@/lib/ids'
import { signedIn } from '@/lib/sign-in/signed-in.fixture'
import { setClock } from '@/lib/time/clock'
import { buildLiveApproval, buildMember, buildVendor } from '@/prisma/seed/builders'
import { issuedDays, termsFor, workOff } from './recurring.fixture'
import {
  changeRecurringInvoice,
  createRecurringInvoice,
  deleteRecurringInvoice,
  endRecurringInvoice,
  exportRecurringInvoices,
  getRecurringInvoice,
  listRecurringInvoices,
  pauseRecurringInvoice,
  resumeRecurringInvoice,
} from './recurring-dashboard'

const PATH = '/api/dashboard/recurring-invoices'

let vendor: Awaited<ReturnType<typeof buildVendor>>
let browser: Awaited<ReturnType<typeof signedIn>>

beforeEach(async () => {
  vendor = await buildVendor()
  browser = await signedIn(vendor.id)
})
afterEach(() => setClock(null))

/** Moves the clock and signs in again: a session of another year has ended. */
async function goTo(moment: string): Promise<void> {
  setClock(() => new Date(moment))
  browser = await signedIn(vendor.id)
}

const BODY = {
  every: 1,
  unit: 'month',
  dayOfMonth: 31,
  startsOn: '2099-01-31',
  end: 'never',
  endsOn: null,
  endsAfter: null,
  dueAfterDays: 14,
  isSent: true,
  fields: termsFor().fields,
}

const create = (fields: object = {}, by = browser) =>
  by.call(createRecurringInvoice, 'POST', PATH, { ...BODY, ...fields })
const created = async (fields: object = {}) => {
  const { status, body } = await create(fields)
  expect(status).toBe(201)
  return body.id as string
}
const read = async (id: string) => (await browser.call(getRecurringInvoice, 'GET', `${PATH}/${id}`)).body
const stepsOf = async (id: string) =>
  ((await read(id)).timeline as { title: string }[]).map(({ title }) => title)

describe('a series', () => {
  test('is created with a preview of its next days, is listed and exported, and is in the audit log', async () => {
    const id = await created()
    const view = await read(id)
    expect(view).toMatchObject({
      customerName: 'ada@example.com',
      amount: { amount: '100.00', currency: 'USD' },
      schedule: 'Monthly on the last day',
      status: 'ACTIVE',
      upcoming: ['2099-01-31', '2099-02-28', '2099-03-31', '2099-04-30', '2099-05-31'],
      timeline: [
        {
          title: 'Recurring invoice created',
          detail: 'ada@example.com: $100.00, monthly on the last day',
        },
      ],
    })
    for (const query of ['', '?q=ada', '?status=ACTIVE&currency=USD', '?sort=amount']) {
      const { body } = await browser.call(listRecurringInvoices, 'GET', `${PATH}${query}`)
      expect(body.rows, query).toMatchObject([{ id, nextOn: '2099-01-31' }])
    }
    const { body: none } = await browser.call(listRecurringInvoices, 'GET', `${PATH}?status=PAUSED`)
    expect(none.rows).toEqual([])
    const file = await (await browser.ask(exportRecurringInvoices, `${PATH}/export?time_zone=UTC`)).text()
    expect(file).toContain(
      `${id},ada@example.com,ada@example.com,Active,Monthly on the last day,USD,100.00,2099-01-31,0,`,
    )
  })

  test('is created once by a repeated request', async () => {
    const key = { 'Idempotency-Key': newId() }
    const one = await browser.call(createRecurringInvoice, 'POST', PATH, BODY, undefined, key)
    const again = await browser.call(createRecurringInvoice, 'POST', PATH, BODY, undefined, key)
    expect(again.body).toEqual(one.body)
    expect(await database().recurringInvoice.count({ where: { accountId: vendor.test.id } })).toBe(1)
  })

  test.each([
    [{ every: 53, unit: 'week' }, 'Enter a number from 1 to 52'],
    [{ every: 11, unit: 'year' }, 'Enter a number from 1 to 10'],
    [{ every: 1.5 }, 'Enter a whole number'],
    [{ dayOfMonth: 32 }, 'Enter a number from 1 to 31'],
    [{ startsOn: '2026-02-30' }, 'Enter a date'],
    [{ startsOn: '2020-01-01' }, 'or a later day for the next invoice'],
    [{ startsOn: '9999-12-31' }, 'Choose a day within a hundred years for the next invoice'],
    [{ end: 'on' }, 'Enter a date'],
    [{ end: 'on', endsOn: '2098-01-01' }, 'Enter a day after the first one'],
    [{ startsOn: '2099-02-01', end: 'on', endsOn: '2099-02-02' }, 'It would end before its next invoice'],
    [{ end: 'after', endsAfter: 0 }, 'Enter a number from 1 to 999'],
    [{ dueAfterDays: 366 }, 'Enter a number from 0 to 365'],
    [{ fields: { ...BODY.fields, customer: null } }, 'email or customer_id is required'],
    [
      { fields: { ...BODY.fields, items: [{ ...BODY.fields.items[0], title: 'Free', price: '0' }] } },
      'greater than 0',
    ],
  ])('%j is refused', async (fields, message) => {
    const { status, body } = await create(fields)
    expect([status, body.error]).toEqual([400, expect.stringContaining(message)])
    expect(await database().recurringInvoice.count({ where: { accountId: vendor.test.id } })).toBe(0)
  })

  test('of a customer that the account does not have is refused', async () => {
    const customer = { id: newId(), email: 'ada@example.com', name: 'Ada' }
    expect((await create({ fields: { ...BODY.fields, customer } })).status).toBe(404)
  })

  test('looks missing to another vendor and in the other mode', async () => {
    await buildLiveApproval(vendor.id)
    const id = await created()
    const other = await signedIn((await buildVendor()).id)
    for (const [by, mode] of [
      [other, 'test'],
      [browser, 'live'],
    ] as const) {
      const at = (path = '') => `${PATH}/${id}${path}?mode=${mode}`
      const answers = [
        await by.call(getRecurringInvoice, 'GET', at()),
        await by.call(changeRecurringInvoice, 'POST', at(), { ...BODY, revision: 1 }),
        await by.call(pauseRecurringInvoice, 'POST', at('/pause'), {}),
        await by.call(endRecurringInvoice, 'POST', at('/end'), {}),
        await by.call(deleteRecurringInvoice, 'DELETE', at()),
      ]
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
    }
    const { status } = await other.call(resumeRecurringInvoice, 'POST', `${PATH}/${id}/resume`, {})
    expect(status).toBe(404)
    expect(await read(id)).toMatchObject({ status: 'ACTIVE', revision: 1 })
  })

  test('is shown to read-only members, who can change nothing', async () => {
    const reader = await signedIn(await buildMember(vendor.id, 'read_only'))
    const id = await created()
    expect((await create({}, reader)).status).toBe(403)
    expect((await reader.call(pauseRecurringInvoice, 'POST', `${PATH}/${id}/pause`, {})).status).toBe(403)
    expect((await reader.call(getRecurringInvoice, 'GET', `${PATH}/${id}`)).status).toBe(200)
  })
})

describe('a change', () => {
  test('applies from the next invoice on', async () => {
    await goTo('2031-01-31T10:00:00Z')
    const id = await created({ startsOn: '2031-01-31' })
    await workOff(vendor.test.id, id)
    const { earliestOn } = await read(id)
    expect(earliestOn).toBe('2031-02-01')
    const early = { ...BODY, unit: 'week', startsOn: '2031-01-31', revision: 1 }
    const refused = await browser.call(changeRecurringInvoice, 'POST', `${PATH}/${id}`, early)
    expect(refused.body.error).toBe('Choose 2031-02-01 or a later day for the next invoice')
    const weekly = { ...BODY, unit: 'week', startsOn: '2031-02-03', dueAfterDays: 7, revision: 1 }
    expect((await browser.call(changeRecurringInvoice, 'POST', `${PATH}/${id}`, weekly)).status).toBe(200)
    expect(await read(id)).toMatchObject({
      schedule: 'Weekly on Monday',
      nextOn: '2031-02-03',
      dueAfterDays: 7,
      timeline: expect.arrayContaining([expect.objectContaining({ detail: '$100.00, weekly on Monday' })]),
    })
    expect(await issuedDays(vendor.test.id, id)).toEqual(['2031-01-31'])
    const { periodCount } = await read(id)
    expect(periodCount).toBe(1)
    const over = { ...weekly, end: 'after', endsAfter: 1, revision: 2 }
    const { body } = await browser.call(changeRecurringInvoice, 'POST', `${PATH}/${id}`, over)
    expect(body.error).toBe('Choose a number above 1, the number of invoices so far')
  })

  test('of a page that somebody else has changed since is refused', async () => {
    const id = await created()
    const change = () =>
      browser.call(changeRecurringInvoice, 'POST', `${PATH}/${id}`, { ...BODY, revision: 1 })
    expect((await change()).status).toBe(200)
    expect((await change()).status).toBe(409)
  })
})

describe('pause, resume, end and delete', () => {
  test('skip what was missed, and are in the timeline', async () => {
    await goTo('2031-01-01T10:00:00Z')
    const id = await created({ startsOn: '2031-01-01', dayOfMonth: 1, end: 'after', endsAfter: 2 })
    await workOff(vendor.test.id, id)
    const act = async (operation: typeof pauseRecurringInvoice, name: string) =>
      (await browser.call(operation, 'POST', `${PATH}/${id}/${name}`, {})).status
    expect(await act(pauseRecurringInvoice, 'pause')).toBe(200)
    expect(await act(pauseRecurringInvoice, 'pause')).toBe(200)
    await goTo('2031-04-15T10:00:00Z')
    await workOff(vendor.test.id, id)
    expect(await read(id)).toMatchObject({ status: 'PAUSED', nextOn: null, resumesOn: '2031-05-01' })
    expect(await act(resumeRecurringInvoice, 'resume')).toBe(200)
    await goTo('2031-05-01T00:00:00Z')
    await workOff(vendor.test.id, id)
    expect(await issuedDays(vendor.test.id, id)).toEqual(['2031-01-01', '2031-05-01'])
    expect(await read(id)).toMatchObject({ status: 'ENDED' })
    expect(await act(pauseRecurringInvoice, 'pause')).toBe(409)
    expect(await act(resumeRecurringInvoice, 'resume')).toBe(409)
    expect((await browser.call(deleteRecurringInvoice, 'DELETE', `${PATH}/${id}`)).status).toBe(409)
    expect(await stepsOf(id)).toEqual([
      'Recurring invoice created',
      'Recurring invoice paused',
      'Recurring invoice resumed',
    ])
  })

  test('resumed on the day of its last invoice, it issues no second one for it', async () => {
    await goTo('2031-01-01T10:00:00Z')
    const id = await created({ startsOn: '2031-01-01', dayOfMonth: 1 })
    await workOff(vendor.test.id, id)
    await browser.call(pauseRecurringInvoice, 'POST', `${PATH}/${id}/pause`, {})
    await browser.call(resumeRecurringInvoice, 'POST', `${PATH}/${id}/resume`, {})
    await workOff(vendor.test.id, id)
    expect(await issuedDays(vendor.test.id, id)).toEqual(['2031-01-01'])
    expect(await read(id)).toMatchObject({ nextOn: '2031-02-01' })
  })

  test('a paused series whose last day has passed is not resumed', async () => {
    await goTo('2031-01-01T10:00:00Z')
    const id = await created({ startsOn: '2031-02-01', dayOfMonth: 1, end: 'on', endsOn: '2031-02-01' })
    await browser.call(pauseRecurringInvoice, 'POST', `${PATH}/${id}/pause`, {})
    await goTo('2031-02-02T10:00:00Z')
    const { body } = await browser.call(resumeRecurringInvoice, 'POST', `${PATH}/${id}/resume`, {})
    expect(body.error).toBe('Its last day has passed. Change its end before you resume it.')
  })

  test('one that has issued nothing is deleted; an ended one stays', async () => {
    const id = await created()
    expect((await browser.call(deleteRecurringInvoice, 'DELETE', `${PATH}/${id}`)).status).toBe(200)
    expect((await browser.call(getRecurringInvoice, 'GET', `${PATH}/${id}`)).status).toBe(404)
    const ended = await created()
    await browser.call(endRecurringInvoice, 'POST', `${PATH}/${ended}/end`, {})
    expect(await read(ended)).toMatchObject({ status: 'ENDED', upcoming: [] })
    const change = { ...BODY, revision: 2 }
    expect((await browser.call(changeRecurringInvoice, 'POST', `${PATH}/${ended}`, change)).status).toBe(409)
  })
})
