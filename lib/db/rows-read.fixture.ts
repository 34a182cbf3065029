import { escapeLiteral } from 'pg'
import { vi } from 'vitest'
import { connectionPool } from './client'
import { DatabaseClient } from './database-client'

type Query = { name?: string; text: string; values: unknown[] }

/** The statements that are sent meanwhile, in their order. */
export async function queriesDuring(act: () => Promise<unknown>): Promise<Query[]> {
  const query = vi.spyOn(DatabaseClient.prototype, 'query')
  await act()
  const queries = query.mock.calls.map(([first]) => first as unknown as Query)
  query.mockRestore()
  return queries
}

/**
 * The most rows that any step of the statement's plan reads, as a prepared statement under these settings. It is run again for
 * that, and rolled back.
 */
export async function mostRowsRead(query: Query | undefined, settings: string[] = []): Promise<number> {
  const values = query?.values.map(literal)
  const explained = await connectionPool().query(
    `BEGIN; ${settings.join(';')}; PREPARE explained AS ${query?.text};
     EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE explained (${values?.join()}); DEALLOCATE explained; ROLLBACK`,
  )
  const { rows } =
    (explained as unknown as { rows: object[] }[]).find((result) => result.rows.length > 0) ?? {}
  const counts: number[] = []
  JSON.stringify(rows, (name, value) => {
    if (name === 'Rows Removed by Filter' || name === 'Rows Removed by Join Filter' || name === 'Actual Rows')
      counts.push(value)
    return value
  })
  if (counts.length === 0) throw new Error('no plan')
  return Math.max(...counts)
}

/** Without a type, so that it takes that of its parameter. */
function literal(value: unknown): string {
  if (value === null) return 'NULL'
  if (Array.isArray(value)) return escapeLiteral(`{${value.map(element).join()}}`)
  return escapeLiteral(value instanceof Date ? value.toISOString() : String(value))
}

function element(value: unknown): string {
  return value === null ? 'NULL' : JSON.stringify(value instanceof Date ? value : String(value))
}
