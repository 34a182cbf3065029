import type { Outcome } from './outcome'

/** Created at `from` or later, and before `until`. */
export type TimeRange = { from: Date; until: Date }

/** One page of a provider's list; `nextCursor` is null on the last one. */
export type ListedPage<Item> = { items: Item[]; nextCursor: string | null }

/** Reads the page at a cursor, or the first one for null. Never throws, ends with the signal. */
export type ReadListedPage<Item> = (
  cursor: string | null,
  signal: AbortSignal,
) => Promise<Outcome<ListedPage<Item>>>

/** Far above a day of the busiest account. */
const MAX_PAGES = 5000

/** A list that could not be read to its end. The message is ours. */
export class ListingError extends Error {
  override name = 'ListingError'
}

/**
 * Reads every page and returns each item once: a provider that counts pages repeats an item when another one
 * is created meanwhile. `newSignal` gives each page its own timeout.
 *
 * @throws {ListingError} if a page fails: omitting it would make its items look missing
 */
export async function listAll<Item extends { reference: string }>(
  readPage: ReadListedPage<Item>,
  newSignal: () => AbortSignal,
): Promise<Item[]> {
  const itemsById = new Map<string, Item>()
  let cursor: string | null = null
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const page: Outcome<ListedPage<Item>> = await readPage(cursor, newSignal())
    if (page.kind === 'rejected') throw new ListingError(`${page.code}: ${page.detail}`)
    if (page.kind === 'unknown') throw new ListingError(page.reason)
    const { items, nextCursor }: ListedPage<Item> = page.value
    const fresh = items.filter(({ reference }) => !itemsById.has(reference))
    for (const item of fresh) itemsById.set(item.reference, item)
    if (nextCursor === null) return [...itemsById.values()]
    // A provider that ignores the cursor would be queried forever. An empty page is fine: nothing on it was
    // made through us.
    if (items.length > 0 && fresh.length === 0) throw new ListingError('the list repeats itself')
    cursor = nextCursor
  }
  throw new ListingError(`the list has more than ${MAX_PAGES} pages`)
}
