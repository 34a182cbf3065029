import { describe, expect, test } from 'vitest'
import { type ListedPage, ListingError, listAll } from '@/lib/providers/shared/listing'
import type { Outcome, ProviderFee } from '@/lib/providers/shared/outcome'
import { acceptedValue, callProvider } from './contract'

/** What may happen to a request, at whatever provider: nothing of it says what became of the request. */
const TROUBLES = [
  '429',
  '429 with Retry-After',
  '409',
  '500 that will stay',
  'reset after the request',
  'lost answer',
  'slow body',
] as const

export type Trouble = (typeof TROUBLES)[number]

/** An answer that is none of ours. */
const FALSEHOODS = ['wrong amount', 'wrong currency'] as const

type Falsehood = (typeof FALSEHOODS)[number]

/** How a provider's stand-in brings each row of the table about. */
export type FaultTable<Call extends string> = {
  /** Every request of this kind meets the trouble until `heal`. */
  trouble(call: Call, trouble: Trouble): void
  /** Every answer of this kind has the falsehood until `heal`. */
  falsify(call: Call, falsehood: Falsehood): void
  /** Every page of the list leads to itself until `heal`. */
  repeatPage(): void
  heal(): void
}

/** A contract suite leaves the table out only for a provider that says so, not for one whose table is missing. */
export type FaultOptions = {
  /** The provider is in our own database: there is no network between us that could fail. */
  isInOurDatabase?: boolean
}

/** The table of a provider outside our database. */
export function requireTable<Table>(faults: Table | null): Table {
  if (faults === null) throw new Error('a provider outside our database needs a table of faults')
  return faults
}

/** Shorter than any silence; a call in trouble ends with it. */
const PATIENCE_MS = 1500
/** A read that gets no answer learns no more from a longer wait. */
const SILENCE_MS = 400
const SILENT: ReadonlySet<Trouble> = new Set(['lost answer', 'slow body'])

type Look<Call extends string, Value> = {
  call: Call
  table: () => FaultTable<Call>
  /** A new request, as often as it is called; null if the provider has no such call. */
  prepare(): Promise<((signal: AbortSignal) => Promise<Outcome<Value>>) | null>
}

type Walk<Call extends string, Value> = Look<Call, Value> & {
  /** Holds what the provider's own records have of the request that `prepare` returned last. */
  expectOnce(): Promise<void>
}

/** A call that changes something: whatever happens, it is done once, and never called refused. */
export function isDoneOnceWhateverHappens<Call extends string, Value>(walk: Walk<Call, Value>): void {
  describe(walk.call, () => {
    test.each(TROUBLES)(
      'in trouble (%s) is unknown or done, and done once by asking again',
      async (trouble) => {
        const table = walk.table()
        const ask = await walk.prepare()
        if (ask === null) return
        table.trouble(walk.call, trouble)
        const inTrouble = await callProvider(ask, { timeoutMs: PATIENCE_MS })
        table.heal()
        expect(inTrouble.kind).not.toBe('rejected')
        acceptedValue(await callProvider(ask))
        await walk.expectOnce()
      },
    )
  })
}

/** A call that only reads: what it can't read it doesn't know, and never calls missing. */
export function isNeverGuessedWhateverHappens<Call extends string, Value>(look: Look<Call, Value>): void {
  describe(look.call, () => {
    test.each(TROUBLES)('in trouble (%s) is unknown or right', async (trouble) => {
      const table = look.table()
      const ask = await look.prepare()
      if (ask === null) return
      const right = acceptedValue(await callProvider(ask))
      table.trouble(look.call, trouble)
      const timeoutMs = SILENT.has(trouble) ? SILENCE_MS : PATIENCE_MS
      const inTrouble = await callProvider(ask, { timeoutMs })
      table.heal()
      if (inTrouble.kind !== 'unknown') expect(acceptedValue(inTrouble)).toEqual(right)
      expect(acceptedValue(await callProvider(ask))).toEqual(right)
    })
  })
}

type Money = { amountMinor: bigint | null; currency: string | null }

/** The caller compares what it is told with what it asked for: a wrong amount must reach it, or nothing. */
export function isNeverPassedOffAsRight<Call extends string>(look: Look<Call, Money>): void {
  describe(look.call, () => {
    test.each(FALSEHOODS)('with a %s is told as it is, or unknown', async (falsehood) => {
      const table = look.table()
      const ask = await look.prepare()
      if (ask === null) return
      const { amountMinor, currency } = acceptedValue(await callProvider(ask))
      table.falsify(look.call, falsehood)
      const outcome = await callProvider(ask)
      table.heal()
      expect(outcome.kind).not.toBe('rejected')
      if (outcome.kind === 'accepted') {
        const { value } = outcome
        expect([value.amountMinor, value.currency]).not.toEqual([amountMinor, currency])
      }
    })
  })
}

/** The outcome of a fee that the provider has decided: one that it calls undecided would never be booked. */
export function statedFee(outcome: Outcome<ProviderFee | null>): Outcome<ProviderFee> {
  if (outcome.kind !== 'accepted') return outcome
  if (outcome.value === null) throw new Error('the provider has decided the fee, and it is called undecided')
  return { kind: 'accepted', value: outcome.value }
}

/** A list whose pages repeat ends, with an error: an answer of half of it would look like missing money. */
export function endsAlthoughItsPagesRepeat<Item extends { reference: string }>(
  table: () => FaultTable<never>,
  readPage: (cursor: string | null, signal: AbortSignal) => Promise<Outcome<ListedPage<Item>>>,
): void {
  test('whose pages repeat ends with an error', async () => {
    const faults = table()
    faults.repeatPage()
    const read = (cursor: string | null) => callProvider((signal) => readPage(cursor, signal))
    await expect(listAll(read, () => AbortSignal.timeout(15_000))).rejects.toThrow(ListingError)
    faults.heal()
  })
}
