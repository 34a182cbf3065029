import type { Outcome } from './outcome'

/** When something was made: at `from` or later, and before `until`. */
export type TimeRange = { from: Date; until: Date }

/** One page of what a provider has; `nextCursor` is null on the last one. */
export type ListedPage<Item> = { items: Item[]; nextCursor: string | null }

/** Reads the page that begins at a cursor, the first one where it is null. Never throws, ends with the signal. */
export type ReadListedPage<Item> = (
  cursor: string | null,
  signal: AbortSignal,
) => Promise<Outcome<ListedPage<Item>>>

/** Far above a day of the busiest account. */
const MAX_PAGES = 5000

/** A list that could not be read to its end. Its message is in our words. */
export class ListingError extends Error {
  override name = 'ListingError'
}

/**
 * Every item of a list, page after page, each item once: a provider that counts pages shows an item
 * again when another one was made meanwhile. `newSignal` gives each page a time of its own.
 *
 * @throws {ListingError} where a page is not to be had: what is left out must not look as if it weren't there
 */
export async function listAll<Item extends { reference: string }>(
  readPage: ReadListedPage<Item>,
  newSignal: () => AbortSignal,
): Promise<Item[]> {
  const seen = new Map<string, Item>()
  let cursor: string | null = null
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const page: Outcome<ListedPage<Item>> = await readPage(cursor, newSignal())
    if (page.kind === 'rejected') throw new ListingError(`${page.code}: ${page.detail}`)
    if (page.kind === 'unknown') throw new ListingError(page.reason)
    const { items, nextCursor }: ListedPage<Item> = page.value
    const fresh = items.filter(({ reference }) => !seen.has(reference))
    for (const item of fresh) seen.set(item.reference, item)
    if (nextCursor === null) return [...seen.values()]
    // A provider that ignores the cursor would be asked for ever. A page can be empty all the same, where
    // nothing on it was made through us.
    if (items.length > 0 && fresh.length === 0) throw new ListingError('the list repeats itself')
    cursor = nextCursor
  }
  throw new ListingError(`the list has more than ${MAX_PAGES} pages`)
}
