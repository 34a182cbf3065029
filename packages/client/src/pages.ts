import type { FollowOptions } from './send.ts'

const WAIT_SECONDS = 25

/** The part of a paged list's answer besides its entries. */
type Page = { next_cursor?: string | null }

/**
 * A list. `await` it for one page, or go through all entries with `for await`, which asks for the next page once
 * the one before is used up. Nothing is asked before either.
 */
export class Pages<Answer extends Page, Entry> implements PromiseLike<Answer>, AsyncIterable<Entry> {
  readonly #read: (after: string | undefined) => Promise<Answer>
  readonly #listed: keyof Answer

  constructor(read: (after: string | undefined) => Promise<Answer>, listed: keyof Answer) {
    this.#read = read
    this.#listed = listed
  }

  // biome-ignore lint/suspicious/noThenProperty: awaiting the list is awaiting its first page.
  then<Result = Answer, Failure = never>(
    onPage?: ((page: Answer) => Result | PromiseLike<Result>) | null,
    onError?: ((error: unknown) => Failure | PromiseLike<Failure>) | null,
  ): Promise<Result | Failure> {
    return this.#read(undefined).then(onPage, onError)
  }

  /** All pages, from the first one on. */
  async *pages(): AsyncGenerator<Answer, void, void> {
    let after: string | undefined
    do {
      const page = await this.#read(after)
      yield page
      // A list that grows at its end always says where to go on: at the end it is the same place.
      after = page.next_cursor === after ? undefined : (page.next_cursor ?? undefined)
    } while (after !== undefined)
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Entry, void, void> {
    for await (const page of this.pages()) yield* page[this.#listed] as Iterable<Entry>
  }
}

/** Reads the page after a cursor, waiting up to `wait` seconds for its first entry. */
type ReadPage<Answer> = (
  after: string | undefined,
  wait: number,
  signal: AbortSignal | undefined,
) => Promise<Answer>

/**
 * Follows a list that only grows at its end. A cursor is handed over once the consumer has asked for the entry
 * after its page, so a consumer that stops in between sees that page again, and misses nothing.
 */
export async function* followList<Answer extends Page, Listed extends keyof Answer>(
  readPage: ReadPage<Answer>,
  listed: Listed,
  start: string | undefined,
  { waitSeconds = WAIT_SECONDS, onCursor, signal }: FollowOptions,
): AsyncGenerator<Answer[Listed] extends Array<infer Entry> ? Entry : never, void, void> {
  let after = start
  for (;;) {
    const page = await readPage(after, waitSeconds, signal)
    yield* page[listed] as Iterable<Answer[Listed] extends Array<infer Entry> ? Entry : never>
    const next = page.next_cursor ?? undefined
    if (next !== undefined && next !== after) await onCursor?.(next)
    after = next ?? after
  }
}
