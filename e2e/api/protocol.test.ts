import { beforeAll, describe, expect, test } from 'vitest'
import { exchange, expectRefusal, send } from '../fixtures/api-client'
import {
  buildScene,
  call,
  ENDPOINTS,
  GET_ENDPOINTS,
  POST_ENDPOINTS,
  requestTo,
  type Scene,
} from '../fixtures/endpoints'
import { customerBody } from '../fixtures/request-bodies'

// Every answer that `send` returns has been checked for JSON, X-Request-Id and `Cache-Control: no-store`.

let scene: Scene
let authorization: string

beforeAll(async () => {
  scene = await buildScene()
  authorization = `Bearer ${scene.vendor.key}`
})

type Headers = Record<string, string>

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
const WITH_BODY = ['POST', 'PUT', 'PATCH']

describe.each(ENDPOINTS)('$name', (endpoint) => {
  test(`answers ${endpoint.success} to a good ${endpoint.method}`, async () => {
    expect((await call(endpoint, scene)).status).toBe(endpoint.success)
  })

  test.each(METHODS.filter((method) => method !== endpoint.method))('answers 405 to %s', async (method) => {
    const { path, body } = requestTo(endpoint, scene, scene.vendor.key)
    const answer = await scene.vendor.unchanged(() =>
      send({ method, path, body: WITH_BODY.includes(method) ? body : undefined, headers: { authorization } }),
    )
    expectRefusal(answer, 405, 'Method not allowed')
    const allowed = answer.headers.get('allow')?.split(/, */)
    expect(allowed).toContain(endpoint.method)
    expect(allowed).not.toContain(method)
  })

  test('answers 405 before it asks for a key', async () => {
    const method = endpoint.method === 'GET' ? 'POST' : 'GET'
    expectRefusal(await send({ method, path: endpoint.path(scene) }), 405, 'Method not allowed')
  })

  test('gives each answer a request id of its own', async () => {
    const answers = [await call(endpoint, scene), await call(endpoint, scene)]
    expect(new Set(answers.map(({ headers }) => headers.get('x-request-id'))).size).toBe(2)
  })

  test('goes on when a client brings a request id and odd headers', async () => {
    const headers = {
      authorization,
      'x-request-id': 'x'.repeat(2000),
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'gopher',
      'x-http-method-override': 'DELETE',
      'next-action': 'x',
      'x-middleware-subrequest': 'middleware:middleware',
      cookie: 'a=b; next-auth.session-token=x',
      'if-none-match': '*',
      'accept-encoding': 'identity',
      accept: 'text/html',
    }
    const { status, text } = await send({ ...requestTo(endpoint, scene, undefined), headers })
    expect(status).toBe(endpoint.success)
    expect(text).not.toContain('evil.example')
  })
})

describe.each(POST_ENDPOINTS)('$name', (endpoint) => {
  const good = () => JSON.stringify({ ...endpoint.body(scene), api_key: scene.vendor.key })

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'x'])(
    'takes JSON that calls itself %s',
    async (type) => {
      const path = endpoint.path(scene)
      const answer = await send({ method: 'POST', path, body: good(), headers: { 'content-type': type } })
      expect(answer.status).toBe(endpoint.success)
    },
  )

  test('takes JSON without a Content-Type', async () => {
    const answer = await send({ method: 'POST', path: endpoint.path(scene), body: Buffer.from(good()) })
    expect(answer.status).toBe(endpoint.success)
  })

  test('takes JSON with white space around it, and in pieces', async () => {
    const body = Buffer.from(`\r\n\t ${good()} \n`)
    const headers = { 'transfer-encoding': 'chunked' }
    expect((await send({ method: 'POST', path: endpoint.path(scene), body, headers })).status).toBe(
      endpoint.success,
    )
  })

  test.each([
    'null',
    'true',
    '5',
    '"text"',
    '[]',
    '[{}]',
    '{',
    '}',
    '{}{}',
    '{"a":1,}',
    "{'a':1}",
    '{a:1}',
    '{"a":undefined}',
    '{"a":NaN}',
    '{"a":01}',
    '{"a":"\n"}',
    '{"a":"\\x"}',
    '{"a":1}//',
    'api_key=x',
    '<xml/>',
    '\u0000',
  ])('refuses the body %j, whoever sends it', async (body) => {
    const request = { method: 'POST', path: endpoint.path(scene), body }
    const keys: Headers[] = [{}, { authorization }, { authorization: 'Bearer x' }]
    for (const headers of keys) {
      expectRefusal(
        await scene.vendor.unchanged(() => send({ ...request, headers })),
        400,
        'Invalid JSON body',
      )
    }
  })

  test('refuses a compressed body', async () => {
    const headers = { authorization, 'content-encoding': 'gzip' }
    const body = Uint8Array.from([0x1f, 0x8b, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x03])
    expectRefusal(
      await send({ method: 'POST', path: endpoint.path(scene), body, headers }),
      400,
      'Invalid JSON body',
    )
  })
})

describe('a body', () => {
  const path = '/api/v2/customer'
  const limit = 256 * 1024

  /** A good body of exactly so many bytes. */
  function bodyOf(bytes: number): string {
    const body = { ...customerBody(), padding: '' }
    return JSON.stringify({ ...body, padding: 'x'.repeat(bytes - JSON.stringify(body).length) })
  }

  test('of 256 KB is taken', async () => {
    expect(
      (await send({ method: 'POST', path, body: bodyOf(limit), headers: { authorization } })).status,
    ).toBe(201)
  })

  test.each([limit + 1, 300 * 1024, 3 * 1024 * 1024])(
    'of %d bytes is 413, with and without a length',
    async (bytes) => {
      const framings: Headers[] = [{ authorization }, { authorization, 'transfer-encoding': 'chunked' }]
      for (const headers of framings) {
        const answer = await scene.vendor.unchanged(() =>
          send({ method: 'POST', path, body: bodyOf(bytes), headers }),
        )
        expectRefusal(answer, 413, 'Request body is too large')
      }
      // What the service did not read must not be in the way of the connection's next request.
      expect(
        (await send({ method: 'POST', path, body: customerBody(), headers: { authorization } })).status,
      ).toBe(201)
    },
  )

  test('is measured in bytes, not in characters, and before the key is looked at', async () => {
    const body = JSON.stringify({ ...customerBody(), padding: '€'.repeat(100_000) })
    expectRefusal(await send({ method: 'POST', path, body }), 413, 'Request body is too large')
  })

  test('is nested at most 16 deep', async () => {
    const nested = (levels: number) => `${'[1,'.repeat(levels)}[]${']'.repeat(levels)}`
    const body = (depth: number) =>
      JSON.stringify(customerBody()).replace('{', `{"padding":${nested(depth - 2)},`)
    const headers = { authorization }
    expect((await send({ method: 'POST', path, body: body(16), headers })).status).toBe(201)
    for (const depth of [17, 18, 50_000]) {
      const answer = await scene.vendor.unchanged(() =>
        send({ method: 'POST', path, body: body(depth), headers }),
      )
      expectRefusal(answer, 400, 'Invalid JSON body')
    }
  })

  test('may hold brackets in its text, as many as it likes', async () => {
    const name = '[{"\\'.repeat(60)
    const answer = await send({
      method: 'POST',
      path,
      body: { ...customerBody(), name },
      headers: { authorization },
    })
    expect(answer.status).toBe(201)
  })
})

describe('an address that is not there', () => {
  test.each([
    '/api/v2',
    '/api/v2/',
    '/api/v2/customers',
    '/api/v2/customer/x/y',
    '/api/v2/customer/x/payouts',
    '/api/v2/customer/x/bank-account/y',
    '/api/v2/customer/x/payout/y',
    '/api/v2/invoice/x/y',
    '/api/v2/invoices',
    '/api/v2/Customer',
    '/api/v2/nothing',
    '/api/v2/nothing/at/all.json',
    '/api/v2/__proto__',
    '/api/v2/constructor/prototype',
    '/api/v2/customer.json',
  ])('%s is 404 by every method', async (path) => {
    for (const method of METHODS) {
      expectRefusal(await send({ method, path, headers: { authorization } }), 404, 'Not found')
    }
  })

  test.each(['%', '%zz', '%ff', '%c0%af', '%e2%82', 'a%', '%u0041'])(
    'has nothing that %s could name: the answer is a refusal like any other',
    async (segment) => {
      for (const path of [
        `/api/v2/customer/${segment}`,
        `/api/v2/invoice/${segment}`,
        `/api/v2/${segment}`,
      ]) {
        const answer = await send({ method: 'GET', path, headers: { authorization } })
        expect([400, 404]).toContain(answer.status)
      }
    },
  )

  test('can’t lead anywhere else', async () => {
    for (const path of [
      '/api/v2//customer',
      '/api/v2/customer//x',
      '/api/v2/customer/',
      '/api/v2/invoice/',
    ]) {
      const answer = await send({ method: 'GET', path, headers: { authorization } })
      expect([404, 405]).toContain(answer.status)
    }
  })
})

describe('OPTIONS', () => {
  test.each(ENDPOINTS)('of $name tells the method', async (endpoint) => {
    const answer = await exchange({ method: 'OPTIONS', path: endpoint.path(scene) })
    expect([204, 405]).toContain(answer.status)
    expect(answer.headers.get('allow')?.split(/, */)).toContain(endpoint.method)
    expect(answer.headers.get('x-request-id')).toMatch(/\S/)
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })
})

describe('HEAD', () => {
  test('of a GET endpoint never fails, and of a POST endpoint is 405', async () => {
    for (const endpoint of GET_ENDPOINTS) {
      const { path } = requestTo(endpoint, scene, scene.vendor.key)
      expect([200, 405]).toContain((await exchange({ method: 'HEAD', path })).status)
    }
    for (const endpoint of POST_ENDPOINTS) {
      const answer = await exchange({ method: 'HEAD', path: endpoint.path(scene) })
      expect(answer.status).toBe(405)
      expect(answer.headers.get('x-request-id')).toMatch(/\S/)
    }
  })
})
