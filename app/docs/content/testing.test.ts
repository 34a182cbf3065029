import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { REFUND_CARDS, SANDBOX_CARDS } from '@/lib/providers/sandbox/cards'
import { payoutScenario } from '@/lib/providers/sandbox/payout-scenarios'
import { rowsOf } from './content.fixture'

const digits = (text = '') => text.replaceAll(' ', '')

test('every sandbox account number is documented with its scenario, and nothing else is', () => {
  const source = readFileSync('lib/providers/sandbox/payout-scenarios.ts', 'utf8')
  const known = [...source.matchAll(/'(\d{12,16})'/g)].map(([, number = '']) => number)
  const rows = rowsOf('testing', 'Sandbox bank accounts')
  expect(rows.map(([number]) => number)).toEqual(known)
  for (const [number = '', scenario] of rows) expect(payoutScenario(number).name).toBe(scenario)
})

test('every sandbox card is documented, and nothing else is', () => {
  const documented = rowsOf('testing', 'Sandbox cards').map(([number, outcome]) => [
    digits(number),
    outcome === 'Paid.',
  ])
  expect(documented).toEqual(SANDBOX_CARDS.map(({ number, decline }) => [number, decline === null]))
})

test('every card of a refund is documented, and nothing else is', () => {
  const documented = rowsOf('testing', 'Cards with special refunds').map(([number]) => digits(number))
  expect(documented).toEqual(REFUND_CARDS.map(({ number }) => number))
})
