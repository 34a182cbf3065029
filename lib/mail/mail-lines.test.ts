import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isMailAddress, oneLine } from './render-mail'

describe('an address', () => {
  test.each(['ada@example.com', "o'neil+tag@mail.example.co.uk", 'zoë@bücher.example', 'a@localhost'])(
    '%s is valid',
    (text) => expect(isMailAddress(text)).toBe(true),
  )

  test.each([
    '',
    'ada',
    '@example.com',
    'ada@',
    'ada@example.com,eve@example.com',
    'ada@example.com eve@example.com',
    'ada@example.com\nBcc: eve@example.com',
    'ada@example.com\r\n',
    'Ada <ada@example.com>',
    '"ada"@example.com',
    'ada@example.com;',
    'ada@@example.com',
    'ada(comment)@example.com',
    'ada@[127.0.0.1]',
    'ada\0@example.com',
    'ada\u2028@example.com',
    `${'a'.repeat(65)}@example.com`,
    `a@${'b'.repeat(253)}`,
  ])('%j is invalid, or more than one', (text) => expect(isMailAddress(text)).toBe(false))
})

describe('a line', () => {
  test('has no line break and no control character in it, whatever its source', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 300 }), (text, limit) => {
        const line = oneLine(text, limit)
        expect(line).not.toMatch(/[\p{Cc}\u2028\u2029]/u)
        expect(line.isWellFormed()).toBe(true)
        expect(Array.from(line).length).toBeLessThanOrEqual(limit)
      }),
      { seed: 20_261_121, numRuns: 500 },
    )
  })

  test('that would be another header becomes part of this one', () => {
    expect(oneLine('Corner\r\nBcc: eve@example.com\u2028Bakery', 100)).toBe(
      'Corner Bcc: eve@example.com Bakery',
    )
  })

  test('reads in its own direction', () => {
    expect(oneLine('\u202eyrekaB\u202c', 100)).toBe('yrekaB')
  })

  test('that is too long says so', () => {
    expect(oneLine('☕'.repeat(5), 3)).toBe('☕☕…')
    expect(oneLine('☕☕☕', 3)).toBe('☕☕☕')
  })
})
