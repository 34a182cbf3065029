import fc from 'fast-check'
import { expect, test } from 'vitest'
import { indentJson } from './indent-json'

test('JSON is shown as JSON.stringify would indent it', () => {
  fc.assert(
    fc.property(fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue())), (value) => {
      expect(indentJson(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2))
    }),
  )
})

test('a number keeps every digit', () => {
  expect(indentJson('{"amount":12345678901234567890.10}')).toBe('{\n  "amount": 12345678901234567890.10\n}')
})

test('what was cut off is shown as far as it goes, and what is no JSON as it is', () => {
  expect(indentJson('{"a":1,"b":"tr… [truncated]')).toBe('{\n  "a": 1,\n  "b": "tr… [truncated]')
  expect(indentJson('<h1>It works</h1>')).toBe('<h1>It works</h1>')
  expect(indentJson('')).toBe('')
})
