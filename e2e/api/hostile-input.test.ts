import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  BROKEN_STRINGS,
  HOSTILE_NUMBERS,
  HOSTILE_SEGMENTS,
  HOSTILE_STRINGS,
  HOSTILE_STRUCTURES,
} from '@/e2e/fixtures/hostile-values'
import { expectRefusal, type Fields, send } from '../fixtures/api-client'
import { buildScene, call, ENDPOINTS, GET_ENDPOINTS, POST_ENDPOINTS, type Scene } from '../fixtures/endpoints'
import { bodyWith, FIELDS, postAll } from '../fixtures/hostile-requests'

// `send` fails on any answer that is not JSON, or is a refusal without a text in `error`.

const RUNS = { seed: 20_260_101, numRuns: 80 }

let scene: Scene

beforeAll(async () => {
  scene = await buildScene()
  await scene.vendor.credit('100000')
})

afterAll(async () => {
  for (const endpoint of ENDPOINTS.filter(
    ({ isBodyOptional, isExhaustible }) => !isBodyOptional && !isExhaustible,
  )) {
    expect((await call(endpoint, scene)).status).toBe(endpoint.success)
  }
})

describe.each(POST_ENDPOINTS)('$name', (endpoint) => {
  const good = () => JSON.stringify({ ...endpoint.body(scene), api_key: scene.vendor.key })

  test('refuses bytes that are not UTF-8, wherever they are', async () => {
    for (const bytes of [
      [0xff],
      [0xc0, 0xaf],
      [0xe2, 0x82],
      [0xed, 0xa0, 0x80],
      [0xf4, 0x90, 0x80, 0x80],
      [0xfe, 0xff],
    ]) {
      const [before = '', after = ''] = bodyWith(scene, endpoint, 'padding', '"@"').split('@')
      const body = Buffer.concat([Buffer.from(before), Buffer.from(bytes), Buffer.from(after)])
      const [answer] = await postAll(scene, endpoint, [body])
      if (answer) expectRefusal(answer, 400, 'Invalid JSON body')
    }
  })

  test('refuses NUL and lone surrogates in unknown fields and names', async () => {
    const bodies = BROKEN_STRINGS.flatMap((value) => [
      bodyWith(scene, endpoint, 'padding', value),
      bodyWith(scene, endpoint, 'padding', `[[{"x":${value}}]]`),
      bodyWith(scene, endpoint, 'padding', `{${value}:1}`),
    ])
    for (const answer of await postAll(scene, endpoint, bodies))
      expectRefusal(answer, 400, 'Invalid JSON body')
  })

  test.skipIf(endpoint.isBodyOptional)(
    'is not confused by names that are special in JavaScript',
    async () => {
      const fields = JSON.stringify(endpoint.body(scene))
      const key = JSON.stringify(scene.vendor.key)
      for (const name of [
        '__proto__',
        'constructor',
        'prototype',
        'toString',
        'hasOwnProperty',
        'then',
        'toJSON',
      ]) {
        const inherited = `{"api_key":${key},"${name}":${fields}}`
        const [answer] = await postAll(scene, endpoint, [inherited])
        expect(answer?.status, name).toBe(400)
        const [missingStatus, missingMessage] = endpoint.missingKey
        const keyInherited = fields.replace('{', `{"${name}":{"api_key":${key}},`)
        const [keyAnswer] = await postAll(scene, endpoint, [keyInherited])
        if (keyAnswer) expectRefusal(keyAnswer, missingStatus, missingMessage)
      }
    },
  )

  test('accepts or refuses a duplicate name, and a byte order mark', async () => {
    const twice = Object.entries(endpoint.body(scene)).flatMap(([name, value]) => [
      good().replace('{', `{${JSON.stringify(name)}:${JSON.stringify(value)},`),
      good().replace('{', `{${JSON.stringify(name)}:null,`),
      good().replace(/\}$/, `,${JSON.stringify(name)}:[]}`),
    ])
    await postAll(scene, endpoint, [...twice, `\ufeff${good()}`])
  })

  test.skipIf(!FIELDS[endpoint.name]?.length)(
    'accepts or refuses any JSON in any of its fields',
    async () => {
      const fields = (FIELDS[endpoint.name] ?? [])
        .map(({ path }) => path)
        .filter((path) => !path.startsWith('items.0'))
      const value = fc.oneof(
        fc.jsonValue({ maxDepth: 4, noUnicodeString: false }).map((json) => JSON.stringify(json)),
        fc.string({ unit: 'binary', maxLength: 300 }).map((text) => JSON.stringify(text)),
        fc.constantFrom(...HOSTILE_NUMBERS, ...HOSTILE_STRINGS.slice(0, -2), ...HOSTILE_STRUCTURES),
      )
      const property = fc.asyncProperty(fc.constantFrom(...fields), value, async (field, text) => {
        await postAll(scene, endpoint, [bodyWith(scene, endpoint, field, text)])
      })
      await fc.assert(property, RUNS)
    },
  )

  test('accepts or refuses a body damaged in transit', async () => {
    const property = fc.asyncProperty(
      fc.nat(),
      fc.uint8Array({ minLength: 1, maxLength: 4 }),
      async (at, bytes) => {
        const body = Buffer.from(good())
        Buffer.from(bytes).copy(body, at % body.length)
        await postAll(scene, endpoint, [body])
      },
    )
    await fc.assert(property, RUNS)
  })

  test('refuses random bytes', async () => {
    const property = fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 400 }), async (bytes) => {
      const [answer] = await postAll(scene, endpoint, [bytes])
      expect([400, 401]).toContain(answer?.status)
    })
    await fc.assert(property, { ...RUNS, numRuns: 30 })
  })

  test('refuses a hundred thousand nested brackets', async () => {
    const bodies = [
      '['.repeat(100_000),
      '{"a":'.repeat(50_000),
      `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
      bodyWith(scene, endpoint, 'padding', `${'[{"a":'.repeat(20_000)}1${'}]'.repeat(20_000)}`),
    ]
    for (const answer of await postAll(scene, endpoint, bodies))
      expectRefusal(answer, 400, 'Invalid JSON body')
  })
})

describe.each(
  ENDPOINTS.filter((endpoint) =>
    /customerId|[iI]nvoiceId|payoutId|eventId|traceId/.test(String(endpoint.path)),
  ),
)('$name, an id in the path', (endpoint) => {
  const [, kind = ''] =
    /\{ (customer|invoice|paidInvoice|creditedInvoice|recurringInvoice|payout|event|trace)Id \}/.exec(
      String(endpoint.path),
    ) ?? []
  const name = kind.replace(/^(?:paid|credited)I/, 'i').replace('gI', 'g i')
  const missing = `${name.replace(/^./, (letter) => letter.toUpperCase())} not found`

  test('is 404 if it is hostile', async () => {
    const headers = { authorization: `Bearer ${scene.vendor.key}` }
    const { method } = endpoint
    const requests = HOSTILE_SEGMENTS.map((segment) => {
      const ids = {
        customerId: segment,
        invoiceId: segment,
        paidInvoiceId: segment,
        creditedInvoiceId: segment,
        recurringInvoiceId: segment,
        payoutId: segment,
        eventId: segment,
        traceId: segment,
      }
      const body: Fields | undefined = method !== 'GET' ? endpoint.body(scene) : undefined
      return { method, path: endpoint.path({ ...scene, ...ids }), body, headers }
    })
    const answers = await scene.vendor.unchanged(() => Promise.all(requests.map((each) => send(each))))
    expect(answers.map(({ status, body }, index) => [HOSTILE_SEGMENTS[index], status, body])).toEqual(
      HOSTILE_SEGMENTS.map((segment) => [segment, 404, { error: missing }]),
    )
  })
})

describe.each(GET_ENDPOINTS)('$name, the query', (endpoint) => {
  test.each([
    'api_key=%00',
    'api_key=%ff%fe',
    'api_key=%zz',
    'api_key[]=x',
    'api_key[$ne]=x',
    'api_key=x&api_key=y',
    `api_key=${'x'.repeat(8000)}`,
    '&&&===',
    '%',
    '__proto__[api_key]=x',
    'api_key=%F0%9F%98%80',
    'API_KEY=x',
  ])('%s is an ordinary refusal', async (query) => {
    const answer = await send({ method: 'GET', path: `${endpoint.path(scene)}?${query}` })
    expect([400, 401]).toContain(answer.status)
  })
})
