import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
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

/** The complaints of `mypy --strict` about a program that has the client. */
function complaints(program: string): string {
  const options = { cwd: import.meta.dirname, encoding: 'utf8' } as const
  const from = 'from decimal import Decimal\nfrom counterfoil import Counterfoil, Event\n\n\n'
  return spawnSync('mypy', ['--strict', '--cache-dir=/dev/null', '-c', from + program], options).stdout
}

// `apt-get install mypy`, or `pip install mypy`.
describe.skipIf(spawnSync('mypy', ['--version']).status !== 0)('by mypy', () => {
  test('a look at the type of an event that is followed tells what its data is, and no other field', () => {
    const check = (field: string) =>
      complaints(`def about(counterfoil: Counterfoil) -> str:
    for event in counterfoil.events.follow():
        if event["type"] == "invoice.paid":
            return event["data"]["${field}"]
    return ""\n`)
    expect(check('payment_link')).toContain('Success')
    expect(check('bank_account_id')).toContain('TypedDict "Invoice" has no key "bank_account_id"')
  }, 60_000)

  test('amounts are Decimal in answers, and no float in requests', () => {
    const check = (amount: string) =>
      complaints(`def pay(counterfoil: Counterfoil) -> Decimal:
    items: list[Decimal] = [item["price"] for invoice in counterfoil.invoices.list() for item in invoice["items"]]
    answer = counterfoil.payouts.create("c", bank_account_id="b", amount=${amount})
    return answer["payout"]["amount"] + sum(items)\n`)
    for (const exact of ['Decimal("25.10")', '"25.10"', '25']) expect(check(exact)).toContain('Success')
    expect(check('25.1')).toContain('Argument "amount"')
  }, 120_000)
})

test('both clients have the same version', () => {
  const source = readFileSync(`${import.meta.dirname}/counterfoil/__init__.py`, 'utf8')
  expect(source).toContain(`VERSION = "${VERSION}"`)
})
