import { beforeAll, expect, test } from 'vitest'
import { database } from '@/lib/db/client'
import { type ApiRequestRecord, saveRequests } from '@/lib/http/record-request'
import { newId } from '@/lib/ids'
import { signedIn } from '@/lib/sign-in/signed-in.fixture'
import { buildApiKey, buildVendor } from '@/prisma/seed/builders'
import { type ApiRequestRow, readRequest } from './request-list'
import { listRequests } from './request-log-dashboard'

const PATH = '/api/dashboard/requests'

let built: Awaited<ReturnType<typeof buildVendor>>
let vendor: Awaited<ReturnType<typeof signedIn>>
let stranger: Awaited<ReturnType<typeof buildVendor>>

beforeAll(async () => {
  built = await buildVendor()
  stranger = await buildVendor()
  vendor = await signedIn(built.id)
  for (const account of [built.test, built.live, stranger.test]) await buildApiKey(account)
})

async function logged(fields: Partial<ApiRequestRecord> = {}, accountId = built.test.id): Promise<string> {
  const { id: apiKeyId } = await database().apiKey.findFirstOrThrow({ where: { accountId } })
  const request: ApiRequestRecord = {
    accountId,
    id: newId(),
    apiKeyId,
    method: 'GET',
    path: '/api/v2/customer/1',
    idempotencyKey: null,
    requestBody: null,
    responseStatus: 200,
    responseBody: '{"status":"success"}',
    durationMs: 12,
    createdAt: new Date(),
    ...fields,
  }
  await saveRequests(database(), [request])
  return request.id
}
async function list(query = '') {
  const { status, body } = await vendor.call(listRequests, 'GET', `${PATH}${query}`)
  const { rows, nextCursor } = body as { rows: ApiRequestRow[]; nextCursor: string | null }
  return { status, rows, nextCursor }
}
const idsOf = async (query: string) => (await list(query)).rows.map(({ id }) => id)

test('the log filters by status, method, path, date and id, alone and combined', async () => {
  const got = await logged()
  const creation = await logged({ method: 'POST', path: '/api/v2/invoice', responseStatus: 201 })
  const refused = await logged({ method: 'POST', path: '/api/v2/invoice', responseStatus: 400 })
  const failed = await logged({ path: '/api/v2/in%voice_', responseStatus: 500 })
  const old = await logged({ createdAt: new Date('2026-01-02T12:00:00Z') })
  await logged({ path: '/api/v2/invoice' }, stranger.test.id)
  await logged({ path: '/api/v2/invoice' }, built.live.id)

  expect((await idsOf('')).sort()).toEqual([got, creation, refused, failed, old].sort())
  expect(await idsOf('?status=4xx')).toEqual([refused])
  expect(await idsOf('?status=5xx')).toEqual([failed])
  expect(await idsOf('?method=POST&status=2xx')).toEqual([creation])
  expect(await idsOf('?path=/api/v2/invoice')).toEqual([refused, creation])
  expect(await idsOf(`?path=${encodeURIComponent('/api/v2/in%')}`)).toEqual([failed])
  expect(await idsOf(`?q=${creation}`)).toEqual([creation])
  expect(await idsOf('?q=nothing')).toEqual([])
  expect(await idsOf('?created_to=2020-01-01')).toEqual([])
  for (const wrong of ['?status=9xx', '?method=DELETE', '?created_from=today', '?after=x', '?sort=path']) {
    expect((await list(wrong)).status, wrong).toBe(400)
  }
  expect((await list(`?q=${got}`)).rows[0]).toMatchObject({
    keyName: 'A key',
    keyHint: expect.stringMatching(/^cf_test_…/),
    durationMs: 12,
  })
})

test('its pages follow one another without a gap', async () => {
  const ids: string[] = []
  for (let count = 0; count < 30; count += 1) ids.push(await logged({ path: '/api/v2/paged' }))
  const first = await list('?path=/api/v2/paged')
  const second = await list(`?path=/api/v2/paged&after=${first.nextCursor}`)
  expect([...first.rows, ...second.rows].map(({ id }) => id)).toEqual(ids.reverse())
  expect(second.nextCursor).toBeNull()
  expect((await list(`?after=${first.nextCursor}`)).status, 'a cursor of another filter').toBe(400)
})

test('a request of another vendor, of the other mode or an unknown one looks missing', async () => {
  const own = await logged({ requestBody: '{"name":"Ada"}' })
  const theirs = await logged({}, stranger.test.id)
  expect(await readRequest(built.test, own)).toMatchObject({
    id: own,
    requestBody: '{"name":"Ada"}',
    url: expect.stringMatching(/^http.*\/api\/v2\/customer\/1$/),
  })
  expect(await readRequest(built.live, own)).toBeNull()
  expect(await readRequest(built.test, theirs)).toBeNull()
  expect(await readRequest(built.test, 'nothing')).toBeNull()
})
