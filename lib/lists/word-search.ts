import { joinSql, type Sql, sql } from '@/lib/db/client'
import { type TypedWord, typedWords } from '@/lib/db/search-words'

export type WordSearch = {
  /** Condition that every typed word matches the row, for rows that are read anyway. */
  passes: Sql
  /** The index that finds the rows of typed words, if there is one. */
  index?: { words: TypedWord[]; text: Sql; tenantKey: Sql; tenantId: string }
}

/**
 * Finds rows in which every typed word is the start of a word or the end of an id, ignoring case and accents;
 * null if nothing was typed. `text` is the row's `search` column. `index` is the tenant key of that column's index, and
 * its value.
 */
export function wordSearch(
  search: string | null,
  text: Sql,
  index?: { tenantKey: Sql; tenantId: string },
): WordSearch | null {
  if (search === null) return null
  const words = typedWords(search)
  if (words.length === 0) return { passes: sql`false` }
  const contains = (part: string) => sql`strpos(${text}, ${part}) > 0`
  const passes = joinSql(
    words.map(({ prefix, ending }) =>
      ending === null ? contains(prefix) : sql`(${contains(prefix)} OR ${contains(ending)})`,
    ),
    ' AND ',
  )
  return index ? { passes, index: { words, text, ...index } } : { passes }
}
