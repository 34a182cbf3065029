import { expect, test } from 'vitest'
import { type ListedPage, ListingError, listAll } from './listing'
import type { Outcome } from './outcome'

type Item = { reference: string }

const never = () => new AbortController().signal
const page = (references: string[], nextCursor: string | null): Outcome<ListedPage<Item>> => ({
  kind: 'accepted',
  value: { items: references.map((reference) => ({ reference })), nextCursor },
})

/** Lists the references of these pages, keyed by cursor. */
async function listOf(pages: Record<string, Outcome<ListedPage<Item>>>): Promise<string[]> {
  const readPage = async (cursor: string | null) => {
    const listing = pages[cursor ?? 'first']
    if (!listing) throw new Error(`nobody said that there is a page ${cursor}`)
    return listing
  }
  return (await listAll(readPage, never)).map(({ reference }) => reference)
}

test('a list is read to its end, across empty pages too', async () => {
  const pages = { first: page(['a', 'b'], '1'), '1': page([], '2'), '2': page(['c'], null) }
  expect(await listOf(pages)).toEqual(['a', 'b', 'c'])
})

test('an item that moves to the next page during the read is listed once', async () => {
  expect(await listOf({ first: page(['a', 'b'], '1'), '1': page(['b', 'c'], null) })).toEqual(['a', 'b', 'c'])
})

test.each([
  ['refused', { kind: 'rejected', code: 'forbidden', detail: 'No', httpStatus: 403 }, 'forbidden: No'],
  ['not answered', { kind: 'unknown', reason: 'no answer in time' }, 'no answer in time'],
] as const)('a list with a page that is %s fails', async (_what, outcome, message) => {
  const read = listOf({ first: page(['a'], '1'), '1': outcome })
  await expect(read).rejects.toThrow(ListingError)
  await expect(read).rejects.toThrow(message)
})

test('a provider that repeats a page is not queried forever', async () => {
  await expect(listOf({ first: page(['a'], '1'), '1': page(['a'], '2') })).rejects.toThrow(ListingError)
  const empty = listAll(async () => page([], 'more'), never)
  await expect(empty).rejects.toThrow('more than 5000 pages')
})
