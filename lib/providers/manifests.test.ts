import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tableOf } from '@/components/docs/markdown'
import { startProviderStandIns } from '@/e2e/fixtures/provider-stand-ins'
import type { Manifest } from './manifest'
import { MANIFESTS } from './manifests'
import { RAIL_NAMES, railTitle } from './rails'

const root = join(import.meta.dirname, '../..')

test('every folder of a provider with a manifest is listed', () => {
  const folders = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('/manifest.ts'))
    .map((path) => path.slice(0, -'/manifest.ts'.length).replaceAll('-', '_'))
  expect(MANIFESTS.map(({ name }) => name).toSorted()).toEqual(folders.toSorted())
})

test('each has an adapter that does what the manifest says, and no more', async () => {
  for (const { load, name, payments, payouts, notifications } of MANIFESTS) {
    const adapter = await load()
    expect({
      name,
      payments: adapter.payments !== undefined,
      payouts: adapter.payouts !== undefined,
      notifications: adapter.readNotification !== undefined,
    }).toEqual({
      name,
      payments: payments !== undefined,
      payouts: payouts !== undefined,
      notifications: notifications !== null,
    })
  }
})

test.each(MANIFESTS)(
  'the adapter of $name runs through the contract suites',
  ({ name, payments, payouts }) => {
    const folder = join(import.meta.dirname, name.replaceAll('_', '-'))
    const tests = readdirSync(folder)
      .filter((file) => file.endsWith('.test.ts'))
      .map((file) => readFileSync(join(folder, file), 'utf8'))
      .join('\n')
    expect(tests.includes('paymentProviderContract(')).toBe(payments !== undefined)
    expect(tests.includes('payoutProviderContract(')).toBe(payouts !== undefined)
  },
)

test.each(MANIFESTS)('docs/providers.md has a section on every call of $name', ({ title }) => {
  expect(readFileSync(join(root, 'docs/providers.md'), 'utf8')).toContain(`\n## ${title}\n`)
})

test('each network that we choose has a name in the API', () => {
  const ours = MANIFESTS.filter(({ payouts }) => payouts?.railChosenBy === 'service')
  const rails = ours.flatMap(({ payouts }) => Object.keys(payouts?.rails ?? {}))
  expect(rails.filter((rail) => !RAIL_NAMES.some((name) => name === rail))).toEqual([])
})

test('each has a stand-in whose books are compared with ours after a torture', async () => {
  const standIns = await startProviderStandIns()
  expect(Object.keys(standIns.books)).toEqual(MANIFESTS.map(({ name }) => name))
  await standIns.close()
})

test('docs/providers.md says what each can do', () => {
  expect(readFileSync(join(root, 'docs/providers.md'), 'utf8')).toContain(
    tableOf(['provider', 'takes', 'makes', 'networks', 'limits', 'notifies about'], MANIFESTS.map(rowOf)),
  )
})

function rowOf({ name, title, payments, payouts, notifications }: Manifest): string[] {
  const list = (values: 'all' | readonly string[]) => (values === 'all' ? 'all' : values.join(', '))
  return [
    `${title} (\`${name}\`)`,
    payments
      ? `payments in ${list(payments.currencies)} currencies, from ${list(payments.countries)} countries; refunds ${payments.refunds}`
      : '',
    payouts ? 'payouts in US dollars to banks in the United States' : '',
    payouts
      ? `${Object.keys(payouts.rails).map(railTitle).join(', ')}; ${payouts.railChosenBy === 'service' ? 'we choose' : 'it chooses'}`
      : '',
    [payments?.limits, payouts?.limits].filter((limit) => limit !== undefined).join('; '),
    notifications ?? 'nothing: it is asked',
  ]
}
