import { connectionPool, rawSql, type Sql, sql } from '@/lib/db/client'
import { runComposed } from '@/lib/db/statement'
import { byTenant, type RowKey } from './queue'

/** Rows that nobody needs once their time is over. */
type Perishable = {
  table: string
  /** Leads the table's key. */
  tenantColumn: string
  idColumn: string
  idType: 'uuid' | 'text'
  /** Has an index; the oldest rows go first. */
  timeColumn: string
  isOver: Sql
}

/**
 * Deletes rows that are over, at most `limit`, and returns how many. One read finds those of all tenants; each tenant's
 * are deleted in a statement of their own, so that no lock is held for long.
 */
export async function forget(
  { table, tenantColumn, idColumn, idType, timeColumn, isOver }: Perishable,
  limit: number,
): Promise<number> {
  const [from, tenant, id] = [rawSql(table), rawSql(tenantColumn), rawSql(idColumn)]
  const over = await runComposed<RowKey>(
    connectionPool(),
    sql`SELECT ${tenant}::text AS "tenantId", ${id}::text AS id FROM ${from}
         WHERE ${isOver} ORDER BY ${rawSql(timeColumn)} LIMIT ${limit}`,
  )
  let forgotten = 0
  for (const [tenantId, rows] of byTenant(over)) {
    const ids = rows.map((row) => row.id)
    const deletions = await runComposed(
      connectionPool(),
      sql`DELETE FROM ${from}
           WHERE ${tenant} = ${tenantId}::uuid AND ${id} = ANY (${ids}::${rawSql(idType)}[]) AND ${isOver}
          RETURNING 1 AS deleted`,
    )
    forgotten += deletions.length
  }
  return forgotten
}
