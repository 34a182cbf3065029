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

// `apt-get install mypy`, or `pip install mypy`.
test.skipIf(spawnSync('mypy', ['--version']).status !== 0)(
  'by mypy --strict the client has no errors, an event’s type tells what its data is, and no amount is a float',
  () => {
    const eventField = (name: string, field: string) => `def ${name}(counterfoil: Counterfoil) -> str:
    for event in counterfoil.events.follow():
        if event["type"] == "invoice.paid":
            return event["data"]["${field}"]
    return ""
`
    const payout = (name: string, amount: string) => `def ${name}(counterfoil: Counterfoil) -> Decimal:
    items: list[Decimal] = [item["price"] for invoice in counterfoil.invoices.list() for item in invoice["items"]]
    answer = counterfoil.payouts.create("c", bank_account_id="b", amount=${amount})
    return answer["payout"]["amount"] + sum(items)
`
    const program = [
      'from decimal import Decimal\nfrom counterfoil import Counterfoil, Event\n',
      eventField('link', 'payment_link'),
      payout('decimal', 'Decimal("25.10")'),
      payout('text', '"25.10"'),
      payout('whole', '25'),
      // The rest is refused.
      eventField('bank', 'bank_account_id'),
      payout('inexact', '25.1'),
    ].join('\n')
    const options = { cwd: import.meta.dirname, encoding: 'utf8' } as const
    const flags = ['--strict', '--no-error-summary', '--cache-dir=/dev/null', '-c', program]
    const complaints = spawnSync('mypy', flags, options).stdout.trim().split('\n')
    expect(complaints).toEqual([
      expect.stringMatching(/^<string>:\d+: error: Returning Any from function declared to return "str"/),
      expect.stringMatching(/^<string>:\d+: error: TypedDict "Invoice" has no key "bank_account_id"/),
      expect.stringMatching(/^<string>:\d+: error: Argument "amount"/),
    ])
  },
  120_000,
)

test('both clients have the same version', () => {
  const source = readFileSync(`${import.meta.dirname}/counterfoil/__init__.py`, 'utf8')
  expect(source).toContain(`VERSION = "${VERSION}"`)
})
