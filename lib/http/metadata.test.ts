import { expect, test } from 'vitest'
import { parseJsonBody } from './json-body'
import { isSameMetadata, metadataField } from './metadata'

const parse = (metadata: unknown) =>
  metadataField.read(parseJsonBody(Buffer.from(JSON.stringify({ metadata }))).metadata)

const keys = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 'v']))

test.each([
  [{}, '{}'],
  [{ order: '7' }, '{"order":"7"}'],
  [{ ['☕'.repeat(40)]: '🥐'.repeat(500) }, `{"${'☕'.repeat(40)}":"${'🥐'.repeat(500)}"}`],
  [null, null],
  [undefined, null],
  [keys(20), JSON.stringify(keys(20))],
])('%j is metadata', (value, text) => {
  expect(parse(value)).toBe(text)
})

test.each([
  ['text'],
  [''],
  [['a']],
  [7],
  [true],
  [{ a: 1 }],
  [{ a: null }],
  [{ a: { b: 'c' } }],
  [{ '': 'a' }],
  [{ ['x'.repeat(41)]: 'a' }],
  [{ a: 'x'.repeat(501) }],
  [keys(21)],
])('%j is refused', (value) => {
  expect(() => parse(value)).toThrow(/^metadata must be an object of at most 20 keys/)
})

test('the order of keys makes no difference', () => {
  expect(isSameMetadata('{"a":"1","b":"2"}', '{"b": "2", "a": "1"}')).toBe(true)
  expect(isSameMetadata('{"a":"1"}', '{"a":"2"}')).toBe(false)
  expect(isSameMetadata('{}', null)).toBe(false)
})
