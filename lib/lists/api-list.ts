import { z } from 'zod'
import { keyedHash, keyedHashes } from '@/lib/crypto/secrets'
import { database } from '@/lib/db/client'
import { type List, type Place, readList } from '@/lib/db/list'
import { isStorableText } from '@/lib/db/storable-text'
import type { Transaction } from '@/lib/db/transaction'
import type { QueryReader } from '@/lib/http/input'
import { type RefusalCode, refuse } from '@/lib/http/refusals'
import { wordsOf } from './list-query'

/* Lists of API V2: newest first, by filters, `limit` and the cursor in `after`. */

const DEFAULT_LIMIT = 25
const MAXIMUM_LIMIT = 100
const MAXIMUM_CURSOR_CHARACTERS = 1000
/** Longest parameter name that a message repeats. */
const MAXIMUM_NAME_CHARACTERS = 40
const MAC_BYTES = 16

type ApiListQuery<Filters> = { limit: number; after: string | null; filters: Filters }

/** Refusals of reading a list, in the order of its checks. */
export const listErrors = [
  'unknown_parameter',
  'repeated_parameter',
  'invalid_limit',
  'invalid_parameter',
  'invalid_cursor',
] as const satisfies readonly RefusalCode[]

/** Described in an answer. */
export const nextCursor = z
  .string()
  .nullable()
  .describe('Give it in `after` to get the next page. `null` at the end.')
  .meta({ examples: [null] })

/** Notes for the reference of every list. */
export const LIST_NOTES = [
  'A page has 25 objects, or as many as `limit` says, up to 100. While `next_cursor` is not `null`, send it in `after`, with the same filters, to get the next page.',
  'An unknown parameter is refused with 400: if it were ignored, the list would show more than you asked for.',
] as const

/** A list's statement, and the order in which its filters help. */
type Selection = { list: List<string>; sort: string }

type ApiList<Filters extends z.ZodObject, Row> = {
  /** Describes and reads the query. */
  query: QueryReader<ApiListQuery<z.output<Filters>>>
  /** A page of rows, and the cursor of the next one; null at the end. */
  read: (
    accountId: string,
    query: ApiListQuery<z.output<Filters>>,
    tx?: Transaction,
  ) => Promise<{ rows: Row[]; nextCursor: string | null }>
}

/**
 * Declares a list for programs. Each page is cut at a row's place (`readList`), so the thousandth costs as much as the
 * first. A cursor belongs to its account, its list and its filters: with any others it would lead to a place that
 * means nothing there, and one that was made up would too.
 */
export function defineApiList<Filters extends z.ZodObject, Row extends object>({
  name,
  filters,
  select,
}: {
  /** Part of what its cursors are signed with; never changes. */
  name: string
  /** Each optional, and a text in the query. Messages have the form `must be a date`. */
  filters: Filters
  /** Null if no row can match. */
  select: (
    accountId: string,
    filters: z.output<Filters>,
    tx: Transaction,
  ) => Selection | null | Promise<Selection | null>
}): ApiList<Filters, Row> {
  return {
    query: {
      schema: z.object({ ...filters.shape, ...PAGE_PARAMETERS }),
      read: (search) => parse(filters, search),
    },
    read: async (accountId, { limit, after, filters: asked }, tx = database()) => {
      const selection = await select(accountId, asked, tx)
      const scope = JSON.stringify([accountId, name, Object.entries(asked).sort(byName)])
      const place = after === null ? null : placeOf(after, scope)
      if (!selection) return { rows: [], nextCursor: null }
      const { list, sort } = selection
      const page = { sort, descending: true, after: place, before: null, limit }
      const { rows, last, hasNext } = await readList<Row, string>(tx, list, page)
      return { rows, nextCursor: hasNext && last ? cursorOf(last, scope) : null }
    },
  }
}

export const PAGE_PARAMETERS = {
  limit: z
    .int()
    .min(1)
    .max(MAXIMUM_LIMIT)
    .default(DEFAULT_LIMIT)
    .describe('The number of objects on a page.'),
  after: z.string().optional().describe('The `next_cursor` of the page before, with the same filters.'),
}

function parse<Filters extends z.ZodObject>(
  filters: Filters,
  search: URLSearchParams,
): ApiListQuery<z.output<Filters>> {
  refuseUnknown([...Object.keys(filters.shape), ...Object.keys(PAGE_PARAMETERS)], search)
  return {
    limit: limitOf(search.get('limit')),
    filters: filtersOf(filters, search),
    after: search.get('after'),
  }
}

/** Refuses a parameter that the list does not have, or has twice. */
export function refuseUnknown(names: readonly string[], search: URLSearchParams): void {
  for (const given of search.keys()) {
    const parameter = given.slice(0, MAXIMUM_NAME_CHARACTERS)
    if (!names.includes(given) && given !== 'api_key') refuse('unknown_parameter', { parameter })
    if (search.getAll(given).length > 1) refuse('repeated_parameter', { parameter })
  }
}

/** The `limit` of a page. */
export function limitOf(given: string | null): number {
  if (given === null) return DEFAULT_LIMIT
  const limit = /^\d{1,3}$/.test(given) ? Number(given) : 0
  return limit >= 1 && limit <= MAXIMUM_LIMIT ? limit : refuse('invalid_limit')
}

function filtersOf<Filters extends z.ZodObject>(
  filters: Filters,
  search: URLSearchParams,
): z.output<Filters> {
  const given = Object.keys(filters.shape).flatMap((name) => {
    const value = search.get(name)
    if (value === null) return []
    // An unset variable of a client must not widen the list.
    if (value.trim() === '') refuse('invalid_parameter', { parameter: name, expected: 'given a value' })
    if (!isStorableText(value)) refuse('invalid_parameter', { parameter: name, expected: 'text' })
    return [[name, value] as const]
  })
  const parsed = filters.safeParse(Object.fromEntries(given))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const expected = issue ? wordsOf(issue).replace(/^must (be|have) /, '') : 'valid'
  return refuse('invalid_parameter', { parameter: issue?.path.join('.') ?? '', expected })
}

function byName([a]: [string, unknown], [b]: [string, unknown]): number {
  return a < b ? -1 : 1
}

/** Opaque to clients: a signature, and the place that it signs. */
function cursorOf({ value, id }: Place, scope: string): string {
  const place = JSON.stringify([value, id])
  const mac = keyedHash('list-cursor', scope + place).subarray(0, MAC_BYTES)
  return Buffer.concat([mac, Buffer.from(place)]).toString('base64url')
}

function placeOf(cursor: string, scope: string): Place {
  const bytes =
    cursor.length <= MAXIMUM_CURSOR_CHARACTERS ? Buffer.from(cursor, 'base64url') : Buffer.alloc(0)
  const place = bytes.subarray(MAC_BYTES).toString()
  const hashes = keyedHashes('list-cursor', scope + place)
  const isOurs = hashes.some((hash) => bytes.subarray(0, MAC_BYTES).equals(hash.subarray(0, MAC_BYTES)))
  // The decoder skips what is no base64url, which would make two cursors of one.
  if (!isOurs || bytes.toString('base64url') !== cursor) refuse('invalid_cursor')
  const [value, id] = JSON.parse(place) as [string, string]
  return { value, id }
}
