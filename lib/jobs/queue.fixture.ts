import { database, rawSql } from '@/lib/db/client'
import { now } from '@/lib/time/clock'
import { claim, type LeasedQueue, type LeasedWork, type RowKey } from './queue'

/** The rows that a worker would take now, longest due first. */
export function due({ table, tenantColumn, idColumn, isInTurn = 'true' }: LeasedQueue): Promise<RowKey[]> {
  return database().$queryRaw<RowKey[]>`
    SELECT ${rawSql(tenantColumn)}::text AS "tenantId", ${rawSql(idColumn)}::text AS id FROM ${rawSql(table)}
     WHERE next_attempt_at <= ${now()}::timestamptz
       AND (lease_until IS NULL OR lease_until <= ${now()}::timestamptz) AND ${rawSql(isInTurn)}
     ORDER BY next_attempt_at, id`
}

/** Does the work of a row as the worker does, if it is due and free. */
export async function workOn(
  { queue, leaseMs, work }: Pick<LeasedWork, 'queue' | 'leaseMs' | 'work'>,
  row: RowKey,
): Promise<void> {
  const lease = await claim(database(), queue, row, { leaseMs: leaseMs() })
  if (lease) await work(lease)
}
