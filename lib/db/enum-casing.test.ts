import { expect, test } from 'vitest'
import * as enums from './generated/enums'

/** Spelled as the contract spells them. */
const OF_THE_CONTRACT = ['EntityType', 'AccountCategory']

test('a stored status is in upper case and any other stored word in snake case, unless the contract spells it', () => {
  const misspelled = Object.entries(enums).filter(([name, words]) => {
    const casing = name.endsWith('Status') ? /^[A-Z]+(_[A-Z]+)*$/ : /^[a-z]+(_[a-z]+)*$/
    return Object.values(words).some((word) => !casing.test(word))
  })
  expect(misspelled.map(([name]) => name).sort()).toEqual(OF_THE_CONTRACT.toSorted())
})
