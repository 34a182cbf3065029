import { escapeLiteral } from 'pg'
import { env } from '@/lib/env'
import { connectionPool } from './client'
import { replaceParameters, statement, type Value } from './statement'
import { isUnavailable } from './unavailable'

/**
 * A read of all tenants' rows of one table, by which a worker finds what is due. Where tables are distributed and a node is
 * away, it reads those of the others: in an order of their own, and up to a limit of the text for each shard. The table has its
 * name wherever the text means it, and columns are texts.
 */
export function readAllTenants<
  Values extends Record<string, Value>,
  Row extends Record<string, string | null>,
>(name: string, table: string, text: string) {
  const read = statement<Values, Row>(name, text)
  return async (values: Values): Promise<Row[]> => {
    try {
      return await read(connectionPool(), values)
    } catch (error) {
      if (!env.DATABASE_DISTRIBUTED || !isUnavailable(error)) throw error
      return readByShard(table, text, values)
    }
  }
}

/** One statement for each shard: unlike a statement over all of them, it goes on without those of a node that is away. */
async function readByShard<Row>(table: string, text: string, values: Record<string, Value>): Promise<Row[]> {
  const { rows } = await connectionPool().query<{ isRead: boolean; rows: string }>(
    'SELECT success AS "isRead", result AS rows FROM run_command_on_shards($1::regclass, $2)',
    [table, commandOnShards(table, text, values)],
  )
  return rows.filter(({ isRead }) => isRead).flatMap((shard) => JSON.parse(shard.rows) as Row[])
}

/** The read as a pattern of PostgreSQL's format(), to which Citus gives the name of each shard. It answers JSON. */
export function commandOnShards(table: string, text: string, values: Record<string, Value>): string {
  const pattern = text.replaceAll('%', '%%').replace(new RegExp(`\\b${table}\\b`, 'g'), '%1$s')
  const read = replaceParameters(pattern, (name) => literalOf(values[name] ?? null).replaceAll('%', '%%'))
  return `SELECT coalesce(json_agg(shard_row), '[]') FROM (${read}) AS shard_row`
}

function literalOf(value: Value): string {
  if (value === null) return 'NULL'
  if (Array.isArray(value)) return `ARRAY[${value.map(literalOf).join(', ')}]`
  return escapeLiteral(value instanceof Date ? value.toISOString() : String(value))
}
