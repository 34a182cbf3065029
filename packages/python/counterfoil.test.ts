import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { VERSION } from '../client/src/version'

const python = ['python3', 'python'].find((name) => spawnSync(name, ['--version']).status === 0)

test.skipIf(!python)(
  'the Python client passes its own tests',
  () => {
    const options = { cwd: import.meta.dirname, encoding: 'utf8' } as const
    const { status, stderr } = spawnSync(
      String(python),
      ['-B', '-m', 'unittest', 'counterfoil_test'],
      options,
    )
    expect(stderr).toMatch(/Ran \d\d tests/)
    expect(status, stderr).toBe(0)
  },
  60_000,
)

test('both clients have the same version', () => {
  const source = readFileSync(`${import.meta.dirname}/counterfoil/__init__.py`, 'utf8')
  expect(source).toContain(`VERSION = "${VERSION}"`)
})
