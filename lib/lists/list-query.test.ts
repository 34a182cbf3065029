import { describe, expect, it, test } from 'vitest'
import { z } from 'zod'
import { listCustomers } from '@/lib/customers/dashboard'
import { newId } from '@/lib/ids'
import { listPayouts } from '@/lib/payouts/dashboard'
import { listRequests } from '@/lib/request-log/dashboard'
import { searchRecords } from '@/lib/search/dashboard'
import { signedIn } from '@/lib/sign-in/signed-in.fixture'
import { buildVendor } from '@/prisma/seed/builders'
import { currencyFilter, dayFilter } from './list-filters'
import { parseListQuery, readFirstList } from './list-query'

const cursor = (value: string) => Buffer.from(JSON.stringify([value, newId()])).toString('base64url')

test.each([
  '2026-02-30 00:00:00+00',
  '0000-01-01 00:00:00+00',
  '2026-01-01 24:00:00+00',
  '2026-01-01 00:61:00+00',
  'yesterday',
])('a time that is not in the calendar is refused: %s', async (time) => {
  const { call } = await signedIn((await buildVendor()).id)
  for (const side of ['after', 'before']) {
    const path = `/api/dashboard/payouts?sort=-created&${side}=${cursor(time)}`
    expect((await call(listPayouts, 'GET', path)).status).toBe(400)
  }
})

test.each([
  ['group', 'customers', listCustomers],
  ['path', 'requests', listRequests],
  ['q', 'customers', listCustomers],
  ['q', 'search', searchRecords],
] as const)('text that the database can’t store is refused: %s of %s', async (name, list, operation) => {
  const { call } = await signedIn((await buildVendor()).id)
  const refused = { status: 400, body: { error: `${name} is no text` } }
  expect(await call(operation, 'GET', `/api/dashboard/${list}?${name}=a%00b`)).toMatchObject(refused)
})

test('hidden columns do not change the page that the server renders', async () => {
  const view = { rows: [], nextCursor: null, previousCursor: null }
  const first = await readFirstList({ status: 'paid', hide: 'due,fee' }, async () => view)
  expect(first).toEqual({ search: 'status=paid', view, refusal: null })
})

describe('a list states its refusals in its own words', () => {
  const rules = {
    sorts: ['created', 'amount'] as const,
    filters: z.object({
      status: z.enum(['open', 'paid']).optional(),
      customer: z.uuid('must be the id of a customer').optional(),
      group: z.string().max(5).optional(),
      currency: currencyFilter,
      created_from: dayFilter,
    }),
  }

  it.each([
    ['status=nonsense', 'status must be one of open, paid'],
    ['customer=ada', 'customer must be the id of a customer'],
    ['group=friends', 'group must have at most 5 characters'],
    ['currency=XXX', 'currency must be a currency like USD'],
    ['created_from=soon', 'created_from must be a date like 2026-01-31'],
    [
      'status=nonsense&created_from=soon',
      'status must be one of open, paid; created_from must be a date like 2026-01-31',
    ],
    ['sort=name', 'sort must be one of created, amount'],
    [`q=${'a'.repeat(201)}`, 'q must have at most 200 characters'],
    ['statuss=open', 'This list has no filter "statuss"'],
    ['status=open&status=paid', 'status is given more than once'],
  ])('%s', (query, message) => {
    expect(() => parseListQuery(rules, new URLSearchParams(query))).toThrow(
      expect.objectContaining({ status: 400, message }),
    )
  })

  it('and accepts everything else, including parameters of others', () => {
    const query = 'status=open&customer=&q= Ada &sort=-amount&mode=test&time_zone=Europe/Berlin&hide=fee'
    expect(parseListQuery(rules, new URLSearchParams(query))).toMatchObject({
      search: 'Ada',
      sort: 'amount',
      descending: true,
      filters: { status: 'open' },
    })
  })
})

test('a page whose URL repeats a filter says so, as the browser would be told', async () => {
  const first = await readFirstList({ status: ['2xx', '4xx'] }, async (params) => {
    parseListQuery({ sorts: ['created'], filters: z.object({ status: z.string().optional() }) }, params)
    throw new Error('not refused')
  })
  expect(first).toEqual({
    search: 'status=2xx&status=4xx',
    view: null,
    refusal: 'status is given more than once',
  })
})
