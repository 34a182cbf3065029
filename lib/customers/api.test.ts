import { beforeEach, expect, test } from 'vitest'
import { respond } from '@/lib/api/next'
import { apiV2 } from '@/lib/api/v2'
import { env } from '@/lib/env'
import { createRouter } from '@/lib/http/router'
import { buildApiKey, buildVendor } from '@/prisma/seed/builders'

const router = createRouter(Object.values(apiV2))
let key: string

beforeEach(async () => {
  env.RATE_LIMIT_TEST = 0
  key = await buildApiKey((await buildVendor()).test)
})

async function send(method: string, path: string, body?: object) {
  const response = await respond(
    router,
    new Request(`http://localhost/api/v2${path}`, {
      method,
      headers: { authorization: `Bearer ${key}` },
      ...(body ? { body: JSON.stringify(body) } : {}),
    }),
  )
  return { status: response.status, headers: response.headers, body: await response.json() }
}

test('a customer that exists already is found by the Location of the refusal', async () => {
  const first = await send('POST', '/customer', { name: 'Ada', email: 'ada@example.com' })
  const second = await send('POST', '/customer', { name: 'Ada', email: 'ADA@example.com' })
  expect([second.status, second.headers.get('counterfoil-error')]).toEqual([409, 'customer_email_taken'])
  const path = second.headers.get('location') ?? ''
  expect(path).toBe(`/api/v2/customer/${first.body.customer.id}`)
  expect((await send('GET', path.replace('/api/v2', ''))).body.customer).toEqual(first.body.customer)
})

test('every error names its code, whether to repeat the request, and the page that explains it', async () => {
  const { status, headers } = await send('POST', '/customer', { name: 'Ada' })
  expect(status).toBe(400)
  expect(Object.fromEntries(headers)).toMatchObject({
    'counterfoil-error': 'name_and_email_required',
    'counterfoil-retry': 'never',
    link: `<${env.PUBLIC_URL}/docs/errors#name_and_email_required>; rel="help"`,
  })
  const { headers: unknown } = await send('GET', '/no-such-path')
  expect(unknown.get('counterfoil-error')).toBe('not_found')
})

test('fields that nobody reads are named, in a success as in a refusal', async () => {
  const fields = { email: 'ada@example.com', 'set-cookie: a=b': 1, nmae: 'Ada' }
  const refused = await send('POST', '/customer', fields)
  expect([refused.status, refused.headers.get('counterfoil-ignored-fields')]).toEqual([400, 'nmae'])
  const created = await send('POST', '/customer', { ...fields, name: 'Ada', api_key: key })
  expect([created.status, created.headers.get('counterfoil-ignored-fields')]).toEqual([201, 'nmae'])
})
