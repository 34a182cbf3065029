import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  BROKEN_STRINGS,
  HOSTILE_NUMBERS,
  HOSTILE_SEGMENTS,
  HOSTILE_STRINGS,
  HOSTILE_STRUCTURES,
} from '@/e2e/fixtures/hostile-values'
import { expectRefusal, send } from '../fixtures/api-client'
import { buildScene, call, ENDPOINTS, POST_ENDPOINTS, type Scene } from '../fixtures/endpoints'
import { bodyWith, FIELDS, type Field, OTHERS, postAll, QUERIES } from '../fixtures/hostile-requests'
import { withField } from '../fixtures/request-bodies'

// `send` fails on any answer that is not JSON, or is a refusal without a text in `error`.

let scene: Scene

beforeAll(async () => {
  scene = await buildScene()
  await scene.vendor.credit('100000')
})

afterAll(async () => {
  // A refund of nothing in particular is one of all that is left.
  for (const endpoint of ENDPOINTS.filter(
    ({ isBodyOptional, isExhaustible }) => !isBodyOptional && !isExhaustible,
  )) {
    expect((await call(endpoint, scene)).status).toBe(endpoint.success)
  }
})

const NO_OBJECTS = ['true', '"x"', '"[]"', '[0]', '[[]]', '[null]', '["x"]', '{"isLosslessNumber":true}']

/** Values of types that the field does not accept. */
function wrongFor({ types }: Field): string[] {
  if (types.includes('object') || types.includes('array')) return [...HOSTILE_NUMBERS, ...NO_OBJECTS]
  const structures = HOSTILE_STRUCTURES.filter((value) => !types.includes(typeof JSON.parse(value)))
  const isNumber = types.includes('number') || types.includes('integer')
  return isNumber ? structures : [...structures, ...HOSTILE_NUMBERS]
}

const CASES = POST_ENDPOINTS.flatMap((endpoint) =>
  (FIELDS[endpoint.name] ?? []).map((field) => ({ endpoint, name: endpoint.name, path: field.path, field })),
)

describe.each(CASES)('$name, $path', ({ endpoint, path, field }) => {
  const bodies = (values: string[]) => values.map((value) => bodyWith(scene, endpoint, path, value))

  test('refuses every value of another type', async () => {
    const answers = await postAll(scene, endpoint, bodies(wrongFor(field)))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 400))
  })

  test('refuses a body with NUL or a lone surrogate', async () => {
    const answers = await postAll(scene, endpoint, bodies(BROKEN_STRINGS))
    for (const answer of answers) expectRefusal(answer, 400, 'Invalid JSON body')
  })

  test('accepts or refuses any text and number, and creates exactly what it accepts', async () => {
    await postAll(scene, endpoint, bodies([...HOSTILE_STRINGS, ...HOSTILE_NUMBERS, 'null']))
  })
})

describe('names', () => {
  const CONTROLS = ['\u001b[2K', '\n', '\t', '\u007f', '\u009b', '\u2028', '\u202e', '\u2066']
  const NAMES = [
    { name: 'create customer', field: 'name' },
    { name: 'add bank account', field: 'first_name' },
    { name: 'add bank account', field: 'last_name' },
    { name: 'add bank account', field: 'bank_details.account_name' },
    { name: 'add bank account', field: 'bank_details.bank_name' },
  ]

  test.each(NAMES)('$field ($name) must not contain control characters', async ({ name, field }) => {
    const endpoint = POST_ENDPOINTS.find((each) => each.name === name)
    if (!endpoint) throw new Error(`There is no endpoint ${name}`)
    const values = CONTROLS.map((control) => JSON.stringify(`Mary${control}Smith`))
    const bodies = values.map((value) => bodyWith(scene, endpoint, field, value))
    const label = field.split('.').pop()
    for (const answer of await postAll(scene, endpoint, bodies)) {
      expect(answer.status).toBe(400)
      expect(answer.body.error).toMatch(new RegExp(`${label} must not contain control characters$`))
      expect(answer.headers.get('counterfoil-error')).toBe('field_has_control_characters')
    }
  })
})

/** The path with ids of the scene. */
const filled = (path: string) =>
  path
    .replace('{customer_id}', scene.customerId)
    .replace('{invoice_id}', scene.invoiceId)
    .replace('{payout_id}', scene.payoutId)
    .replace('{recurring_invoice_id}', scene.recurringInvoiceId)
const bearer = () => ({ authorization: `Bearer ${scene.vendor.key}` })

const OTHER_CASES = OTHERS.flatMap((other) =>
  other.fields.map((field) => ({ other, name: other.name, path: field.path, field })),
)

describe.each(OTHER_CASES)('$name, $path', ({ other, path, field }) => {
  const sendAll = (values: string[]) =>
    Promise.all(
      values.map((value) => {
        const body = JSON.stringify(withField(other.body ?? {}, path, '@@@')).replace('"@@@"', () => value)
        return send({ method: other.method, path: filled(other.path), body, headers: bearer() })
      }),
    )

  test('refuses every value of another type', async () => {
    const answers = await scene.vendor.unchanged(() => sendAll(wrongFor(field)))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 400))
  })

  test('refuses a body with NUL or a lone surrogate', async () => {
    for (const answer of await sendAll(BROKEN_STRINGS)) expectRefusal(answer, 400, 'Invalid JSON body')
  })

  test('accepts or refuses any text and number', async () => {
    const answers = await sendAll([...HOSTILE_STRINGS, ...HOSTILE_NUMBERS, 'null'])
    for (const { status, text } of answers) expect([200, 201, 400, 404, 409], text).toContain(status)
  })
})

// An external id is the vendor's own text, and not one of ours that could be missing.
const WITH_ID = OTHERS.filter(({ path }) => path.includes('{') && !path.includes('{external_id}'))

describe.each(WITH_ID)('$name, an id in the path', (other) => {
  test('is 404 if it is hostile', async () => {
    const { method, body } = other
    const requests = HOSTILE_SEGMENTS.map((segment) => {
      const path = other.path.replace(/\{\w+\}/, () => segment)
      return { method, path, body, headers: bearer() }
    })
    const answers = await scene.vendor.unchanged(() => Promise.all(requests.map((each) => send(each))))
    expect(answers.map(({ status, body }, index) => [HOSTILE_SEGMENTS[index], status, body.error])).toEqual(
      HOSTILE_SEGMENTS.map((segment) => [segment, 404, expect.stringMatching(/not found$/i)]),
    )
  })
})

const QUERY_VALUES = [
  ...HOSTILE_STRINGS.map((text) => JSON.parse(text) as string),
  ...HOSTILE_NUMBERS,
  '\0',
  'a\0b',
]
  // A longer line is refused before any of it is read.
  .filter((value) => value.length < 2000)
  .map(encodeURIComponent)

describe.each(QUERIES)('$path, $name in the query', ({ path, name }) => {
  test('accepts or refuses any value', async () => {
    const values = [...QUERY_VALUES, '%ff%fe', '%', '%zz', '%ed%a0%80']
    const answers = await Promise.all(
      values.map((value) =>
        send({ method: 'GET', path: `${filled(path)}?${name}=${value}`, headers: bearer() }),
      ),
    )
    for (const { status, text } of answers) expect([200, 400], text).toContain(status)
  })
})
