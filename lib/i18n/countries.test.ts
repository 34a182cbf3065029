import { expect, test } from 'vitest'
import { countriesIn, stateCode } from './countries'

test('every country is in the list once, by its name in the language and in the order of that', () => {
  const english = countriesIn('en')
  expect(english).toContainEqual({ code: 'DE', name: 'Germany' })
  expect(new Set(english.map(({ code }) => code)).size).toBe(english.length)
  expect(english.every(({ code, name }) => name !== code)).toBe(true)
  const german = countriesIn('de').map(({ name }) => name)
  expect(german.indexOf('Österreich')).toBeLessThan(german.indexOf('Pakistan'))
  expect(german.indexOf('Österreich')).toBeGreaterThan(german.indexOf('Norwegen'))
})

test.each([
  ['US', 'New York', 'NY'],
  ['US', 'district of columbia', 'DC'],
  ['US', 'NY', 'NY'],
  ['US', 'Nowhere', 'Nowhere'],
  ['CA', 'Washington', 'Washington'],
])('the state of an address in %s, %s, is %s to a bank', (country, state, code) => {
  expect(stateCode(country, state)).toBe(code)
})
