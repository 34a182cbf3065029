import { beforeAll, describe, expect, test } from 'vitest'
import { exchange, expectRefusal, send } from '../fixtures/api-client'
import { methodsAt } from '../fixtures/api-description'
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

// `send` has checked every answer for JSON, X-Request-Id and `Cache-Control: no-store`.

let scene: Scene
let authorization: string

beforeAll(async () => {
  scene = await buildScene()
  authorization = `Bearer ${scene.vendor.key}`
})

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
const WITH_BODY = ['POST', 'PUT', 'PATCH']

/** The methods of an endpoint's path, whatever the ids in it. */
function methodsOf({ path }: Endpoint): string[] {
  return methodsAt(path(new Proxy({} as typeof scene, { get: () => 'x' })))
}

describe.each(ENDPOINTS)('$name', (endpoint) => {
  test(`answers ${endpoint.success} to a valid ${endpoint.method}`, async () => {
    expect((await call(endpoint, scene)).status).toBe(endpoint.success)
  })

  test.each(METHODS.filter((method) => !methodsOf(endpoint).includes(method)))(
    'answers 405 to %s',
    async (method) => {
      const { path, body } = requestTo(endpoint, scene, scene.vendor.key)
      const answer = await scene.vendor.unchanged(() =>
        send({
          method,
          path,
          body: WITH_BODY.includes(method) ? body : undefined,
          headers: { authorization },
        }),
      )
      expectRefusal(answer, 405, 'Method not allowed')
      const allowed = answer.headers.get('allow')?.split(/, */)
      expect(allowed).toContain(endpoint.method)
      expect(allowed).not.toContain(method)
    },
  )

  test('answers 405 before it checks the key', async () => {
    const method = endpoint.method === 'PUT' ? 'POST' : 'PUT'
    expectRefusal(await send({ method, path: endpoint.path(scene) }), 405, 'Method not allowed')
  })

  test('gives each answer its own request id', async () => {
    const answers = [await call(endpoint, scene), await call(endpoint, scene)]
    expect(new Set(answers.map(({ headers }) => headers.get('x-request-id'))).size).toBe(2)
  })

  test('works when a client sends a request id and odd headers', async () => {
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

describe('an unknown path', () => {
  test.each([
    '/api/v2',
    '/api/v2/',
    '/api/v2/customers/x',
    '/api/v2/customer/x/y',
    '/api/v2/customer/x/payouts',
    '/api/v2/customer/x/bank-account/y/z',
    '/api/v2/customer/x/payout/y',
    '/api/v2/invoice/x/y',
    '/api/v2/invoices/x',
    '/api/v2/wallet/x',
    '/api/v2/Customer',
    '/api/v2/nothing',
    '/api/v2/nothing/at/all.json',
    '/api/v2/__proto__',
    '/api/v2/constructor/prototype',
    '/api/v2/customer.json',
  ])('%s is 404 for every method', async (path) => {
    for (const method of METHODS) {
      expectRefusal(await send({ method, path, headers: { authorization } }), 404, 'Not found')
    }
  })

  test.each(['%', '%zz', '%ff', '%c0%af', '%e2%82', 'a%', '%u0041'])(
    'can’t be reached as %s: the answer is an ordinary refusal',
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
  test.each(ENDPOINTS)('of $name names the method', async (endpoint) => {
    const answer = await exchange({ method: 'OPTIONS', path: endpoint.path(scene) })
    expect([204, 405]).toContain(answer.status)
    expect(answer.headers.get('allow')?.split(/, */)).toContain(endpoint.method)
    expect(answer.headers.get('x-request-id')).toMatch(/\S/)
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })
})

describe('HEAD', () => {
  test('of a GET endpoint never fails, and of a path that only takes POST is 405', async () => {
    for (const endpoint of GET_ENDPOINTS) {
      const { path } = requestTo(endpoint, scene, scene.vendor.key)
      expect([200, 405]).toContain((await exchange({ method: 'HEAD', path })).status)
    }
    const read = GET_ENDPOINTS.map(({ path }) => path(scene))
    for (const endpoint of POST_ENDPOINTS.filter(({ path }) => !read.includes(path(scene)))) {
      const answer = await exchange({ method: 'HEAD', path: endpoint.path(scene) })
      expect(answer.status).toBe(405)
      expect(answer.headers.get('x-request-id')).toMatch(/\S/)
    }
  })
})
