import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, expectRefusal, type Fields, send } from '../fixtures/api-client'
import {
  buildScene,
  call,
  ENDPOINTS,
  type Endpoint,
  GET_ENDPOINTS,
  POST_ENDPOINTS,
  type Scene,
} from '../fixtures/endpoints'
import {
  BROKEN_STRINGS,
  HOSTILE_NUMBERS,
  HOSTILE_SEGMENTS,
  HOSTILE_STRINGS,
  HOSTILE_STRUCTURES,
} from '../fixtures/hostile-values'
import { withField } from '../fixtures/request-bodies'
import { database, expectLedgerInBalance } from '../fixtures/vendor'

// `send` fails for any answer that is not JSON, or is a refusal without a text in `error`.

/** What a request may be answered: done, or refused for something that is the client's fault. */
const ACCEPTABLE = [200, 201, 400, 401, 404, 409, 413]
const PLACEHOLDER = '@@@'
const RUNS = { seed: 20_260_101, numRuns: 120 }

let scene: Scene

beforeAll(async () => {
  scene = await buildScene()
  await scene.vendor.credit('100000')
})

afterAll(async () => {
  for (const endpoint of ENDPOINTS) expect((await call(endpoint, scene)).status).toBe(endpoint.success)
  await expectLedgerInBalance()
})

const NUMBER_FIELDS = ['amount', 'items.0.qty', 'items.0.price']
const OBJECT_FIELDS = ['address', 'bank_details', 'items', 'items.0']

const FIELDS: Record<string, string[]> = {
  'create customer': [
    'name',
    'email',
    'group',
    'preferred_currency',
    'address_line1',
    'address_line2',
    'city',
    'state',
    'zip',
    'country',
  ],
  'add bank account': [
    'entity_type',
    'email',
    'address',
    'address.country_code',
    'address.state',
    'address.city',
    'address.postcode',
    'address.street_address',
    'bank_details',
    'bank_details.account_name',
    'bank_details.account_number',
    'bank_details.routing_number',
    'bank_details.bank_name',
    'bank_details.account_category',
    'first_name',
    'last_name',
    'date_of_birth',
    'company_name',
  ],
  payout: ['bank_account_id', 'amount', 'currency'],
  'create invoice': [
    'customer_id',
    'email',
    'amount',
    'items',
    'items.0',
    'items.0.title',
    'items.0.qty',
    'items.0.price',
    'currency',
    'due_date',
    'redirect_url',
    'webhook_url',
  ],
}

const CASES = POST_ENDPOINTS.flatMap((endpoint) =>
  (FIELDS[endpoint.name] ?? []).map((field) => ({ endpoint, name: endpoint.name, field })),
)

/** A good body as text, with this text in the field's place. */
function written(endpoint: Endpoint, field: string, value: string): string {
  const body = endpoint.body(scene)
  const [item, inItem] = /^items\.0(?:\.(.+))?$/.exec(field) ?? []
  const spoiled = item
    ? { ...body, items: [inItem ? { title: 'x', qty: 1, price: 1, [inItem]: PLACEHOLDER } : PLACEHOLDER] }
    : withField(body, field, PLACEHOLDER)
  return JSON.stringify({ ...spoiled, api_key: scene.vendor.key }).replace(`"${PLACEHOLDER}"`, () => value)
}

function post(endpoint: Endpoint, body: string | Uint8Array): Promise<Answer> {
  return send({ method: 'POST', path: endpoint.path(scene), body })
}

/** Posts all bodies at once, and checks that what has been made is what was answered with a success. */
async function postAll(endpoint: Endpoint, bodies: (string | Uint8Array)[]): Promise<Answer[]> {
  const before = await made()
  const answers = await Promise.all(bodies.map((body) => post(endpoint, body)))
  const successes = answers.filter(({ status }) => status < 300).length
  const after = await made()
  for (const [table, count] of Object.entries(after)) {
    // An invoice by e-mail may make its customer.
    const most =
      table === endpointTable(endpoint) || (table === 'customers' && endpoint.name === 'create invoice')
    const news = count - (before[table] ?? 0)
    if (table === endpointTable(endpoint)) expect(news, table).toBe(successes)
    else expect(news, table).toBeLessThanOrEqual(most ? successes : 0)
  }
  for (const { status, text } of answers) expect(ACCEPTABLE, text.slice(0, 200)).toContain(status)
  return answers
}

async function made(): Promise<Record<string, number>> {
  const tables = ['customers', 'bank_accounts', 'invoices', 'payouts', 'webhook_events', 'idempotency_claims']
  const counts = tables.map((name) => `(SELECT count(*)::int FROM ${name} WHERE account_id = $1) AS ${name}`)
  const { rows } = await database.query(`SELECT ${counts.join(', ')}`, [scene.vendor.account.id])
  return rows[0]
}

function endpointTable({ name }: Endpoint): string | undefined {
  return {
    'create customer': 'customers',
    'add bank account': 'bank_accounts',
    payout: 'payouts',
    'create invoice': 'invoices',
  }[name]
}

describe.each(CASES)('$name, $field', ({ endpoint, field }) => {
  const isNumber = NUMBER_FIELDS.includes(field)

  test('refuses every value of another type', async () => {
    const others = [...HOSTILE_STRUCTURES, ...(isNumber ? [] : HOSTILE_NUMBERS)]
    const wrong = OBJECT_FIELDS.includes(field)
      ? [
          ...HOSTILE_NUMBERS,
          'true',
          '"x"',
          '"[]"',
          '[0]',
          '[[]]',
          '[null]',
          '["x"]',
          '{"isLosslessNumber":true}',
        ]
      : others
    const answers = await postAll(
      endpoint,
      wrong.map((value) => written(endpoint, field, value)),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 400))
  })

  test('refuses the body for NUL and for half a character', async () => {
    const answers = await postAll(
      endpoint,
      BROKEN_STRINGS.map((value) => written(endpoint, field, value)),
    )
    for (const answer of answers) expectRefusal(answer, 400, 'Invalid JSON body')
  })

  test('takes or refuses any text and number, and keeps what it takes', async () => {
    const values = [...HOSTILE_STRINGS, ...HOSTILE_NUMBERS, 'null']
    await postAll(
      endpoint,
      values.map((value) => written(endpoint, field, value)),
    )
  })
})

describe.each(POST_ENDPOINTS)('$name', (endpoint) => {
  const good = () => JSON.stringify({ ...endpoint.body(scene), api_key: scene.vendor.key })

  test('refuses bytes that are no UTF-8, wherever they are', async () => {
    for (const bytes of [
      [0xff],
      [0xc0, 0xaf],
      [0xe2, 0x82],
      [0xed, 0xa0, 0x80],
      [0xf4, 0x90, 0x80, 0x80],
      [0xfe, 0xff],
    ]) {
      const [before = '', after = ''] = written(endpoint, 'padding', '"@"').split('@')
      const body = Buffer.concat([Buffer.from(before), Buffer.from(bytes), Buffer.from(after)])
      const [answer] = await postAll(endpoint, [body])
      if (answer) expectRefusal(answer, 400, 'Invalid JSON body')
    }
  })

  test('refuses NUL and half characters in fields and names that it does not know', async () => {
    const bodies = BROKEN_STRINGS.flatMap((value) => [
      written(endpoint, 'padding', value),
      written(endpoint, 'padding', `[[{"x":${value}}]]`),
      written(endpoint, 'padding', `{${value}:1}`),
    ])
    for (const answer of await postAll(endpoint, bodies)) expectRefusal(answer, 400, 'Invalid JSON body')
  })

  test('is not confused by names that JavaScript knows', async () => {
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
      const [answer] = await postAll(endpoint, [inherited])
      expect(answer?.status, name).toBe(400)
      const [missingStatus, missingMessage] = endpoint.missingKey
      const keyInherited = fields.replace('{', `{"${name}":{"api_key":${key}},`)
      const [keyAnswer] = await postAll(endpoint, [keyInherited])
      if (keyAnswer) expectRefusal(keyAnswer, missingStatus, missingMessage)
    }
  })

  test('takes or refuses a name that comes twice, and a byte order mark', async () => {
    const twice = Object.entries(endpoint.body(scene)).flatMap(([name, value]) => [
      good().replace('{', `{${JSON.stringify(name)}:${JSON.stringify(value)},`),
      good().replace('{', `{${JSON.stringify(name)}:null,`),
      good().replace(/\}$/, `,${JSON.stringify(name)}:[]}`),
    ])
    await postAll(endpoint, [...twice, `\ufeff${good()}`])
  })

  test('takes or refuses any JSON in any of its fields', async () => {
    const fields = FIELDS[endpoint.name]?.filter((field) => !field.startsWith('items.0')) ?? []
    const value = fc.oneof(
      fc.jsonValue({ maxDepth: 4, noUnicodeString: false }).map((json) => JSON.stringify(json)),
      fc.string({ unit: 'binary', maxLength: 300 }).map((text) => JSON.stringify(text)),
      fc.constantFrom(...HOSTILE_NUMBERS, ...HOSTILE_STRINGS.slice(0, -2), ...HOSTILE_STRUCTURES),
    )
    const property = fc.asyncProperty(fc.constantFrom(...fields), value, async (field, text) => {
      await postAll(endpoint, [written(endpoint, field, text)])
    })
    await fc.assert(property, RUNS)
  })

  test('takes or refuses a body that was damaged on its way', async () => {
    const property = fc.asyncProperty(
      fc.nat(),
      fc.uint8Array({ minLength: 1, maxLength: 4 }),
      async (at, bytes) => {
        const body = Buffer.from(good())
        Buffer.from(bytes).copy(body, at % body.length)
        await postAll(endpoint, [body])
      },
    )
    await fc.assert(property, RUNS)
  })

  test('refuses bytes at random', async () => {
    const property = fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 400 }), async (bytes) => {
      const [answer] = await postAll(endpoint, [bytes])
      expect([400, 401]).toContain(answer?.status)
    })
    await fc.assert(property, { ...RUNS, numRuns: 40 })
  })

  test('takes no brackets by the hundred thousand', async () => {
    const bodies = [
      '['.repeat(100_000),
      '{"a":'.repeat(50_000),
      `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
      written(endpoint, 'padding', `${'[{"a":'.repeat(20_000)}1${'}]'.repeat(20_000)}`),
    ]
    for (const answer of await postAll(endpoint, bodies)) expectRefusal(answer, 400, 'Invalid JSON body')
  })
})

describe.each(ENDPOINTS.filter((endpoint) => /customerId|invoiceId/.test(String(endpoint.path))))(
  '$name, an id in the path',
  (endpoint) => {
    const missing = endpoint.name === 'invoice status' ? 'Invoice not found' : 'Customer not found'

    test.each(HOSTILE_SEGMENTS)('%s is 404', async (segment) => {
      const path = endpoint.path({ ...scene, customerId: segment, invoiceId: segment })
      const headers = { authorization: `Bearer ${scene.vendor.key}` }
      const body: Fields | undefined = endpoint.method === 'POST' ? endpoint.body(scene) : undefined
      const answer = await scene.vendor.unchanged(() =>
        send({ method: endpoint.method, path, body, headers }),
      )
      expectRefusal(answer, 404, missing)
    })
  },
)

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
  ])('%s is a refusal like any other', async (query) => {
    const answer = await send({ method: 'GET', path: `${endpoint.path(scene)}?${query}` })
    expect([400, 401]).toContain(answer.status)
  })
})
