import { beforeEach, describe, expect, test } from 'vitest'
import { respond } from '@/lib/api/next'
import { apiV2 } from '@/lib/api/v2'
import { database } from '@/lib/db/client'
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
    link: `<${env.PUBLIC_URL}/docs/errors/name_and_email_required>; rel="help"`,
  })
  const { headers: unknown } = await send('GET', '/no-such-path')
  expect(unknown.get('counterfoil-error')).toBe('not_found')
})

test('unknown fields are named, in a success and in a refusal', async () => {
  const fields = { email: 'ada@example.com', 'set-cookie: a=b': 1, nmae: 'Ada' }
  const refused = await send('POST', '/customer', fields)
  expect([refused.status, refused.headers.get('counterfoil-ignored-fields')]).toEqual([400, 'nmae'])
  const created = await send('POST', '/customer', { ...fields, name: 'Ada', api_key: key })
  expect([created.status, created.headers.get('counterfoil-ignored-fields')]).toEqual([201, 'nmae'])
})

describe('an update', () => {
  const fields = {
    name: 'Ada',
    email: 'ada@example.com',
    group: 'Retainer',
    preferred_currency: 'EUR',
    city: 'London',
  }
  let id: string

  beforeEach(async () => {
    id = (await send('POST', '/customer', fields)).body.customer.id
  })

  test('changes what it names, clears what is null or blank, and leaves the rest', async () => {
    const { status, body } = await send('PATCH', `/customer/${id}`, {
      name: 'Countess',
      group: null,
      city: ' ',
    })
    expect(status).toBe(200)
    expect(body.customer).toMatchObject({
      ...fields,
      id,
      name: 'Countess',
      group: null,
      city: null,
      created_at: expect.stringMatching(/Z$/),
    })
    const { created_at, ...customer } = body.customer
    expect((await send('GET', `/customer/${id}`)).body.customer).toEqual(customer)
    const events = await database().auditEvent.findMany({ where: { subjectId: id } })
    expect(events).toMatchObject([
      { action: 'customer.changed', detail: 'Countess: name, group, city, by the API key “A key”' },
    ])
    expect((await send('PATCH', `/customer/${id}`, {})).body.customer).toEqual(body.customer)
    expect(await database().auditEvent.count({ where: { subjectId: id } })).toBe(1)
  })

  test('has the refusals of a new customer', async () => {
    const refused = async (fields: object) => {
      const { status, body, headers } = await send('PATCH', `/customer/${id}`, fields)
      return [status, body.error, headers.get('location')]
    }
    expect(await refused({ name: '' })).toEqual([400, 'name and email are required', null])
    expect(await refused({ email: null })).toEqual([400, 'name and email are required', null])
    expect(await refused({ email: 'x' })).toEqual([400, 'Invalid email format', null])
    expect(await refused({ zip: 7 })).toEqual([400, 'zip must be a string', null])
    const other = (await send('POST', '/customer', { name: 'Grace', email: 'grace@example.com' })).body
      .customer
    const taken = [409, 'Customer with this email already exists', `/api/v2/customer/${other.id}`]
    expect(await refused({ email: 'GRACE@example.com' })).toEqual(taken)
    expect((await send('PATCH', `/customer/${id}`, { email: 'ADA@example.com' })).status).toBe(200)
  })

  test('at the same time as others keeps theirs too, and of two for one email one wins', async () => {
    await Promise.all([
      send('PATCH', `/customer/${id}`, { name: 'Countess' }),
      send('PATCH', `/customer/${id}`, { zip: 'W1' }),
      send('PATCH', `/customer/${id}`, { city: 'Ockham' }),
    ])
    const { body } = await send('GET', `/customer/${id}`)
    expect(body.customer).toMatchObject({ name: 'Countess', zip: 'W1', city: 'Ockham' })
    const other = (await send('POST', '/customer', { name: 'Grace', email: 'grace@example.com' })).body
      .customer.id
    const answers = await Promise.all(
      [id, other].map((each) => send('PATCH', `/customer/${each}`, { email: 'shared@example.com' })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })
})

test('metadata and a reference are answered wherever the object is, and only if they were given', async () => {
  const metadata = { b: 'x"\\ ☕', a: '', '1': 'one' }
  const { customer } = (await send('POST', '/customer', { name: 'Ada', email: 'a@example.com', metadata }))
    .body
  expect(customer.metadata).toEqual(metadata)
  const { invoice } = (
    await send('POST', '/invoice', { customer_id: customer.id, amount: 5, reference: 'order "7"', metadata })
  ).body
  const fields = { reference: 'order "7"', metadata }
  expect(invoice).toMatchObject(fields)
  expect((await send('GET', `/invoice/${invoice.id}`)).body.invoice).toMatchObject(fields)
  const matches = (await send('GET', '/invoices?reference=order+%227%22')).body.invoices
  expect(matches).toMatchObject([{ id: invoice.id, ...fields }])
  expect((await send('GET', '/invoices?reference=order')).body.invoices).toEqual([])
  const { customer: plain } = (await send('POST', '/customer', { name: 'B', email: 'b@example.com' })).body
  expect(plain).not.toHaveProperty('metadata')
  const { invoice: bare } = (await send('POST', '/invoice', { customer_id: plain.id, amount: 5 })).body
  expect(Object.keys((await send('GET', `/invoice/${bare.id}`)).body.invoice).at(-1)).toBe('customer_id')
  const listed = (await send('GET', '/customers')).body.customers
  expect(listed.map((each: object) => 'metadata' in each)).toEqual([false, true])
})

test('an update replaces metadata as a whole, keeps what it does not name, and clears it with null', async () => {
  const { customer } = (
    await send('POST', '/customer', { name: 'Ada', email: 'a@example.com', metadata: { a: '1', b: '2' } })
  ).body
  const update = async (fields: object) =>
    (await send('PATCH', `/customer/${customer.id}`, fields)).body.customer
  expect((await update({ city: 'London' })).metadata).toEqual({ a: '1', b: '2' })
  expect((await update({ metadata: { c: '3' } })).metadata).toEqual({ c: '3' })
  expect(await update({ metadata: null })).not.toHaveProperty('metadata')
})
