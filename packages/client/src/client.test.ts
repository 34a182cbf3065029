import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type AnswerInfo,
  ApiError,
  ConnectionError,
  Counterfoil,
  CustomerEmailTakenError,
  InsufficientBalanceError,
  InternalError,
  OutcomeUnknownError,
  type Settings,
  TimeoutError,
} from './index.ts'
import { proxyPage, type Reply, refusal, ScriptedServer } from './scripted-server.fixture.ts'
import { createSend } from './send.ts'
import { VERSION } from './version.ts'

let server: ScriptedServer

beforeAll(async () => {
  server = await ScriptedServer.start()
})
afterAll(() => server.stop())

const clientWith = (settings: Partial<Settings> = {}) =>
  new Counterfoil({ apiKey: 'cf_test_key', baseUrl: server.url, backoffMs: 1, ...settings })

const PAYOUT = { bank_account_id: 'b', amount: '25.50' }
const keysSent = () => server.received.map(({ headers }) => headers['idempotency-key'])

describe('a request', () => {
  test('carries the key in a header only, and the body as JSON', async () => {
    server.replies({ status: 201, body: { status: 'success', customer: { id: 'c' } } })
    const { customer } = await clientWith({ baseUrl: `${server.url}/` }).customers.create({
      name: 'Zoë',
      email: 'zoe@example.com',
    })
    expect(customer.id).toBe('c')
    const [request] = server.received
    expect(request).toMatchObject({ method: 'POST', path: '/api/v2/customer' })
    expect(JSON.parse(request?.body ?? '')).toEqual({ name: 'Zoë', email: 'zoe@example.com' })
    expect(request?.headers).toMatchObject({
      authorization: 'Bearer cf_test_key',
      'content-type': 'application/json',
      'user-agent': `counterfoil-js/${VERSION}`,
    })
  })

  test('to create something has an Idempotency-Key of its own, or yours', async () => {
    server.replies({})
    const client = clientWith()
    await client.payouts.create('c', PAYOUT)
    await client.payouts.create('c', PAYOUT)
    await client.payouts.create('c', PAYOUT, { idempotencyKey: 'payout-42' })
    await client.invoices.get('i')
    const [first, second, ...others] = keysSent()
    expect(first).toMatch(/^[\w-]{36}$/)
    expect(second).not.toBe(first)
    expect(others).toEqual(['payout-42', undefined])
  })

  test('with an empty id or key is never sent: it would do something else', async () => {
    server.replies({})
    const client = clientWith()
    expect(() => client.invoices.get('')).toThrow('invoice_id must not be empty')
    await expect(client.payouts.create('c', PAYOUT, { idempotencyKey: ' ' })).rejects.toThrow(
      'idempotencyKey must not be empty',
    )
    expect(server.received).toEqual([])
  })

  test('escapes ids', async () => {
    server.replies({})
    await clientWith().invoices.get('../customer/1?x')
    expect(server.received[0]?.path).toBe('/api/v2/invoice/..%2Fcustomer%2F1%3Fx')
  })

  test('reports its answer, with the fields that the API does not know', async () => {
    const headers = { 'counterfoil-ignored-fields': 'colour, e_mail', 'idempotent-replayed': 'true' }
    server.replies({ status: 201, headers })
    const answers: AnswerInfo[] = []
    await clientWith({ onAnswer: (info) => answers.push(info) }).invoices.create({ amount: 5 })
    expect(answers).toMatchObject([
      {
        method: 'POST',
        path: '/api/v2/invoice',
        status: 201,
        requestId: 'req-12345678',
        attempt: 1,
        isReplay: true,
        ignoredFields: ['colour', 'e_mail'],
      },
    ])
  })
})

describe('a refusal', () => {
  test('is an error of the class of its code, with all that helps', async () => {
    server.replies(refusal(400, 'insufficient_balance', 'never'))
    const error = await clientWith()
      .payouts.create('c', PAYOUT, { idempotencyKey: 'k' })
      .catch((e) => e)
    expect(error).toBeInstanceOf(InsufficientBalanceError)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({
      name: 'InsufficientBalanceError',
      message: 'The message of insufficient_balance',
      status: 400,
      code: 'insufficient_balance',
      requestId: 'req-12345678',
      retry: 'never',
      help: 'https://pay.example.com/docs/errors/insufficient_balance',
      idempotencyKey: 'k',
    })
    expect(server.received).toHaveLength(1)
  })

  test('leads to the object that it conflicts with', async () => {
    server.replies(refusal(409, 'customer_email_taken', 'never', { location: '/api/v2/customer/c1' }))
    const error = await clientWith()
      .customers.create({ name: 'A', email: 'a@b.co' })
      .catch((e) => e)
    expect(error).toBeInstanceOf(CustomerEmailTakenError)
    expect(error.location).toBe('/api/v2/customer/c1')
  })

  test.each(['not_known_yet', 'toString'])('with the unknown code %s is an ApiError', async (code) => {
    server.replies(refusal(400, code, 'never'))
    const error = await clientWith()
      .invoices.get('i')
      .catch((e) => e)
    expect([error.name, error.code]).toEqual(['ApiError', code])
  })
})

describe('an unknown outcome', () => {
  const unknown: [string, Reply][] = [
    ['a connection that is reset after the request', 'lost'],
    ['an answer that is cut off', 'cut'],
    ['a proxy’s 502', proxyPage(502)],
    ['a proxy’s 504 in JSON', { status: 504, body: { error: 'upstream timed out' } }],
    ['a 200 that is garbage', { status: 200, body: '{"status":"succ' }],
    ['a 200 of something else', { status: 200, body: { ok: true } }],
    ['a fault of the service', refusal(500, 'internal_error', 'same-key')],
    ['a request that is still in progress', refusal(409, 'idempotency_key_in_progress', 'same-key')],
  ]

  test.each(unknown)('of %s is never an ApiError, and is asked for with the same key', async (_, reply) => {
    server.replies(reply)
    const error = await clientWith({ maxRetries: 2 })
      .payouts.create('c', PAYOUT)
      .catch((e) => e)
    expect(error).toBeInstanceOf(OutcomeUnknownError)
    expect(error).not.toBeInstanceOf(ApiError)
    expect(keysSent()).toEqual([error.idempotencyKey, error.idempotencyKey, error.idempotencyKey])
    expect(error.idempotencyKey).toMatch(/^[\w-]{36}$/)
  })

  test.each(unknown)('of %s is over once a repeat is answered', async (_, reply) => {
    server.replies(reply, { body: { status: 'success', payout: { id: 'p' } } })
    expect((await clientWith().payouts.create('c', PAYOUT)).payout.id).toBe('p')
    server.replies(reply, refusal(400, 'insufficient_balance', 'never'))
    await expect(clientWith().payouts.create('c', PAYOUT)).rejects.toThrow(InsufficientBalanceError)
  })

  test.each([
    ['a rate limit', refusal(429, 'rate_limited', 'after-delay', { 'retry-after': '3600' })],
    ['a key that was revoked meanwhile', refusal(401, 'invalid_api_key', 'never')],
    ['a ban', refusal(403, 'vendor_banned', 'never')],
  ])('stays unknown where the repeat meets %s', async (_, reply) => {
    server.replies('lost', reply)
    const error = await clientWith()
      .payouts.create('c', PAYOUT)
      .catch((e) => e)
    expect(error).toBeInstanceOf(OutcomeUnknownError)
    expect(error.cause).toBeInstanceOf(ApiError)
    expect(error.cause.isFinal).toBe(false)
    // Alone, it is a refusal: nothing was sent before.
    server.replies(reply)
    await expect(clientWith().payouts.create('c', PAYOUT)).rejects.toThrow(ApiError)
  })

  test('of a read is the error of the service, if that is what came', async () => {
    server.replies(refusal(500, 'internal_error', 'same-key'))
    await expect(clientWith({ maxRetries: 0 }).invoices.get('i')).rejects.toThrow(InternalError)
  })

  test.each([
    ['a page of something else', proxyPage(404), 'Is baseUrl right?'],
    [
      'a redirect, which is not followed: the key would go elsewhere',
      { status: 301, headers: { location: 'https://pay.example.com/' }, body: '' },
      'baseUrl redirects to https://pay.example.com/',
    ],
  ])('of %s is not repeated: the address is wrong', async (_, reply, message) => {
    server.replies(reply)
    const error = await clientWith()
      .payouts.create('c', PAYOUT)
      .catch((e) => e)
    expect(error).toBeInstanceOf(OutcomeUnknownError)
    expect(error.message).toContain(message)
    expect(server.received).toHaveLength(1)
  })
})

describe('a repeat', () => {
  const success = { body: { status: 'success', payout: { id: 'p' } } }

  test.each([
    ['a lost connection', 'lost'],
    ['an answer that is cut off', 'cut'],
    ['a refusal that says same-key', refusal(503, 'service_unavailable', 'same-key')],
    [
      'a refusal that says after-delay',
      refusal(409, 'idempotency_key_in_progress', 'after-delay', { 'retry-after': '0' }),
    ],
    ['a proxy’s 502', proxyPage(502)],
    ['a proxy that is too busy', proxyPage(429, { 'retry-after': '0' })],
  ] as const)('follows %s, with the same key', async (_, reply) => {
    server.replies(reply, success)
    const { payout } = await clientWith().payouts.create('c', PAYOUT)
    expect(payout.id).toBe('p')
    const [first, second] = keysSent()
    expect(keysSent()).toHaveLength(2)
    expect(second).toBe(first)
  })

  test.each([
    ['a refusal that says never', refusal(502, 'payout_refused', 'never')],
    ['a wait longer than a minute', refusal(429, 'rate_limited', 'after-delay', { 'retry-after': '3600' })],
  ])('does not follow %s', async (_, reply) => {
    server.replies(reply)
    await expect(clientWith().payouts.create('c', PAYOUT)).rejects.toThrow(ApiError)
    expect(server.received).toHaveLength(1)
  })

  test('waits as long as Retry-After says', async () => {
    server.replies(refusal(429, 'rate_limited', 'after-delay', { 'retry-after': '1' }), success)
    const startedAt = Date.now()
    await clientWith().payouts.create('c', PAYOUT)
    expect(Date.now() - startedAt).toBeGreaterThanOrEqual(990)
  })

  test('ends after maxRetries, with the key to go on with', async () => {
    server.replies('lost')
    const error = await clientWith({ maxRetries: 2 })
      .payouts.create('c', PAYOUT)
      .catch((e) => e)
    expect(error).toBeInstanceOf(ConnectionError)
    expect(server.received).toHaveLength(3)
    expect(new Set(keysSent())).toEqual(new Set([error.idempotencyKey]))
    await expect(clientWith().payouts.create('c', PAYOUT, { maxRetries: 0 })).rejects.toThrow(ConnectionError)
    expect(server.received).toHaveLength(4)
  })
})

test('a POST that takes no key is repeated only where nothing was done', async () => {
  const send = createSend({ apiKey: 'k', baseUrl: server.url, backoffMs: 1 })
  const request = { method: 'POST', path: '/api/v2/without-key', body: {} }
  for (const [reply, attempts] of [
    ['lost', 1],
    [refusal(503, 'service_unavailable', 'same-key'), 1],
    [proxyPage(503), 1],
    [proxyPage(429), 1],
    [refusal(502, 'payment_provider_failed', 'after-delay', { 'retry-after': '0' }), 2],
  ] as const) {
    server.replies(reply, {})
    await send(request).catch(() => undefined)
    expect(server.received).toHaveLength(attempts)
    expect(keysSent()).toEqual(server.received.map(() => undefined))
  }
})

describe('time', () => {
  test('an answer that takes too long is a TimeoutError', async () => {
    server.replies('silent')
    const error = await clientWith({ timeoutMs: 500, maxRetries: 1 })
      .payouts.create('c', PAYOUT)
      .catch((e) => e)
    expect(error).toBeInstanceOf(TimeoutError)
    expect(error.idempotencyKey).toBe(keysSent()[0])
    expect(server.received).toHaveLength(2)
  })

  test('an aborted signal ends the call with its reason, in the middle of a request or of a wait', async () => {
    const reason = new Error('the buyer left')
    for (const reply of [
      'silent',
      refusal(429, 'rate_limited', 'after-delay', { 'retry-after': '50' }),
    ] as const) {
      server.replies(reply)
      const controller = new AbortController()
      const call = clientWith().invoices.get('i', { signal: controller.signal })
      await expect.poll(() => server.received.length, { timeout: 20_000 }).toBe(1)
      controller.abort(reason)
      await expect(call).rejects.toBe(reason)
    }
    server.replies({})
    await expect(clientWith().invoices.get('i', { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
    expect(server.received).toEqual([])
  })
})

test('a client without its settings says so at once', () => {
  expect(() => clientWith({ apiKey: '' })).toThrow('apiKey is empty')
  expect(() => clientWith({ baseUrl: 'pay.example.com' })).toThrow('baseUrl must be')
})

test('the version is that of the package', () => {
  const manifest = JSON.parse(readFileSync('packages/client/package.json', 'utf8'))
  expect(manifest.version).toBe(VERSION)
  expect(manifest.dependencies).toBeUndefined()
})

test('the client that programs import needs no Node.js: it runs at the edge too', () => {
  const files = new Set(['packages/client/src/index.ts'])
  for (const file of files) {
    for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(/from '([^']+)'/g)) {
      expect(path, file).toMatch(/^\.\.?\//)
      files.add(new URL(path, `file:///${file}`).pathname.slice(1))
    }
  }
  expect(files.size).toBeGreaterThan(7)
  expect(readdirSync('packages/client/src')).toContain('index.ts')
})
