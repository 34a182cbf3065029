import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  BROKEN_STRINGS,
  HOSTILE_NUMBERS,
  HOSTILE_STRINGS,
  HOSTILE_STRUCTURES,
} from '@/e2e/fixtures/hostile-values'
import { expectRefusal } from '../fixtures/api-client'
import { buildScene, call, ENDPOINTS, POST_ENDPOINTS, type Scene } from '../fixtures/endpoints'
import { FIELDS, postAll, written } from '../fixtures/hostile-requests'

// `send` fails on any answer that is not JSON, or is a refusal without a text in `error`.

let scene: Scene

beforeAll(async () => {
  scene = await buildScene()
  await scene.vendor.credit('100000')
})

afterAll(async () => {
  for (const endpoint of ENDPOINTS) expect((await call(endpoint, scene)).status).toBe(endpoint.success)
  await scene.vendor.expectSoundLedger()
})

const NUMBER_FIELDS = ['amount', 'items.0.qty', 'items.0.price']
const OBJECT_FIELDS = ['address', 'bank_details', 'items', 'items.0']
const NO_OBJECTS = ['true', '"x"', '"[]"', '[0]', '[[]]', '[null]', '["x"]', '{"isLosslessNumber":true}']

const CASES = POST_ENDPOINTS.flatMap((endpoint) =>
  (FIELDS[endpoint.name] ?? []).map((field) => ({ endpoint, name: endpoint.name, field })),
)

/** Values of types that the field does not accept. */
function wrongFor(field: string): string[] {
  if (OBJECT_FIELDS.includes(field)) return [...HOSTILE_NUMBERS, ...NO_OBJECTS]
  return NUMBER_FIELDS.includes(field) ? HOSTILE_STRUCTURES : [...HOSTILE_STRUCTURES, ...HOSTILE_NUMBERS]
}

describe.each(CASES)('$name, $field', ({ endpoint, field }) => {
  const bodies = (values: string[]) => values.map((value) => written(scene, endpoint, field, value))

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
