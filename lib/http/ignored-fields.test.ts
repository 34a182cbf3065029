import { expect, test } from 'vitest'
import { z } from 'zod'
import { ignoredFields, knownFields } from './ignored-fields'
import { parseJsonBody } from './json-body'

const KNOWN = knownFields(
  z.object({
    name: z.string(),
    address: z.object({ city: z.string() }).optional(),
    items: z
      .array(z.object({ title: z.string() }))
      .nullable()
      .optional(),
    metadata: z.record(z.string(), z.string()).optional(),
  }),
  ['api_key'],
)

const ignored = (body: object) => ignoredFields(parseJsonBody(Buffer.from(JSON.stringify(body))), KNOWN)

test('a body of known fields has none, whatever is in a field without a fixed shape', () => {
  const known = { api_key: 'k', name: 'Ada', address: { city: 'London' }, items: [{ title: 'A' }] }
  expect(ignored({ ...known, metadata: { anything: 'goes' } })).toBeNull()
  expect(ignored({ address: 'London', items: 7, name: null })).toBeNull()
})

test('unknown fields are named by path, each once', () => {
  const items = [{ titel: 'A' }, { titel: 'B', qty: 1 }]
  expect(ignored({ nmae: 'Ada', address: { town: 'London' }, items })).toBe(
    'nmae, address.town, items.titel, items.qty',
  )
})

test.each(['a\r\nSet-Cookie: b=c', 'a, b', 'ä', '', ' ', '1', '<script>', 'x'.repeat(65), '"', 'a:'])(
  'a name that no header should repeat is left out: %j',
  (name) => {
    expect(ignored({ [name]: 1, other: 2 })).toBe('other')
    expect(ignored({ [name]: 1 })).toBeNull()
  },
)

test('at most 20 names are repeated, so the header stays short', () => {
  const many = Object.fromEntries(
    Array.from({ length: 1000 }, (_, index) => [`f${index}`.padEnd(64, 'x'), 1]),
  )
  const value = ignored({ ...many, items: Array.from({ length: 50 }, () => many) }) ?? ''
  expect(value.split(', ')).toHaveLength(20)
  expect(value.length).toBeLessThan(1400)
})
