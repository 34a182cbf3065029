import { joinSql, noSql, type Sql, sql } from '@/lib/db/client'
import { isStorableText } from '@/lib/db/storable-text'
import type { Transaction } from '@/lib/db/transaction'
import { DomainError } from '@/lib/errors'
import { parseIsoDate } from '@/lib/time/dates'

/** A row's place in a list: what the list is sorted by, as text, and the id that breaks ties. */
export type Place = { value: string; id: string }

/** Which page of a list: the one after or before a place, or the first. */
export type PageRequest<Sort extends string = string> = {
  sort: Sort
  descending: boolean
  after: Place | null
  before: Place | null
  /** Rows of a page. */
  limit: number
}

export type Page<Row> = {
  rows: Row[]
  first: Place | null
  last: Place | null
  hasNext: boolean
  hasPrevious: boolean
}

/** A column that a list may be sorted by: never null, and after the tenant key in an index that ends in the id. */
export type SortColumn = {
  column: Sql
  type: 'uuid' | 'bigint' | 'date' | 'timestamptz' | 'text' | 'integer'
}

type List<Sort extends string> = {
  /** The selected columns: of the row's own table, or computed from them. */
  columns: Sql
  from: Sql
  /** All of them hold; the first one is the tenant key's. */
  where: Sql[]
  /** The row's own id. */
  id: Sql
  sorts: Record<Sort, SortColumn>
}

/**
 * One page of a list. It is found by the place of the row beside it and not by counting rows, so that the
 * thousandth page costs what the first does, and a row that is added meanwhile shifts nothing. Rows have
 * the selected columns and those of `Place`.
 */
export async function keysetPage<Row extends object, Sort extends string>(
  tx: Transaction,
  { columns, from, where, id, sorts }: List<Sort>,
  page: PageRequest<Sort>,
): Promise<Page<Row>> {
  const { place, beyond, order, limit } = keysetTerms(id, sorts, page)
  const conditions = beyond ? [...where, beyond] : where
  const found = await tx.$queryRaw<Found<Row>[]>(sql`
    SELECT ${columns}, ${place}
    FROM ${from}
    ${conditions.length > 0 ? sql`WHERE ${joinSql(conditions, ' AND ')}` : noSql}
    ORDER BY ${order}
    LIMIT ${limit}`)
  return pageOf(found, page)
}

/** A row as the statement of a list gives it: with its place. */
export type Found<Row> = Row & { placeId: string; placeValue: string }

export type KeysetTerms = {
  /** The columns of `Place`. */
  place: Sql
  /** What every row of the page is on the far side of; null on the first page. */
  beyond: Sql | null
  order: Sql
  /** One row more than the page has: whether it is there tells if there is another page. */
  limit: number
}

/** What a list's statement is made of, for a list that is more than one `SELECT … WHERE …`. */
export function keysetTerms<Sort extends string>(
  id: Sql,
  sorts: Record<Sort, SortColumn>,
  { sort, descending, after, before, limit }: PageRequest<Sort>,
): KeysetTerms {
  const { column, type } = sorts[sort]
  const isDown = descending !== (before !== null)
  const direction = isDown ? sql`DESC` : sql`ASC`
  const place = before ?? after
  return {
    place: sql`${id}::text AS "placeId", ${column}::text AS "placeValue"`,
    beyond: place && beyondPlace(place, { column, type }, id, isDown),
    // By id alone the comparison is one of single values: the primary key's order.
    order: type === 'uuid' ? sql`${id} ${direction}` : sql`${column} ${direction}, ${id} ${direction}`,
    limit: limit + 1,
  }
}

/** The page that the statement of a list has found. */
export function pageOf<Row>(
  found: Found<Row>[],
  { after, before, limit }: Pick<PageRequest, 'after' | 'before' | 'limit'>,
): Page<Row> {
  const isBackward = before !== null
  const hasMore = found.length > limit
  const rows = found.slice(0, limit)
  if (isBackward) rows.reverse()
  return {
    rows,
    first: placeOf(rows[0]),
    last: placeOf(rows.at(-1)),
    hasNext: isBackward || hasMore,
    hasPrevious: isBackward ? hasMore : after !== null,
  }
}

function beyondPlace(place: Place, { column, type }: SortColumn, id: Sql, isDown: boolean): Sql {
  const compare = isDown ? sql`<` : sql`>`
  if (type === 'uuid') return sql`${id} ${compare} ${place.id}::uuid`
  // A place of the same list in another order, or one that somebody has made up.
  if (!ARE_VALUES[type](place.value)) throw new DomainError('list_place_invalid')
  return sql`(${column}, ${id}) ${compare} (${CASTS[type](place.value)}, ${place.id}::uuid)`
}

const CASTS: Record<Exclude<SortColumn['type'], 'uuid'>, (value: string) => Sql> = {
  bigint: (value) => sql`${value}::text::bigint`,
  integer: (value) => sql`${value}::text::integer`,
  date: (value) => sql`${value}::text::date`,
  timestamptz: (value) => sql`${value}::text::timestamptz`,
  text: (value) => sql`${value}::text`,
}

/** What the columns' values look like as text: anything else would fail in the database. */
const ARE_VALUES: Record<Exclude<SortColumn['type'], 'uuid'>, (text: string) => boolean> = {
  bigint: (text) => /^-?\d{1,18}$/.test(text),
  integer: (text) => /^-?\d{1,9}$/.test(text),
  date: (text) => parseIsoDate(text) !== null,
  // The day by itself: `Date.parse` takes the 30th of February for a day in March, the database for none.
  timestamptz: (text) =>
    /^[\d-]{10} ([01]\d|2[0-3])(:[0-5]\d){2}(\.\d{1,6})?\+00$/.test(text) &&
    parseIsoDate(text.slice(0, 10)) !== null,
  text: isStorableText,
}

function placeOf(row: { placeId: string; placeValue: string } | undefined): Place | null {
  return row ? { id: row.placeId, value: row.placeValue } : null
}

/** Every row of a list in its order, a page at a time: for what leaves the service as a file. */
export async function* everyRow<Row>(
  readPage: (page: Pick<PageRequest, 'after'>) => Promise<Page<Row>>,
): AsyncGenerator<Row> {
  for (let after: Place | null = null; ; ) {
    const page: Page<Row> = await readPage({ after })
    yield* page.rows
    if (!page.hasNext || !page.last) return
    after = page.last
  }
}
