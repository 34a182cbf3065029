import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { MAIL_SETTINGS, PROVIDER_SETTINGS, SETTINGS } from './settings'

const source = readFileSync('lib/env.ts', 'utf8')

/** Set by the npm scripts, not by operators. */
const NOT_FOR_OPERATORS = 'NODE_ENV'

test('every setting read by lib/env is documented, and nothing else is', () => {
  const read = [...source.matchAll(/^ {4}([A-Z_]+): (?!values\.)/gm)].map(([, name]) => name)
  const documented = [...SETTINGS, ...MAIL_SETTINGS, ...PROVIDER_SETTINGS].map(({ name }) => name)
  expect(documented.toSorted()).toEqual(read.filter((name) => name !== NOT_FOR_OPERATORS).toSorted())
})

test('documented ranges and defaults of whole numbers match lib/env', () => {
  const checked = [...source.matchAll(/^ {4}([A-Z_]+): wholeNumber\(([\d_]+), ([\d_]+), ([\d_]+)\)/gm)]
  const numbers = checked.map(([, name, ...values]) => [
    name,
    ...values.map((value) => Number(value.replaceAll('_', ''))),
  ])
  const documented = SETTINGS.flatMap(({ name, range, fallback }) =>
    range ? [[name, ...range, Number(fallback)]] : [],
  )
  expect(documented).toEqual(numbers)
})
