import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { listCustomers } from '@/lib/customers/customer-dashboard'
import { newId } from '@/lib/ids'
import { listRequests } from '@/lib/request-log/request-log-dashboard'
import { searchRecords } from '@/lib/search/search-dashboard'
import { signedIn } from '@/lib/sign-in/signed-in.fixture'
import { buildVendor } from '@/prisma/seed/builders'
import { currencyFilter, dayFilter } from './list-filters'
import { parseListQuery, readFirstList } from './list-query'

const TENANT = newId()

test.each([
  ['group', 'customers', listCustomers],
  ['path', 'requests', listRequests],
  ['q', 'customers', listCustomers],
  ['q', 'search', searchRecords],
] as const)('text that the database can’t store is refused: %s of %s', async (name, list, operation) => {
  const { call } = await signedIn((await buildVendor()).id)
  const refused = { status: 400, body: { error: `${name} must be text` } }
  expect(await call(operation, 'GET', `/api/dashboard/${list}?${name}=a%00b`)).toMatchObject(refused)
})

test('hidden columns do not change the page that the server renders', async () => {
  const view = { rows: [], sort: '-created', note: null, nextCursor: null, previousCursor: null }
  const first = await readFirstList({ status: 'paid', hide: 'due,fee' }, async () => view)
  expect(first).toEqual({ search: 'status=paid', view, refusal: null })
})

describe('a list states its refusals in its own words', () => {
  const rules = {
    name: 'rows',
    sorts: ['created', 'amount'] as const,
    filters: z.object({
      status: z.enum(['open', 'paid']).optional(),
      customer: z.uuid('must be the id of a customer').optional(),
      group: z.string().max(5).optional(),
      currency: currencyFilter,
      created_from: dayFilter,
    }),
  }

  test.each([
    ['status=nonsense', 'status must be one of open, paid'],
    ['customer=ada', 'customer must be the id of a customer'],
    ['group=friends', 'group must be at most 5 characters'],
    ['currency=XXX', 'currency must be a currency like USD'],
    ['created_from=soon', 'created_from must be a date like 2026-01-31'],
    ['sort=name', 'sort must be one of created, -created, amount, -amount'],
    [`q=${'a'.repeat(201)}`, 'q must be at most 200 characters'],
    ['statuss=open', 'Unknown parameter statuss'],
    ['status=open&status=paid', 'status is given more than once'],
  ])('%s', (query, message) => {
    expect(() => parseListQuery(rules, TENANT, new URLSearchParams(query))).toThrow(
      expect.objectContaining({ status: 400, message }),
    )
  })

  test('and accepts everything else, including parameters of others', () => {
    const query = 'status=open&customer=&q= Ada &sort=-amount&mode=test&time_zone=Europe/Berlin&hide=fee'
    expect(parseListQuery(rules, TENANT, new URLSearchParams(query))).toMatchObject({
      search: 'Ada',
      sort: 'amount',
      descending: true,
      filters: { status: 'open' },
    })
  })
})

test('a page whose URL repeats a filter says so, as the browser would be told', async () => {
  const first = await readFirstList({ status: ['2xx', '4xx'] }, async (params) => {
    const filters = z.object({ status: z.string().optional() })
    parseListQuery({ name: 'requests', sorts: ['created'], filters }, TENANT, params)
    throw new Error('not refused')
  })
  expect(first).toEqual({
    search: 'status=2xx&status=4xx',
    view: null,
    refusal: 'status is given more than once',
  })
})
