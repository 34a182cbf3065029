import { describe, expect, test } from 'vitest'
import { apiV2 } from '@/lib/api/v2'
import { anOperator } from '@/lib/audit/operator.fixture'
import { createCustomer } from '@/lib/customers/api'
import { connectionPool, database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { ask } from '@/lib/http/ask.fixture'
import type { Operation } from '@/lib/http/operation'
import { fromAddress } from '@/lib/http/served-request.fixture'
import { newId } from '@/lib/ids'
import { getCustomer } from '@/lib/invoices/customer-api'
import { signedIn } from '@/lib/sign-in/signed-in.fixture'
import { markVendorBanned } from '@/lib/vendors/manage-vendor'
import { buildApiKey, buildLiveApproval, buildMember, buildVendor } from '@/prisma/seed/builders'
import { findAccountByApiKey } from './api-key'
import { generateApiKey, listApiKeys, revokeApiKey, rotateApiKey } from './api-key-dashboard'
import { API_KEY_SCOPES } from './api-key-limits'

test('a banned vendor sees its keys and revokes them, but gets no new one', async () => {
  const { id, test: account } = await buildVendor()
  const key = await buildApiKey(account)
  const vendor = await signedIn(id)
  await inOrmTransaction((tx) => markVendorBanned(tx, id, 'Chargebacks', anOperator))
  const { body } = await vendor.call(listApiKeys, 'GET', listApiKeys.path)
  const [{ id: keyId = '' } = {}] = body.keys as { id?: string }[]
  const path = `${listApiKeys.path}/${keyId}`
  expect((await vendor.call(rotateApiKey, 'POST', `${path}/rotate`, { grace: 'now' })).status).toBe(403)
  expect((await vendor.call(generateApiKey, 'POST', listApiKeys.path, { name: 'A key' })).status).toBe(403)
  expect((await vendor.call(revokeApiKey, 'DELETE', path)).status).toBe(200)
  expect(await findAccountByApiKey(connectionPool(), key)).toBeNull()
  const where = { vendorId: id, action: 'api_key.revoked' }
  expect(await database().auditEvent.count({ where })).toBe(1)
})

test('what a form leaves empty is null, and means what its absence does', async () => {
  const vendor = await signedIn((await buildVendor()).id)
  const fields = { name: 'Till', expiresInDays: null, lastDay: null, scopes: null, allowedAddresses: null }
  expect((await vendor.call(generateApiKey, 'POST', generateApiKey.path, fields)).status).toBe(201)
  const { body } = await vendor.call(listApiKeys, 'GET', listApiKeys.path)
  expect(body.keys).toMatchObject([
    {
      name: 'Till',
      expiresAt: null,
      scopes: ['read', 'invoices', 'payouts', 'webhooks'],
      allowedAddresses: [],
    },
  ])
})

describe('a key with limits', () => {
  const OWN = '192.0.2.7'

  /** A vendor with a key that was generated on its page. */
  async function generated(limits: object) {
    const built = await buildVendor()
    const vendor = await signedIn(built.id)
    const answer = await vendor.call(generateApiKey, 'POST', generateApiKey.path, { name: 'Till', ...limits })
    return { built, vendor, answer, key: String(answer.body.key) }
  }

  /** Asks the API from an address. */
  async function send(key: string, operation: Operation, body: object = {}, address = OWN) {
    const path = operation.path.replace(/\{\w+\}/, newId())
    const isRead = operation.method === 'GET'
    const request = new Request(`http://localhost:3000${path}`, {
      method: operation.method,
      headers: { authorization: `Bearer ${key}` },
      ...(isRead ? {} : { body: JSON.stringify(body) }),
    })
    const response = await fromAddress(address, () => ask(operation, request))
    return { status: response.status, error: (await response.json()).error as string }
  }

  const V2 = Object.entries(apiV2).filter(([, { access }]) => access.kind === 'api key')
  const refusalFor = (scope: string) => ({
    status: 403,
    error: `This API key does not have the scope ${scope}`,
  })

  test.each(API_KEY_SCOPES)('has the operations of %s alone', async (scope) => {
    // A key for each, since one could not ask for all of them within a second.
    for (const [name, operation] of V2) {
      const { key } = await generated({ scopes: [scope] })
      const needed = operation.access.scope ?? ''
      const answer = await send(key, operation)
      if (needed === scope) expect([name, answer.status]).not.toEqual([name, 403])
      else expect([name, answer]).toEqual([name, refusalFor(needed)])
    }
  })

  test('has all scopes and any address unless others are chosen', async () => {
    const { built, key, vendor } = await generated({})
    const { body } = await vendor.call(listApiKeys, 'GET', listApiKeys.path)
    expect(body.keys).toMatchObject([{ scopes: [...API_KEY_SCOPES], allowedAddresses: [] }])
    for (const [, operation] of V2) expect((await send(key, operation, {}, '')).status).not.toBe(403)
    expect((await findAccountByApiKey(connectionPool(), key))?.account).toEqual(built.test)
  })

  test('works from its addresses and blocks alone', async () => {
    const allowedAddresses = '203.0.113.7, 10.0.0.0/8\n2001:db8::/32'
    const { key } = await generated({ allowedAddresses })
    const statusFrom = async (address: string) => (await send(key, getCustomer, {}, address)).status
    for (const inside of ['203.0.113.7', '10.255.0.1', '::ffff:10.1.2.3', '2001:db8::1']) {
      expect([inside, await statusFrom(inside)]).toEqual([inside, 404])
    }
    for (const outside of ['203.0.113.8', '11.0.0.1', '2001:db9::1', '']) {
      expect([outside, await statusFrom(outside)]).toEqual([outside, 403])
    }
    expect(await send(key, getCustomer, {}, '203.0.113.8')).toEqual({
      status: 403,
      error: 'This API key is not allowed from 203.0.113.8',
    })
  })

  test('keeps its limits when it is rotated, and the audit log names them', async () => {
    const { built, vendor, answer } = await generated({ scopes: ['read'], allowedAddresses: '10.0.0.0/8' })
    const path = `${listApiKeys.path}/${answer.body.id}/rotate`
    const { body } = await vendor.call(rotateApiKey, 'POST', path, { grace: 'none' })
    expect(await send(String(body.key), getCustomer, {}, '11.0.0.1')).toMatchObject({ status: 403 })
    expect(await send(String(body.key), createCustomer, {}, '10.0.0.1')).toEqual(refusalFor('invoices'))
    const where = { vendorId: built.id, action: 'api_key.generated' }
    const { detail } = await database().auditEvent.findFirstOrThrow({ where })
    expect(detail).toMatch(/^Till \(cf_test_….{4}\): scopes read, from 10\.0\.0\.0\/8$/)
  })

  test.each([
    [{ scopes: [] }, 'Choose at least one permission'],
    [{ scopes: ['everything'] }, 'Choose at least one permission'],
    [{ allowedAddresses: '10.0.0.0/8 example.com' }, /“example\.com” is not an IP address/],
    [{ allowedAddresses: '10.0.0.0/33' }, /is not an IP address/],
    [{ allowedAddresses: Array.from({ length: 51 }, (_, n) => `10.0.0.${n}`).join() }, /at most 50/],
  ])('is refused with %j', async (limits, error) => {
    const { answer } = await generated(limits)
    expect(answer.status).toBe(400)
    expect(answer.body.error).toMatch(error)
  })
})

test('a developer makes test keys of any scope, and live keys that move no money', async () => {
  const { id } = await buildVendor()
  await buildLiveApproval(id)
  const developer = await signedIn(await buildMember(id, 'developer'))
  const make = async (mode: 'test' | 'live', scopes: string[]) =>
    (
      await developer.call(generateApiKey, 'POST', `${generateApiKey.path}?mode=${mode}`, {
        name: 'Till',
        scopes,
      })
    ).status
  expect(await make('test', ['read', 'payouts'])).toBe(201)
  expect(await make('live', ['read', 'payouts'])).toBe(403)
})

test('a developer can’t rotate a live key that moves money', async () => {
  const { id } = await buildVendor()
  const live = await buildLiveApproval(id)
  await buildApiKey(live)
  const developer = await signedIn(await buildMember(id, 'developer'))
  const { id: keyId } = await database().apiKey.findFirstOrThrow({ where: { accountId: live.id } })
  const path = `${listApiKeys.path}/${keyId}/rotate?mode=live`
  expect((await developer.call(rotateApiKey, 'POST', path, { grace: 'now' })).status).not.toBe(201)
  expect(await database().apiKey.count({ where: { accountId: live.id } })).toBe(1)
})
