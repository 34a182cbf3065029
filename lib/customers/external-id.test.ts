import { beforeEach, describe, expect, test } from 'vitest'
import { respond } from '@/lib/api/next'
import { apiV2 } from '@/lib/api/v2'
import { database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { env } from '@/lib/env'
import { createRouter } from '@/lib/http/router'
import { newId } from '@/lib/ids'
import type { Account } from '@/lib/vendors/account'
import { buildApiKey, buildVendor } from '@/prisma/seed/builders'
import { saveExternalCustomer } from './customer'

const router = createRouter(Object.values(apiV2))
let account: Account
let key: string

beforeEach(async () => {
  env.RATE_LIMIT_TEST = 0
  account = (await buildVendor()).test
  key = await buildApiKey(account)
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

const ada = { name: 'Ada', email: 'ada@example.com' }
const customers = () => database().customer.findMany({ where: { accountId: account.id } })

describe('an external id', () => {
  test('is answered where the customer is, and only if it was given', async () => {
    const { body: without } = await send('POST', '/customer', { name: 'Bo', email: 'bo@example.com' })
    expect(without.customer).not.toHaveProperty('external_id')
    const { body: created } = await send('POST', '/customer', { ...ada, external_id: 'user 1/ä' })
    expect(created.customer.external_id).toBe('user 1/ä')
    const { id } = created.customer
    expect((await send('GET', `/customer/${id}`)).body.customer).toEqual(created.customer)
    const event = await database().event.findFirstOrThrow({ where: { accountId: account.id, subjectId: id } })
    expect(JSON.parse(event.data)).toMatchObject({ external_id: 'user 1/ä' })
    const { body: list } = await send('GET', `/customers?external_id=${encodeURIComponent('user 1/ä')}`)
    expect(list.customers.map((customer: { id: string }) => customer.id)).toEqual([id])
    expect((await send('GET', '/customers?external_id=USER')).body.customers).toEqual([])
  })

  test('is unique in the account: a second customer is refused with the path of the first', async () => {
    const { body: first } = await send('POST', '/customer', { ...ada, external_id: 'u1' })
    const second = await send('POST', '/customer', { name: 'Bo', email: 'bo@example.com', external_id: 'u1' })
    expect([second.status, second.body.error]).toEqual([409, 'Customer with this external_id already exists'])
    expect(second.headers.get('location')).toBe(`/api/v2/customer/${first.customer.id}`)
    const { body: other } = await send('POST', '/customer', { name: 'Bo', email: 'bo@example.com' })
    const patch = await send('PATCH', `/customer/${other.customer.id}`, { external_id: 'u1' })
    expect([patch.status, patch.headers.get('location')]).toEqual([
      409,
      `/api/v2/customer/${first.customer.id}`,
    ])
    key = await buildApiKey((await buildVendor()).test)
    expect((await send('POST', '/customer', { ...ada, external_id: 'u1' })).status).toBe(201)
  })

  test('is set, changed and cleared by an update', async () => {
    const { id } = (await send('POST', '/customer', ada)).body.customer
    const patch = async (fields: object) => (await send('PATCH', `/customer/${id}`, fields)).body.customer
    expect((await patch({ external_id: 'u1' })).external_id).toBe('u1')
    expect((await patch({ city: 'London' })).external_id).toBe('u1')
    expect(await patch({ external_id: null })).not.toHaveProperty('external_id')
  })
})

describe('saving by the external id', () => {
  test('creates the customer, and then updates what the request names', async () => {
    const path = `/customers/external/${encodeURIComponent('team/7')}`
    const created = await send('PUT', path, { ...ada, city: 'London' })
    expect([created.status, created.body.customer.external_id]).toEqual([201, 'team/7'])
    const updated = await send('PUT', path, { ...ada, name: 'Countess' })
    expect(updated.status).toBe(200)
    expect(updated.body.customer).toEqual({ ...created.body.customer, name: 'Countess' })
    expect((await send('PUT', path, { ...ada, name: 'Countess', city: null })).body.customer.city).toBeNull()
    expect(await customers()).toHaveLength(1)
    const events = await database().event.findMany({ where: { accountId: account.id } })
    expect(events.map(({ type }) => type)).toEqual(['customer.created'])
  })

  test('takes over no customer that has the email', async () => {
    const { id } = (await send('POST', '/customer', ada)).body.customer
    const refused = await send('PUT', '/customers/external/u1', ada)
    expect([refused.status, refused.headers.get('counterfoil-error')]).toEqual([409, 'customer_email_taken'])
    expect(refused.headers.get('location')).toBe(`/api/v2/customer/${id}`)
    await send('PATCH', `/customer/${id}`, { external_id: 'u1' })
    expect((await send('PUT', '/customers/external/u1', ada)).status).toBe(200)
  })

  test('refuses an id that is blank, too long or not UTF-8', async () => {
    for (const segment of ['%20', '%ff', '%00']) {
      const { status, body } = await send('PUT', `/customers/external/${segment}`, ada)
      expect([status, body.error]).toEqual([400, 'external_id is required'])
    }
    const { status, body } = await send('PUT', `/customers/external/${'x'.repeat(256)}`, ada)
    expect([status, body.error]).toEqual([400, 'external_id must be at most 255 characters'])
  })

  test('by two connections at once creates one customer, and both requests succeed', async () => {
    for (let round = 0; round < 10; round += 1) {
      const externalId = `race ${round}`
      const answers = await Promise.all(
        ['London', 'Paris'].map((city) =>
          inOrmTransaction((tx) =>
            saveExternalCustomer(
              tx,
              account.id,
              externalId,
              { name: 'Ada', email: `ada-${round}@example.com`, city },
              newId(),
            ),
          ),
        ),
      )
      expect(answers.map(({ isNew }) => isNew).sort()).toEqual([false, true])
      const [row, ...others] = (await customers()).filter((customer) => customer.externalId === externalId)
      expect(others).toEqual([])
      expect(['London', 'Paris']).toContain(row?.city)
    }
  })
})
