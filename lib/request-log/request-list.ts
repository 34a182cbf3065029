import { z } from 'zod'
import { database, type Orm, type Sql, sql } from '@/lib/db/client'
import type { Mode } from '@/lib/db/generated/enums'
import { env } from '@/lib/env'
import type { ApiRequestRecord } from '@/lib/http/record-request'
import { moment } from '@/lib/http/schemas'
import { isId } from '@/lib/ids'
import { defineList } from '@/lib/lists/define-list'
import { createdById, dayFilter, searchedId } from '@/lib/lists/list-filters'
import type { Account } from '@/lib/vendors/account'

type LoggedRequest = ApiRequestRecord & { keyName: string | null; keyHint: string | null }

/** A request of the account with its key, or null. */
async function findRequest(tx: Orm, accountId: string, id: string): Promise<LoggedRequest | null> {
  const request = await tx.apiRequest.findUnique({ where: { accountId_id: { accountId, id } } })
  if (!request) return null
  const key = await tx.apiKey.findUnique({
    where: { accountId_id: { accountId, id: request.apiKeyId } },
    select: { name: true, hint: true },
  })
  return { ...request, keyName: key?.name ?? null, keyHint: key?.hint ?? null }
}

/** A request as a row of the log. */
type RequestSummary = {
  id: string
  method: string
  path: string
  responseStatus: number
  durationMs: number
  createdAt: Date
  keyName: string | null
  keyHint: string | null
}

export const requestRow = z.object({
  id: z.uuid(),
  method: z.string(),
  path: z.string(),
  responseStatus: z.int(),
  durationMs: z.int(),
  createdAt: moment,
  keyName: z.string().nullable().describe('Null if the key no longer exists.'),
  keyHint: z.string().nullable(),
})

export type ApiRequestRow = z.infer<typeof requestRow>

export type ApiRequestView = ApiRequestRow & {
  mode: Mode
  idempotencyKey: string | null
  /** JSON with secrets redacted, possibly cut. */
  requestBody: string | null
  responseBody: string | null
  /** The request's URL without its query. */
  url: string
}

/** The length of a path in the index api_requests_by_path. */
const MAX_PATH_CHARACTERS = 200

const METHODS = ['GET', 'POST', 'HEAD'] as const

/** The account's request log; searches by request id. */
export const requestList = defineList({
  name: 'requests',
  sorts: ['created'],
  filters: z.object({
    status: z.enum(['2xx', '3xx', '4xx', '5xx']).optional(),
    method: z.enum(METHODS).optional(),
    path: z.string().max(MAX_PATH_CHARACTERS).optional(),
    created_from: dayFilter,
    created_to: dayFilter,
  }),
  select: (accountId, { filters: { status, method, path, ...days }, search, zone }) => {
    const id = searchedId(search)
    return {
      table: sql`api_requests AS request`,
      alias: sql`request`,
      id: sql`request.id`,
      columns: sql`request.id, request.method, request.path, request.response_status AS "responseStatus",
        request.duration_ms AS "durationMs", request.created_at AS "createdAt", key.name AS "keyName",
        key.hint AS "keyHint"`,
      joins: sql`LEFT JOIN api_keys AS key
        ON key.account_id = request.account_id AND key.id = request.api_key_id`,
      sorts: { created: { column: sql`request.id`, type: 'uuid' } },
      where: [
        sql`request.account_id = ${accountId}::uuid`,
        ...(id ? [sql`request.id = ${id}::uuid`] : []),
        ...createdById(days, sql`request`, zone),
      ],
      filters: [
        ...(status ? [hasStatus(Number(status[0]) * 100)] : []),
        // Its index starts with the method, so a path alone is looked up under each method.
        ...(method || path ? [sql`request.method = ANY(${method ? [method] : [...METHODS]}::text[])`] : []),
        ...(path ? [beginsWith(path)] : []),
      ],
    }
  },
  present: presentRow,
})

function hasStatus(first: number): Sql {
  return sql`request.response_status BETWEEN ${first}::int AND ${first + 99}::int`
}

/** A range of the index. No path contains the highest character of Unicode. */
function beginsWith(path: string): Sql {
  const indexColumn = sql`left(request.path, ${MAX_PATH_CHARACTERS}::int) COLLATE "C"`
  return sql`(${indexColumn} >= ${path} AND ${indexColumn} < ${`${path}\u{10ffff}`})`
}

/** A request in the account's log, or null. */
export async function readRequest(account: Account, id: string): Promise<ApiRequestView | null> {
  if (!isId(id)) return null
  const request = await findRequest(database(), account.id, id)
  return request && presentRequest(account.mode, request)
}

function presentRequest(mode: Mode, request: LoggedRequest): ApiRequestView {
  const { idempotencyKey, requestBody, responseBody } = request
  const url = `${env.PUBLIC_URL}${request.path}`
  return { mode, ...presentRow(request), idempotencyKey, requestBody, responseBody, url }
}

function presentRow(request: RequestSummary): ApiRequestRow {
  const { id, method, path, responseStatus, durationMs, createdAt, keyName, keyHint } = request
  return {
    id,
    method,
    path,
    responseStatus,
    durationMs,
    createdAt: createdAt.toISOString(),
    keyName,
    keyHint,
  }
}
