import { expect, test } from 'vitest'
import { newId } from '@/lib/ids'
import { buildVendor } from '@/prisma/seed/builders'
import { listCustomers } from './customers'
import { readFirstList } from './list-query'
import { listRequests } from './list-requests'
import { listPayouts } from './payouts'
import { searchRecords } from './search'
import { signedIn } from './signed-in.fixture'

const cursor = (value: string) => Buffer.from(JSON.stringify([value, newId()])).toString('base64url')

test.each([
  '2026-02-30 00:00:00+00',
  '0000-01-01 00:00:00+00',
  '2026-01-01 24:00:00+00',
  '2026-01-01 00:61:00+00',
  'yesterday',
])('a place in time that the calendar does not have is refused: %s', async (time) => {
  const { call } = await signedIn((await buildVendor()).id)
  for (const side of ['after', 'before']) {
    const path = `/api/dashboard/payouts?sort=-created&${side}=${cursor(time)}`
    expect((await call(listPayouts, 'GET', path)).status).toBe(400)
  }
})

test.each([
  ['group', listCustomers],
  ['path', listRequests],
  ['q', listCustomers],
  ['q', searchRecords],
] as const)('text that the database does not take is refused: %s', async (name, operation) => {
  const { call } = await signedIn((await buildVendor()).id)
  const refused = { status: 400, body: { error: `${name} is no text` } }
  expect(await call(operation, 'GET', `/api/dashboard/list?${name}=a%00b`)).toMatchObject(refused)
})

test('columns that are hidden change nothing about the page that the server draws', async () => {
  const view = { rows: [], nextCursor: null, previousCursor: null }
  const first = await readFirstList({ status: 'paid', hide: 'due,fee' }, async () => view)
  expect(first).toEqual({ search: 'status=paid', view, refusal: null })
})
