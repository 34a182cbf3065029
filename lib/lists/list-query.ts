import { z } from 'zod'
import type { Page, PageRequest, Place } from '@/lib/db/list'
import { isStorableText } from '@/lib/db/storable-text'
import type { QueryReader } from '@/lib/http/input'
import { refusalFrom, refuseInput } from '@/lib/http/refusals'
import { isId } from '@/lib/ids'
import { type FirstList, type ListView, LOOK_PARAMETERS } from './list-view'

/** Rows per page of any list. */
const PAGE_ROWS = 25

const MAX_SEARCH_CHARACTERS = 200
const MAX_CURSOR_CHARACTERS = 1000
/** Longest parameter name that a message repeats. */
const MAX_NAME_CHARACTERS = 40

export type ListRules<Sort extends string, Filters extends z.ZodObject> = {
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
}

/** Parameters of every list, besides its filters. */
const OWN_PARAMETERS = ['q', 'sort', 'after', 'before', ...LOOK_PARAMETERS]
/** Parameters for the operation rather than the list: the account's mode, and the time zone of a file. */
const OTHER_PARAMETERS = ['mode', 'time_zone']

/**
 * Parses a list's query: `q`, `sort` (`due_date`, or `-due_date` for descending), a cursor in `after` or
 * `before`, and its filters. Refuses an invalid value or an unknown parameter with 400: a list that ignored
 * it would show more than was asked for.
 */
export function parseListQuery<Sort extends string, Filters extends z.ZodObject>(
  rules: ListRules<Sort, Filters>,
  params: URLSearchParams,
): ListQuery<Sort, z.output<Filters>> {
  refuseUnknown(Object.keys(rules.filters.shape), params)
  const search = params.get('q')?.trim() ?? ''
  if (search.length > MAX_SEARCH_CHARACTERS) {
    refuseInput(`q must have at most ${MAX_SEARCH_CHARACTERS} characters`)
  }
  if (!isStorableText(search)) refuseInput('q is no text')
  const filters = filtersOf(rules.filters, params)
  return {
    ...sortOf(rules.sorts, params.get('sort') || `-${rules.opensBy?.(filters) ?? rules.sorts[0]}`),
    after: placeOf('after', params),
    before: placeOf('before', params),
    limit: PAGE_ROWS,
    search: search || null,
    filters,
  }
}

function refuseUnknown(filters: string[], params: URLSearchParams): void {
  const known = [...filters, ...OWN_PARAMETERS, ...OTHER_PARAMETERS]
  for (const name of params.keys()) {
    if (!known.includes(name)) {
      refuseInput(`This list has no filter ${JSON.stringify(name.slice(0, MAX_NAME_CHARACTERS))}`)
    }
    if (params.getAll(name).length > 1) refuseInput(`${name} is given more than once`)
  }
}

function sortOf<Sort extends string>(sorts: readonly [Sort, ...Sort[]], given: string) {
  const descending = given.startsWith('-')
  const sort = sorts.find((name) => name === (descending ? given.slice(1) : given))
  if (!sort) refuseInput(`sort must be one of ${sorts.join(', ')}`)
  return { sort, descending }
}

function filtersOf<Filters extends z.ZodObject>(
  filters: Filters,
  params: URLSearchParams,
): z.output<Filters> {
  const given = Object.keys(filters.shape).flatMap((name) => {
    const value = params.get(name)
    if (value && !isStorableText(value)) refuseInput(`${name} is no text`)
    return value ? [[name, value] as const] : []
  })
  const parsed = filters.safeParse(Object.fromEntries(given))
  if (parsed.success) return parsed.data
  const refusals = parsed.error.issues.map((issue) => `${issue.path.join('.')} ${wordsOf(issue)}`)
  refuseInput(refusals.join('; '))
}

/** The message after the name of a filter. A filter's own message has this form: `must be a date`. */
export function wordsOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.join(', ')}`
  if (issue.code === 'too_big') return `must have at most ${issue.maximum} characters`
  return issue.message
}

const placeShape = z.tuple([z.string().max(MAX_CURSOR_CHARACTERS), z.string().refine(isId)])

function placeOf(name: 'after' | 'before', params: URLSearchParams): Place | null {
  const given = params.get(name)
  if (!given) return null
  const place = given.length <= MAX_CURSOR_CHARACTERS ? placeShape.safeParse(decode(given)) : null
  if (!place?.success) refuseInput('This page of the list can’t be opened. Start again from the first one.')
  const [value, id] = place.data
  return { value, id }
}

function decode(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/** The cursor of a place, for a URL. */
export function cursorOf(place: Place): string {
  return Buffer.from(JSON.stringify([place.value, place.id])).toString('base64url')
}

export function presentPage<Row, View>(page: Page<Row>, present: (row: Row) => View): ListView<View> {
  return {
    rows: page.rows.map(present),
    nextCursor: page.hasNext && page.last ? cursorOf(page.last) : null,
    previousCursor: page.hasPrevious && page.first ? cursorOf(page.first) : null,
  }
}

/** Describes the answer of a list. */
export function listView<Row extends z.ZodType>(row: Row) {
  return z.object({
    rows: z.array(row),
    nextCursor: z.string().nullable(),
    previousCursor: z.string().nullable(),
  })
}

/** Describes the query of a list, which `parseListQuery` reads. */
export function listParameters<Sort extends string, Filters extends z.ZodObject>(
  rules: ListRules<Sort, Filters>,
): QueryReader<URLSearchParams> {
  const sorts = rules.sorts.flatMap((sort) => [sort, `-${sort}`])
  const own = z.object({
    q: z.string().max(MAX_SEARCH_CHARACTERS).optional().describe('Text to search for.'),
    sort: z.enum(sorts).optional().describe('A column, with `-` before it for descending order.'),
    after: z.string().optional().describe('The cursor of the previous page.'),
    before: z.string().optional().describe('The cursor of the next page.'),
  })
  return { schema: own.extend(rules.filters.shape), read: (search) => search }
}

/** Reads a list for a page's first paint from the page's query. */
export async function readFirstList<Row>(
  query: Record<string, string | string[] | undefined>,
  read: (params: URLSearchParams) => Promise<ListView<Row>>,
): Promise<FirstList<Row>> {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    // The browser requests the list without them, and must find it in its cache.
    if (LOOK_PARAMETERS.includes(name)) continue
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
