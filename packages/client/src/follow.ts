import type { FollowOptions } from './send.ts'

const WAIT_SECONDS = 25

type Page = { next_cursor?: string | null }

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
