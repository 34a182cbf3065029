import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { OPERATOR_COMMANDS } from '@/lib/operator/commands'
import { rowsOf } from './content.fixture'

/** Set by the npm scripts, not by operators. */
const NOT_FOR_OPERATORS = 'NODE_ENV'

test('every setting read by lib/env is documented, and nothing else is', () => {
  const read = [...readFileSync('lib/env.ts', 'utf8').matchAll(/^ {2}([A-Z_]+): (?!string$)/gm)].map(
    ([, name]) => name,
  )
  const documented = ['Settings', 'Mail settings', 'Provider settings'].flatMap((table) =>
    rowsOf('operating', table).map(([name]) => name),
  )
  expect(documented.length).toBeGreaterThan(40)
  expect([NOT_FOR_OPERATORS, ...documented].toSorted()).toEqual(read.toSorted())
})

test('every operator command is documented, with its flags', () => {
  const rows = rowsOf('operating', 'Operator commands')
  expect(rows.map(([name]) => name)).toEqual(Object.keys(OPERATOR_COMMANDS))
  expect(rows).toContainEqual(['key revoke', '--key-id', 'Revokes a key at once.'])
})
