import { z } from 'zod'
import { database, type Orm } from '@/lib/db/client'
import type { QueryReader } from '@/lib/http/input'
import { type RefusalCode, refuse } from '@/lib/http/refusals'
import { decodeCursor, encodeCursor } from './cursor'
import { readParameters, refuseUnknown } from './list-parameters'
import { type List, readList } from './read-list'

/* Lists of API V2: newest first, by filters, `limit` and the cursor in `after`. */

const DEFAULT_LIMIT = 25
const MAX_LIMIT = 100

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
    tx?: Orm,
  ) => Promise<{ rows: Row[]; nextCursor: string | null }>
}

/**
 * Declares a list for programs. Each page is cut at a cursor (`readList`), so the thousandth costs as much as the
 * first.
 */
export function defineApiList<Filters extends z.ZodObject, Row extends object>({
  name,
  filters,
  select,
}: {
  /** Its cursors are signed with it. */
  name: string
  /** Each optional, and a text in the query. */
  filters: Filters
  /** Null if no row can match. */
  select: (
    accountId: string,
    filters: z.output<Filters>,
    tx: Orm,
  ) => Selection | null | Promise<Selection | null>
}): ApiList<Filters, Row> {
  return {
    query: {
      schema: z.object({ ...filters.shape, ...PAGE_PARAMETERS }),
      read: (search) => parse(filters, search),
    },
    read: async (accountId, { limit, after, filters }, tx = database()) => {
      const selection = await select(accountId, filters, tx)
      const scope = { tenantId: accountId, list: name, sort: null, filters }
      const cursor = after === null ? null : decodeCursor(after, scope)
      if (!selection) return { rows: [], nextCursor: null }
      const { list, sort } = selection
      const page = { sort, descending: true, after: cursor, before: null, limit }
      const { rows, last, hasNext } = await readList<Row, string>(tx, list, page)
      return { rows, nextCursor: hasNext && last ? encodeCursor(last, scope) : null }
    },
  }
}

export const PAGE_PARAMETERS = {
  limit: z.int().min(1).max(MAX_LIMIT).default(DEFAULT_LIMIT).describe('The number of objects on a page.'),
  after: z.string().optional().describe('The `next_cursor` of the page before, with the same filters.'),
}

function parse<Filters extends z.ZodObject>(
  filters: Filters,
  search: URLSearchParams,
): ApiListQuery<z.output<Filters>> {
  refuseUnknown([...Object.keys(filters.shape), ...Object.keys(PAGE_PARAMETERS)], search)
  return {
    limit: limitOf(search.get('limit')),
    filters: readParameters(filters, search),
    after: search.get('after'),
  }
}

/** The `limit` of a page. */
export function limitOf(text: string | null): number {
  if (text === null) return DEFAULT_LIMIT
  const limit = /^\d{1,3}$/.test(text) ? Number(text) : 0
  return limit >= 1 && limit <= MAX_LIMIT ? limit : refuse('invalid_limit')
}
