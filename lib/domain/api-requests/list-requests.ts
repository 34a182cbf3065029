import { type Sql, sql } from '@/lib/db/sql'
import type { Transaction } from '@/lib/db/transaction'
import { endIdOf, firstIdOf } from '@/lib/ids'
import { keysetPage, type Page, type PageRequest } from '../lists/keyset-page'

/** A request as a line of the log. */
export type RequestSummary = {
  id: string
  method: string
  path: string
  responseStatus: number
  durationMs: number
  createdAt: Date
  keyName: string | null
  keyHint: string | null
}

type RequestFilters = {
  /** The first digit of the status: 4 for 400 to 499. */
  statusClass?: number | undefined
  method?: string | undefined
  /** How the path begins. */
  path?: string | undefined
  id?: string | undefined
  from?: Date | undefined
  /** The first moment that is not included. */
  to?: Date | undefined
}

type RequestSort = 'created'

/** A page of the account's request log. */
export function listRequests(
  tx: Transaction,
  accountId: string,
  filters: RequestFilters,
  page: PageRequest<RequestSort>,
): Promise<Page<RequestSummary>> {
  const list = {
    columns: sql`request.id, request.method, request.path, request.response_status AS "responseStatus",
      request.duration_ms AS "durationMs", request.created_at AS "createdAt", key.name AS "keyName",
      key.hint AS "keyHint"`,
    from: sql`api_requests AS request LEFT JOIN api_keys AS key
      ON key.account_id = request.account_id AND key.id = request.api_key_id`,
    where: conditions(accountId, filters),
    id: sql`request.id`,
    sorts: { created: { column: sql`request.id`, type: 'uuid' as const } },
  }
  return keysetPage<RequestSummary, RequestSort>(tx, list, page)
}

function conditions(accountId: string, filters: RequestFilters): Sql[] {
  const { statusClass, method, path, id, from, to } = filters
  const all = [sql`request.account_id = ${accountId}::uuid`]
  if (statusClass) {
    const first = statusClass * 100
    all.push(sql`request.response_status BETWEEN ${first}::int AND ${first + 99}::int`)
  }
  if (method) all.push(sql`request.method = ${method}`)
  if (path) all.push(sql`starts_with(request.path, ${path})`)
  if (id) all.push(sql`request.id = ${id}::uuid`)
  // The id's range is what is searched; the time itself is to the point.
  if (from)
    all.push(sql`request.id >= ${firstIdOf(from)}::uuid`, sql`request.created_at >= ${from}::timestamptz`)
  if (to) all.push(sql`request.id < ${endIdOf(to)}::uuid`, sql`request.created_at < ${to}::timestamptz`)
  return all
}
