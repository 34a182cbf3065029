import { beforeAll, describe, expect, test } from 'vitest'
import { API_KEY_SCOPES } from '@/lib/api-keys/api-key-limits'
import { type Answer, expectRefusal, type Fields, send } from '../fixtures/api-client'
import {
  buildScene,
  call,
  ENDPOINTS,
  type Endpoint,
  GET_ENDPOINTS,
  POST_ENDPOINTS,
  requestTo,
  type Scene,
} from '../fixtures/endpoints'
import { operate } from '../fixtures/vendor'

let scene: Scene

beforeAll(async () => {
  scene = await buildScene()
})

const WRONG_KEYS = ['x', 'cf_test_', 'Bearer', 'null', 'undefined', "' OR 1=1 --", 'ключ', 'k'.repeat(4096)]

/** Sends a request with each of these keys, which change nothing; returns the keys with their answers. */
async function askWith<Key extends Fields[string]>(
  endpoint: Endpoint,
  keys: Key[],
): Promise<[Key, Answer][]> {
  const ask = async (key: Key): Promise<[Key, Answer]> => [key, await send(requestTo(endpoint, scene, key))]
  return scene.vendor.unchanged(() => Promise.all(keys.map(ask)))
}

describe.each(ENDPOINTS)('$name', (endpoint) => {
  const [missingStatus, missingMessage] = endpoint.missingKey

  test('a valid key is accepted', async () => {
    expect((await call(endpoint, scene)).status).toBe(endpoint.success)
  })

  test(`a missing key is ${missingStatus} "${missingMessage}"`, async () => {
    const answer = await scene.vendor.unchanged(() => send(requestTo(endpoint, scene, undefined)))
    expectRefusal(answer, missingStatus, missingMessage)
  })

  test('an empty key counts as missing', async () => {
    const answer = await scene.vendor.unchanged(() => send(requestTo(endpoint, scene, '')))
    expectRefusal(answer, missingStatus, missingMessage)
  })

  test('a wrong key is 401, such as one with a character changed, missing or added', async () => {
    const { key } = scene.vendor
    const at = 20
    const changed = key.slice(0, at) + (key[at] === 'a' ? 'b' : 'a') + key.slice(at + 1)
    const near = [changed, key.slice(0, -1), `${key}0`, key.replace('test', 'live'), key.toUpperCase()]
    const answers = await askWith(endpoint, [...WRONG_KEYS, ...near])
    for (const [wrong, answer] of answers) {
      expectRefusal(answer, 401, 'Invalid API Key')
      if (near.includes(wrong)) expect(answer.text).not.toContain(wrong)
    }
  })

  test('the key may be sent as a bearer token instead', async () => {
    const headers = { authorization: `Bearer ${scene.vendor.key}` }
    const answer = await send({ ...requestTo(endpoint, scene, undefined), headers })
    expect(answer.status).toBe(endpoint.success)
  })

  test('a wrong bearer token is 401', async () => {
    const headers = { authorization: `Bearer ${scene.vendor.key}0` }
    const request = { ...requestTo(endpoint, scene, undefined), headers }
    expectRefusal(await scene.vendor.unchanged(() => send(request)), 401, 'Invalid API Key')
  })

  test('a revoked key is 401, and another key of the account keeps working', async () => {
    const flags = { vendor: scene.vendor.email, mode: 'test' }
    const { key_id, key } = await operate<{ key_id: string; key: string }>('key create', flags)
    expect((await send(requestTo(endpoint, scene, key))).status).toBe(endpoint.success)
    await operate('key revoke', { 'key-id': key_id })
    const answer = await scene.vendor.unchanged(() => send(requestTo(endpoint, scene, key)))
    expectRefusal(answer, 401, 'Invalid API Key')
    expect((await call(endpoint, scene)).status).toBe(endpoint.success)
  })

  test('a key of other scopes, or for other addresses, is 403', async () => {
    const flags = { vendor: scene.vendor.email, mode: 'test' }
    const create = async (limits: Record<string, string>) =>
      (await operate<{ key: string }>('key create', { ...flags, ...limits })).key
    const scopes = API_KEY_SCOPES.filter((scope) => scope !== endpoint.scope).join()
    const [others, own, elsewhere] = [
      await create({ scopes }),
      await create({ scopes: endpoint.scope, addresses: '127.0.0.0/8, ::1' }),
      await create({ addresses: '192.0.2.0/24' }),
    ]
    const ask = (key: string) => scene.vendor.unchanged(() => send(requestTo(endpoint, scene, key)))
    expectRefusal(await ask(others), 403, `This API key does not have the scope ${endpoint.scope}`)
    const { status, body } = await ask(elsewhere)
    expect({ status, error: body.error }).toEqual({
      status: 403,
      error: expect.stringMatching(/^This API key is not allowed from (127\.0\.0\.1|::1)$/),
    })
    expect((await send(requestTo(endpoint, scene, own))).status).toBe(endpoint.success)
  })
})

describe.each(POST_ENDPOINTS)('$name', (endpoint) => {
  const [missingStatus, missingMessage] = endpoint.missingKey

  test('a key that is no string counts as missing', async () => {
    const answers = await askWith(endpoint, [null, 5, true, [], ['k'], {}, { key: 'k' }])
    for (const [, answer] of answers) expectRefusal(answer, missingStatus, missingMessage)
  })

  test('an empty body counts as an object without a key', async () => {
    const { method, path } = requestTo(endpoint, scene, undefined)
    for (const body of [undefined, '', '{}']) {
      const answer = await scene.vendor.unchanged(() => send({ method, path, body }))
      expectRefusal(answer, missingStatus, missingMessage)
    }
  })

  test('a key in the query is ignored: it would be in every log along the way', async () => {
    const { path, ...request } = requestTo(endpoint, scene, undefined)
    const inQuery = { ...request, path: `${path}?api_key=${scene.vendor.key}` }
    expectRefusal(await scene.vendor.unchanged(() => send(inQuery)), missingStatus, missingMessage)
  })

  test('the key is checked before the fields, and the fields before the objects', async () => {
    const ids = {
      customerId: 'no-such-customer',
      paidInvoiceId: 'no-such-invoice',
      creditedInvoiceId: 'no-such-invoice',
      eventId: 'no-such-event',
    }
    const path = endpoint.path({ ...scene, ...ids })
    const nothing = await send({ method: 'POST', path, body: {} })
    expectRefusal(nothing, missingStatus, missingMessage)
    expectRefusal(await send({ method: 'POST', path, body: { api_key: 'x' } }), 401, 'Invalid API Key')
    const noFields = await send({ method: 'POST', path, body: { api_key: scene.vendor.key } })
    expect(noFields.status).toBe(endpoint.isBodyOptional ? 404 : 400)
  })
})

describe.each(GET_ENDPOINTS)('$name', (endpoint) => {
  test('the key is checked before the path', async () => {
    const nowhere = { ...scene, customerId: 'nobody', invoiceId: 'nothing' }
    expectRefusal(await send(requestTo(endpoint, nowhere, undefined)), 400, 'api_key parameter is required')
    expectRefusal(await send(requestTo(endpoint, nowhere, 'x')), 401, 'Invalid API Key')
  })
})

describe('an expired key', () => {
  test('is 401 on every endpoint, from the moment it expires', async () => {
    const flags = { vendor: scene.vendor.email, mode: 'test', 'expires-in': '1s' }
    const { key } = await operate('key create', flags)
    const [first = ENDPOINTS[0]] = GET_ENDPOINTS
    if (!first || !key) throw new Error('unreachable')
    await expect
      .poll(async () => (await send(requestTo(first, scene, key))).status, { interval: 50, timeout: 10_000 })
      .toBe(401)
    for (const endpoint of ENDPOINTS) {
      const answer = await scene.vendor.unchanged(() => send(requestTo(endpoint, scene, key)))
      expectRefusal(answer, 401, 'Invalid API Key')
    }
  })
})

describe('a banned vendor', () => {
  let banned: Scene

  beforeAll(async () => {
    banned = await buildScene()
    await banned.vendor.ban()
  })

  for (const endpoint of ENDPOINTS.filter(({ refusesBanned }) => refusesBanned)) {
    test(`is 403 on ${endpoint.name}`, async () => {
      const answer = await banned.vendor.unchanged(() => call(endpoint, banned))
      expectRefusal(answer, 403, 'This vendor account has been banned.')
    })

    test(`is 403 on ${endpoint.name} before its fields and objects are checked`, async () => {
      const nowhere = { ...banned, customerId: 'nobody' }
      const request = requestTo(endpoint, nowhere, banned.vendor.key)
      const body = endpoint.method !== 'GET' ? { api_key: banned.vendor.key } : undefined
      expectRefusal(await send({ ...request, body }), 403, 'This vendor account has been banned.')
    })

    test(`with a wrong key is 401 on ${endpoint.name}, not 403`, async () => {
      expectRefusal(await send(requestTo(endpoint, banned, `${banned.vendor.key}0`)), 401, 'Invalid API Key')
    })
  }

  for (const endpoint of ENDPOINTS.filter(({ refusesBanned }) => !refusesBanned)) {
    test(`can still read ${endpoint.name}`, async () => {
      expect((await call(endpoint, banned)).status).toBe(200)
    })
  }

  test('is accepted again when the ban is lifted', async () => {
    await operate('vendor unban', { vendor: banned.vendor.email })
    for (const endpoint of ENDPOINTS) expect((await call(endpoint, banned)).status).toBe(endpoint.success)
  })
})
