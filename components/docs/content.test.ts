import { expect, test } from 'vitest'
import { inlineParts, plainText } from './content'

test('text is split into words, code, emphasis and links', () => {
  expect(inlineParts('A `b` of **c** and [d `e`](/docs#f).')).toEqual([
    { kind: 'text', text: 'A ' },
    { kind: 'code', text: 'b' },
    { kind: 'text', text: ' of ' },
    { kind: 'strong', text: 'c' },
    { kind: 'text', text: ' and ' },
    { kind: 'link', text: 'd `e`', href: '/docs#f' },
    { kind: 'text', text: '.' },
  ])
})

test('brackets within code are no link', () => {
  expect(inlineParts('`items[].qty` and `[--flag]`').map(({ kind }) => kind)).toEqual([
    'code',
    'text',
    'code',
  ])
})

test('plain text has the words only', () => {
  expect(plainText('See [the `key`](/docs) **now**')).toBe('See the key now')
})
