import { z } from 'zod'
import type { QueryReader } from '@/lib/http/input'
import { refusalFrom } from '@/lib/http/refusals'
import { UTC, type Zone } from '@/lib/time/zone'
import { decodeCursor } from './cursor'
import { readParameters, refuseUnknown } from './list-parameters'
import { type FirstList, type ListView, VIEW_PARAMETERS } from './list-view'
import type { PageRequest } from './read-list'

/** Rows per page of any list. */
const PAGE_ROWS = 25

const MAX_SEARCH_CHARACTERS = 200

export type ListRules<Sort extends string, Filters extends z.ZodObject> = {
  /** Its cursors are signed with it. */
  name: string
  /** The sort orders. The list opens in the first one, descending. */
  sorts: readonly [Sort, ...Sort[]]
  /** Query parameters that narrow the list, each optional. */
  filters: Filters
  /** The order in which these filters open the list, if not the first one. */
  opensBy?: (filters: z.output<Filters>) => Sort | undefined
}

export type ListQuery<Sort extends string, Filters> = PageRequest<Sort> & {
  /** The text of the search field; null if empty. */
  search: string | null
  filters: Filters
  /** In which the days of filters begin and end. */
  zone: Zone
}

/** Parameters for the operation rather than the list: the account's mode, and the time zone of a file. */
const OTHER_PARAMETERS = ['mode', 'time_zone']

/** Parameters of every list, besides its filters. */
function ownParameters(sorts: readonly string[]) {
  return z.object({
    q: z.string().trim().max(MAX_SEARCH_CHARACTERS).optional().describe('Text to search for.'),
    sort: z
      .enum(sorts.flatMap((sort) => [sort, `-${sort}`]))
      .optional()
      .describe('A column, with `-` before it for descending order.'),
    after: z.string().optional().describe('The cursor of the previous page.'),
    before: z.string().optional().describe('The cursor of the next page.'),
  })
}

/**
 * Parses a list's query. Refuses an invalid value or an unknown parameter with 400: a list that ignored it would show
 * more than was asked for. A blank value is none.
 */
export function parseListQuery<Sort extends string, Filters extends z.ZodObject>(
  rules: ListRules<Sort, Filters>,
  tenantId: string,
  params: URLSearchParams,
  zone: Zone = UTC,
): ListQuery<Sort, z.output<Filters>> {
  const search = new URLSearchParams([...params].filter(([, value]) => value.trim() !== ''))
  const ownSchema = ownParameters(rules.sorts)
  const names = [...Object.keys(ownSchema.shape), ...Object.keys(rules.filters.shape)]
  refuseUnknown([...names, ...VIEW_PARAMETERS, ...OTHER_PARAMETERS], search)
  const own = readParameters(ownSchema, search)
  const filters = readParameters(rules.filters, search)
  const order = own.sort ?? `-${rules.opensBy?.(filters) ?? rules.sorts[0]}`
  const descending = order.startsWith('-')
  const sort = order.slice(descending ? 1 : 0) as Sort
  const scope = { tenantId, list: rules.name, sort, filters }
  return {
    sort,
    descending,
    after: own.after === undefined ? null : decodeCursor(own.after, scope),
    before: own.before === undefined ? null : decodeCursor(own.before, scope),
    limit: PAGE_ROWS,
    search: own.q ?? null,
    filters,
    zone,
  }
}

/** Describes the answer of a list. */
export function listView<Row extends z.ZodType>(row: Row) {
  return z.object({
    rows: z.array(row),
    sort: z.string().describe('The order of the rows: a column, with `-` before it for descending order.'),
    note: z.string().nullable().describe('Says which rows are listed, if the sort order leaves some out.'),
    nextCursor: z.string().nullable(),
    previousCursor: z.string().nullable(),
  })
}

/** Describes the query of a list, which `parseListQuery` reads. */
export function listParameters<Sort extends string, Filters extends z.ZodObject>(
  rules: ListRules<Sort, Filters>,
): QueryReader<URLSearchParams> {
  return { schema: ownParameters(rules.sorts).extend(rules.filters.shape), read: (search) => search }
}

/** Reads a list for a page's first paint from the page's query. */
export async function readFirstList<Row>(
  query: Record<string, string | string[] | undefined>,
  read: (params: URLSearchParams) => Promise<ListView<Row>>,
): Promise<FirstList<Row>> {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    // The browser requests the list without them, and must find it in its cache.
    if (VIEW_PARAMETERS.includes(name)) continue
    for (const each of [value ?? []].flat()) params.append(name, each)
  }
  const search = params.toString()
  try {
    return { search, view: await read(params), refusal: null }
  } catch (error) {
    const refusal = refusalFrom(error)
    if (refusal?.status !== 400) throw error
    return { search, view: null, refusal: refusal.message }
  }
}
