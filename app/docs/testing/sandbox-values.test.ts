import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { REFUND_CARDS, SANDBOX_CARDS } from '@/lib/providers/sandbox/charges'
import { payoutScenario } from '@/lib/providers/sandbox/payout-scenarios'
import { CARD_OUTCOMES, PAYOUT_OUTCOMES, REFUND_OUTCOMES } from './sandbox-values'

test('every sandbox account number is documented with its outcome, and nothing else is', () => {
  const known = quotedNumbers('lib/providers/sandbox/payout-scenarios.ts')
  expect(PAYOUT_OUTCOMES.map(({ number }) => number)).toEqual(known)
  for (const { number, code } of PAYOUT_OUTCOMES) expect(payoutScenario(number).name).toBe(code)
})

test('every sandbox card is documented with its outcome, and nothing else is', () => {
  const documented = CARD_OUTCOMES.map(({ number, code }) => ({
    number: number.replaceAll(' ', ''),
    decline: code,
  }))
  expect(documented).toEqual(SANDBOX_CARDS)
})

test('every card of a refund is documented with its outcome, and nothing else is', () => {
  const documented = REFUND_OUTCOMES.map(({ number, code }) => ({
    number: number.replaceAll(' ', ''),
    refund: code,
  }))
  expect(documented).toEqual(REFUND_CARDS)
})

function quotedNumbers(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(/'(\d{12,16})'/g)].map(([, number = '']) => number)
}
