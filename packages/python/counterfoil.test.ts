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

const hasMypy = spawnSync('mypy', ['--version']).status === 0

test.skipIf(!hasMypy)(
  'by mypy, a look at the type of an event tells what its data is, and no other field',
  () => {
    const check = (field: string) => {
      const program = `from counterfoil import Event\n\n
def about(event: Event) -> str:
    if event["type"] == "invoice.paid":
        return event["data"]["${field}"]
    return event["id"]\n`
      const options = { cwd: import.meta.dirname, encoding: 'utf8' } as const
      return spawnSync('mypy', ['--strict', '--cache-dir=/dev/null', '-c', program], options).stdout
    }
    expect(check('payment_link')).not.toContain('has no key')
    expect(check('bank_account_id')).toContain('TypedDict "Invoice" has no key "bank_account_id"')
  },
  60_000,
)

test('both clients have the same version', () => {
  const source = readFileSync(`${import.meta.dirname}/counterfoil/__init__.py`, 'utf8')
  expect(source).toContain(`VERSION = "${VERSION}"`)
})
