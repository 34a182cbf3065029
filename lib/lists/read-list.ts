import { joinSql, noSql, type Orm, type Sql, sql } from '@/lib/db/client'
import { indexQuery, singleWords, type TypedWord } from '@/lib/db/search-words'
import type { WordSearch } from './word-search'

/** A row's position in a list: its sort value as text, and the id as a tie-breaker. */
export type Cursor = { value: string; id: string }

/** Which page of a list: the rows after a cursor, the rows before one, or the first rows. */
export type PageRequest<Sort extends string = string> = {
  sort: Sort
  descending: boolean
  after: Cursor | null
  before: Cursor | null
  /** Rows per page. */
  limit: number
}

export type Page<Row> = {
  rows: Row[]
  first: Cursor | null
  last: Cursor | null
  hasNext: boolean
  hasPrevious: boolean
}

/** A column that is never null, and that an index holds after the tenant's key and before the id. */
export type SortColumn = {
  column: Sql
  type: 'uuid' | 'bigint' | 'date' | 'timestamptz' | 'text' | 'integer'
}

export type List<Sort extends string> = {
  /** The table, and the alias that all other parts use. */
  table: Sql
  alias: Sql
  id: Sql
  columns: Sql
  /** Other tables that `columns` reads. Only the rows of the page are joined. */
  joins?: Sql
  sorts: Record<Sort, SortColumn>
  /** Conditions that the sort order's index answers, the tenant key first. */
  where: Sql[]
  /**
   * For an index with columns between the tenant key and the sort column: a table "group" of their values,
   * and the condition that a row belongs to one. The list is merged from the first rows of each group.
   */
  groups?: { values: Sql; match: Sql } | undefined
  /** Conditions that the sort order's index does not answer. */
  filters?: Sql[]
  search?: WordSearch | null
  /** Says which rows are listed, if the sort order leaves some out; `isEmpty`: it leaves out all. */
  note?: (isEmpty: boolean) => Promise<string | null>
}

/**
 * Rows that a filtered page reads in list order, per row of the page, before it looks the matches up by their own
 * indexes.
 */
const ROWS_WALKED = 200

/** Rows read in list order to see which of the typed words are rare. */
const ROWS_SAMPLED = 500

/**
 * Reads a page of a list. Pages are cut at a cursor, so the thousandth page costs as much as the first,
 * and a row added meanwhile shifts nothing.
 *
 * Rows matching filters or words are either frequent, and then a page of them is among the next rows in
 * order; or rare, and then an index finds all of them, and the page is the first of these. Trying shows
 * which, so the planner's estimate is not needed (docs/decisions/0021-word-search.md has the figures).
 */
export async function readList<Row extends object, Sort extends string>(
  tx: Orm,
  list: List<Sort>,
  page: PageRequest<Sort>,
): Promise<Page<Row>> {
  const terms = keysetTerms(list, page)
  const read = (rows: Sql) => tx.$queryRaw<KeysetRow<Row>[]>(withColumns(list, terms, rows))
  const filters = list.filters ?? []
  if (filters.length === 0 && !list.search) return pageOf(await read(firstRows(list, terms)), page)
  const near = await read(nextMatches(list, terms))
  if (near.length === terms.limit) return pageOf(near, page)
  const all = await read(allMatches(list, terms, await indexCondition(tx, list, terms)))
  // Empty if the walk reached the end of the list: then `near` has every match.
  return pageOf(all.length > 0 ? all : near, page)
}

type KeysetRow<Row> = Row & { cursorId: string; cursorValue: string }

type KeysetTerms = {
  sortColumn: Sql
  direction: Sql
  order: Sql
  where: Sql
  /** `where` with a keyset condition that no index answers. */
  whereUnindexed: Sql
  /** One row more than the page, to know whether there is another page. */
  limit: number
}

function keysetTerms<Sort extends string>(list: List<Sort>, page: PageRequest<Sort>): KeysetTerms {
  const { column, type } = list.sorts[page.sort]
  const { id } = list
  const isDown = page.descending !== (page.before !== null)
  const direction = isDown ? sql`DESC` : sql`ASC`
  const cursor = page.before ?? page.after
  const beyond = cursor ? [afterCursor(cursor, { column, type }, id, isDown)] : []
  const allOf = (conditions: Sql[]) => (conditions.length > 0 ? joinSql(conditions, ' AND ') : sql`true`)
  return {
    sortColumn: column,
    direction,
    // Sorted by id alone, a comparison of single values matches the primary key's order.
    order: type === 'uuid' ? sql`${id} ${direction}` : sql`${column} ${direction}, ${id} ${direction}`,
    where: allOf([...list.where, ...beyond]),
    whereUnindexed: allOf([...list.where, ...beyond.map((condition) => sql`(${condition}) IS TRUE`)]),
    limit: page.limit + 1,
  }
}

function firstRows({ table, alias, groups }: List<string>, { where, order, limit }: KeysetTerms): Sql {
  const page = sql`ORDER BY ${order} LIMIT ${limit}`
  if (!groups) return sql`SELECT * FROM ${table} WHERE ${where} ${page}`
  return sql`
    SELECT ${alias}.* FROM (${groups.values}) AS "group" CROSS JOIN LATERAL (
      SELECT * FROM ${table} WHERE ${where} AND ${groups.match} ${page}) AS ${alias} ${page}`
}

/** The page's rows among the next ones in order. */
function nextMatches({ table, alias, filters = [], search }: List<string>, terms: KeysetTerms): Sql {
  const { where, order, limit } = terms
  const conditions = [...filters, ...(search ? [search.passes] : [])]
  return sql`
    SELECT ${alias}.* FROM (
      SELECT * FROM ${table} WHERE ${where} ORDER BY ${order} LIMIT ${walked(limit)}) AS ${alias}
     WHERE ${joinSql(conditions, ' AND ')} ORDER BY ${order} LIMIT ${limit}`
}

/** The page's rows out of all matches; empty if there are no more rows than `nextMatches` reads. */
function allMatches(
  { table, alias, id, filters = [], search }: List<string>,
  { where, whereUnindexed, order, limit, sortColumn, direction }: KeysetTerms,
  inIndex: Sql[],
): Sql {
  const isMore = sql`(SELECT true FROM ${table} WHERE ${where} ORDER BY ${order} OFFSET ${walked(limit)} LIMIT 1)`
  const conditions = [...filters, ...inIndex, ...(search ? [search.passes] : []), isMore]
  // Combining the words' index with the order's would read every entry of the order behind the cursor.
  const scope = inIndex.length > 0 ? whereUnindexed : where
  // OFFSET 0 keeps the planner from reading in order until the page is full, however far that is; and with no
  // columns but these it may not need to read the rows at all.
  return sql`
    SELECT ${alias}.* FROM (
      SELECT match_id FROM (
        SELECT ${id} AS match_id, ${sortColumn} AS match_value FROM ${table}
         WHERE ${scope} AND ${joinSql(conditions, ' AND ')} OFFSET 0) AS match
       ORDER BY match_value ${direction}, match_id ${direction} LIMIT ${limit}) AS match
      JOIN ${table} ON ${where} AND ${id} = match_id`
}

/** Condition that an index answers: that the row has the typed words, or those of them that are rare. */
async function indexCondition(tx: Orm, list: List<string>, terms: KeysetTerms): Promise<Sql[]> {
  const index = list.search?.index
  if (!index) return []
  const { words, text, tenantKey, tenantId } = index
  const isOneWord = words.length === 1 && words[0]?.words.length === 1
  const rare = isOneWord ? words : await rareWords(tx, list.table, index, terms)
  return [sql`search_terms(${tenantKey}, ${text}) @@ ${indexQuery(tenantId, rare)}::text::tsquery`]
}

/**
 * The words to look up: the rarest one, and each further one that saves reading more rows than it costs index
 * entries. An entry costs about a tenth of a row. The other words are checked in the rows' text.
 */
async function rareWords(
  tx: Orm,
  table: Sql,
  { words, text }: { words: TypedWord[]; text: Sql },
  { where, order }: KeysetTerms,
): Promise<TypedWord[]> {
  const singles = singleWords(words)
  const counted = await tx.$queryRaw<{ position: number; found: number }[]>(sql`
    SELECT position::int,
           count(*) FILTER (WHERE strpos(sample.text, prefix) > 0 OR strpos(sample.text, ending) > 0)::int AS found
      FROM unnest(${singles.map(({ prefix }) => prefix)}::text[], ${singles.map(({ ending }) => ending)}::text[])
             WITH ORDINALITY AS words (prefix, ending, position)
      LEFT JOIN (SELECT ${text} AS text FROM ${table} WHERE ${where} ORDER BY ${order} LIMIT ${ROWS_SAMPLED})
             AS sample ON true
     GROUP BY position ORDER BY found, position`)
  const rare: TypedWord[] = []
  let share = 1
  for (const { position, found } of counted) {
    if (rare.length > 0 && share < found / ROWS_SAMPLED / 10) break
    rare.push(...singles.slice(position - 1, position))
    share *= found / ROWS_SAMPLED
  }
  return rare
}

function walked(limit: number): number {
  return limit * ROWS_WALKED
}

/** Names the tenant once more: where tables are distributed, what is joined is then read on its node. */
function withColumns(list: List<string>, { sortColumn, order }: KeysetTerms, rows: Sql): Sql {
  const { alias, id, columns, joins, where } = list
  return sql`
    SELECT ${columns}, ${id}::text AS "cursorId", ${sortColumn}::text AS "cursorValue"
      FROM (${rows}) AS ${alias} ${joins ?? noSql} WHERE ${where[0] ?? sql`true`} ORDER BY ${order}`
}

function pageOf<Row>(
  matches: KeysetRow<Row>[],
  { after, before, limit }: Pick<PageRequest, 'after' | 'before' | 'limit'>,
): Page<Row> {
  const isBackward = before !== null
  const hasMore = matches.length > limit
  const rows = matches.slice(0, limit)
  if (isBackward) rows.reverse()
  return {
    rows,
    first: cursorOf(rows[0]),
    last: cursorOf(rows.at(-1)),
    hasNext: isBackward || hasMore,
    hasPrevious: isBackward ? hasMore : after !== null,
  }
}

function cursorOf(row: { cursorId: string; cursorValue: string } | undefined): Cursor | null {
  return row ? { id: row.cursorId, value: row.cursorValue } : null
}

/** Keyset condition: rows after the cursor. */
function afterCursor(cursor: Cursor, { column, type }: SortColumn, id: Sql, isDown: boolean): Sql {
  const compare = isDown ? sql`<` : sql`>`
  if (type === 'uuid') return sql`${id} ${compare} ${cursor.id}::uuid`
  return sql`(${column}, ${id}) ${compare} (${CASTS[type](cursor.value)}, ${cursor.id}::uuid)`
}

const CASTS: Record<Exclude<SortColumn['type'], 'uuid'>, (value: string) => Sql> = {
  bigint: (value) => sql`${value}::text::bigint`,
  integer: (value) => sql`${value}::text::integer`,
  date: (value) => sql`${value}::text::date`,
  timestamptz: (value) => sql`${value}::text::timestamptz`,
  text: (value) => sql`${value}::text`,
}
