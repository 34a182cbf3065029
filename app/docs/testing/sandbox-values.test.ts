import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { SANDBOX_CARDS } from '@/lib/providers/sandbox/charges'
import { payoutScenario } from '@/lib/providers/sandbox/payout-scenarios'
import { CARD_OUTCOMES, PAYOUT_OUTCOMES } from './sandbox-values'

test('exactly the account numbers that the sandbox knows are documented, with what they do', () => {
  const known = quotedNumbers('lib/providers/sandbox/payout-scenarios.ts')
  expect(PAYOUT_OUTCOMES.map(({ number }) => number)).toEqual(known)
  for (const { number, code } of PAYOUT_OUTCOMES) expect(payoutScenario(number).name).toBe(code)
})

test('exactly the cards that the sandbox knows are documented, with what they do', () => {
  const documented = CARD_OUTCOMES.map(({ number, code }) => ({
    number: number.replaceAll(' ', ''),
    decline: code,
  }))
  expect(documented).toEqual(SANDBOX_CARDS)
})

function quotedNumbers(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(/'(\d{12,16})'/g)].map(([, number = '']) => number)
}
