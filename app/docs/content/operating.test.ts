import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { OPERATOR_COMMANDS } from '@/lib/operator/commands'
import { API_VERSION } from '@/lib/providers/airwallex/api-client'
import type { Manifest } from '@/lib/providers/manifest'
import { MANIFESTS } from '@/lib/providers/manifests'
import { REQUIRED_EVENTS, STRIPE_VERSION } from '@/lib/providers/stripe/notifications'
import { rowsOf } from './content.fixture'

/** Set by the npm scripts, not by operators. */
const NOT_FOR_OPERATORS = 'NODE_ENV'

/** Its source, where its settings are declared. */
const fileOf = ({ name }: Manifest) => `lib/providers/${name.replaceAll('_', '-')}/manifest.ts`

test('every setting read by lib/env is documented, and nothing else is', () => {
  const sources = ['lib/env.ts', 'lib/providers/rules.ts', ...MANIFESTS.map(fileOf)]
  const read = new Set(
    sources.flatMap((source) =>
      [...readFileSync(source, 'utf8').matchAll(/^ {2,4}([A-Z_]+): (?!string$|'|Rule\[\])/gm)].map(
        ([, name]) => name,
      ),
    ),
  )
  const documented = ['Settings', 'Mail settings', 'Provider settings'].flatMap((table) =>
    rowsOf('operating', table).map(([name]) => name),
  )
  expect(documented.length).toBeGreaterThan(40)
  expect([NOT_FOR_OPERATORS, ...documented].toSorted()).toEqual([...read].toSorted())
})

test('every operator command is documented, with its flags', () => {
  const rows = rowsOf('operating', 'Operator commands')
  expect(rows.map(([name]) => name)).toEqual(Object.keys(OPERATOR_COMMANDS))
  expect(rows).toContainEqual(['key revoke', '--key-id', 'Revokes a key at once.'])
})

test('the events and versions that webhooks of the providers need are those that are read', () => {
  const page = readFileSync('app/docs/content/operating.md', 'utf8')
  const [, list = ''] = /with the events\n?(.*?), as snapshot payloads/s.exec(page) ?? []
  const events = [...list.matchAll(/`([a-z_.]+)`/g)].map(([, event = '']) => event)
  expect(events.toSorted()).toEqual(REQUIRED_EVENTS.toSorted())
  for (const source of ['app/docs/content/operating.md', 'docs/going-live.md', 'docs/providers.md']) {
    const text = readFileSync(source, 'utf8')
    expect(text, source).toContain(STRIPE_VERSION)
    expect(text, source).toContain(API_VERSION)
    const versions = [...text.matchAll(/\b20\d\d-\d\d-\d\d\.\w+/g)].map(([version]) => version)
    expect(new Set(versions), source).toEqual(new Set([STRIPE_VERSION]))
  }
})
