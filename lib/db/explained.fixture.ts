import type { Orm } from './client'
import { database, type Sql, sql } from './client'

type PlanNode = {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  Plans?: PlanNode[]
}

type Explained = { Plan: PlanNode; 'Planning Time': number; 'Execution Time': number }

export type StatementPlan = {
  /** Planning plus execution time. */
  timeMs: number
  /** Tables read by a sequential scan. */
  scannedTables: string[]
  /** Rows that came from each table, as often as they did. */
  rowsRead: Record<string, number>
}

/**
 * A transaction client for read-only code that explains every statement it runs, so that the plans are those
 * of the statements the service sends.
 */
export function explained(): { tx: Orm; plans: StatementPlan[] } {
  const plans: StatementPlan[] = []
  const explain = async (statement: Sql) => {
    const [row] = await database().$queryRaw<{ 'QUERY PLAN': [Explained] }[]>(
      sql`EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${statement}`,
    )
    if (!row) throw new Error('a statement without a plan')
    const [plan] = row['QUERY PLAN']
    const timeMs = plan['Planning Time'] + plan['Execution Time']
    plans.push({ timeMs, scannedTables: scannedTables(plan.Plan), rowsRead: rowsRead(plan.Plan) })
    return database().$queryRaw(statement)
  }
  const tx = new Proxy(database(), {
    get: (client, name) => (name === '$queryRaw' ? explain : Reflect.get(client, name)),
  })
  return { tx, plans }
}

function scannedTables(node: PlanNode): string[] {
  const own = node['Node Type'].endsWith('Seq Scan') ? [node['Relation Name'] ?? ''] : []
  return [...own, ...(node.Plans ?? []).flatMap(scannedTables)]
}

function rowsRead(node: PlanNode, sums: Record<string, number> = {}): Record<string, number> {
  const table = node['Relation Name']
  if (table) sums[table] = (sums[table] ?? 0) + node['Actual Rows'] * node['Actual Loops']
  for (const part of node.Plans ?? []) rowsRead(part, sums)
  return sums
}
