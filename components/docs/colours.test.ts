import { expect, test } from 'vitest'
import { currentSite, DOCS_GROUPS } from '@/app/docs/pages'
import { piecesOf } from './colours'
import { blocksOf, fenceOf } from './markdown'

const kindsOf = (language: string, code: string) =>
  piecesOf(language, code).flatMap(({ text, kind }) => (kind ? [[text, kind]] : []))

test('colours change no letter of any code in the documentation', () => {
  const site = currentSite()
  let count = 0
  for (const page of DOCS_GROUPS.flatMap(({ pages }) => pages)) {
    for (const block of blocksOf(page, site)) {
      if (block.type !== 'code') continue
      const { language, code } = fenceOf(block)
      expect(
        piecesOf(language, code)
          .map(({ text }) => text)
          .join(''),
      ).toBe(code)
      count += 1
    }
  }
  expect(count).toBeGreaterThan(100)
})

test.each([
  [
    'ts',
    `const a = 'x // y' // why`,
    [
      ['const', 'keyword'],
      [`'x // y'`, 'string'],
      ['// why', 'comment'],
    ],
  ],
  [
    'json',
    '{ "amount": 12.5, "name": "#1", "ok": true }',
    [
      ['"amount"', 'name'],
      ['12.5', 'number'],
      ['"name"', 'name'],
      ['"#1"', 'string'],
      ['"ok"', 'name'],
      ['true', 'keyword'],
    ],
  ],
  [
    'sh',
    'curl -sS "$BASE" # now',
    [
      ['curl', 'keyword'],
      ['-sS', 'name'],
      ['"$BASE"', 'string'],
      ['# now', 'comment'],
    ],
  ],
  [
    'python',
    'print("it # is")  # yes',
    [
      ['print', 'keyword'],
      ['"it # is"', 'string'],
      ['# yes', 'comment'],
    ],
  ],
  ['unknown', 'const a = 1', []],
])('in %s, strings, comments and words are told apart', (language, code, kinds) => {
  expect(kindsOf(language, code)).toEqual(kinds)
})
