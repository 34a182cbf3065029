import { beforeAll, expect, test } from 'vitest'
import { documentFacts } from './document.fixture'
import { renderInvoicePdf } from './render-document'

/** A document drawn in one turn takes well over a second; a turn is about 100 ms, and twice that where memory is slow. */
const LONGEST_TURN_MS = 500
/** Other tests on the same cores make a turn longer by chance, but not in each of these tries. */
const TRIES = 3

async function expectShortTurns(work: () => Promise<unknown>): Promise<void> {
  const longest: number[] = []
  while (longest.length < TRIES && !longest.some((ms) => ms < LONGEST_TURN_MS)) {
    longest.push(await longestTurnOf(work))
  }
  expect(Math.min(...longest)).toBeLessThan(LONGEST_TURN_MS)
}

/** The longest time that the event loop works on one turn while the work runs, in milliseconds of CPU. */
async function longestTurnOf(work: () => Promise<unknown>): Promise<number> {
  let since = process.cpuUsage()
  let longest = 0
  const look = () => {
    const { user, system } = process.cpuUsage(since)
    longest = Math.max(longest, (user + system) / 1000)
    since = process.cpuUsage()
    next = setImmediate(look)
  }
  let next = setImmediate(look)
  await work()
  // The turn that ended the work counts too.
  await new Promise((resolve) => setTimeout(resolve, 5))
  clearImmediate(next)
  return longest
}

/** A hundred items of the longest title, without a space. */
function itemsOf(character: (at: number) => number) {
  return Array.from({ length: 100 }, (_, row) => ({
    title: Array.from({ length: 255 }, (_, at) => String.fromCodePoint(character(row * 7919 + at))).join(''),
    quantityMicros: 1_000_000n,
    unitPriceMinor: 100n,
    lineAmountMinor: 100n,
    discountMinor: 0n,
    taxMinor: 0n,
    tax: null,
  }))
}

// The first document also parses the fonts.
beforeAll(() => renderInvoicePdf(documentFacts()))

test.each([
  ['Latin letters', (at: number) => 0x41 + (at % 26)],
  ['letters of four hundred shapes', (at: number) => 0x100 + (at % 400)],
  ['Arabic', (at: number) => 0x627 + (at % 30)],
  ['every Chinese letter', (at: number) => 0x4e00 + (at % 20_000)],
  ['words that change direction', (at: number) => (at % 8 < 4 ? 0x627 + (at % 30) : 0x61)],
])(
  'others have their turn while a long document is drawn: %s',
  { timeout: 120_000 },
  async (_, character) => {
    const items = itemsOf(character)
    await expectShortTurns(() => renderInvoicePdf(documentFacts({ items })))
  },
)

test('many documents at once are no longer turns than one', { timeout: 120_000 }, async () => {
  const items = itemsOf((at) => 0x41 + (at % 26)).slice(0, 50)
  await expectShortTurns(() =>
    Promise.all(Array.from({ length: 6 }, () => renderInvoicePdf(documentFacts({ items })))),
  )
})
