import { z } from 'zod'
import type { Mode } from '@/lib/auth/mode'
import { database, type Sql, sql } from '@/lib/db/client'
import type { Transaction } from '@/lib/db/transaction'
import { env } from '@/lib/env'
import type { ApiRequestRecord } from '@/lib/http/record-request'
import { endIdOf, firstIdOf, isId } from '@/lib/ids'
import { keysetPage, type Page, type PageRequest } from '@/lib/lists/keyset-page'
import { dayFilter, daysOf, searchedId } from '@/lib/lists/list-filters'
import { type ListView, parseListQuery, presentPage } from '@/lib/lists/list-query'
import { findAccount } from '@/lib/vendors/account'

type LoggedRequest = ApiRequestRecord & { keyName: string | null; keyHint: string | null }

/** A request of the account with the key that made it; null for any other. */
async function findRequest(tx: Transaction, accountId: string, id: string): Promise<LoggedRequest | null> {
  const request = await tx.apiRequest.findUnique({ where: { accountId_id: { accountId, id } } })
  if (!request) return null
  const key = await tx.apiKey.findUnique({
    where: { accountId_id: { accountId, id: request.apiKeyId } },
    select: { name: true, hint: true },
  })
  return { ...request, keyName: key?.name ?? null, keyHint: key?.hint ?? null }
}

/** A request as a line of the log. */
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
function listRequests(
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

export type ApiRequestRow = {
  id: string
  method: string
  path: string
  responseStatus: number
  durationMs: number
  createdAt: string
  /** Null if the key no longer exists. */
  keyName: string | null
  keyHint: string | null
}

export type ApiRequestView = ApiRequestRow & {
  mode: Mode
  idempotencyKey: string | null
  /** JSON with secrets redacted, possibly cut. */
  requestBody: string | null
  responseBody: string | null
  /** The request's URL without its query. */
  url: string
}

const MAX_PATH_CHARACTERS = 200

const RULES = {
  sorts: ['created'] as const,
  filters: z.object({
    status: z.enum(['2xx', '3xx', '4xx', '5xx']).optional(),
    method: z.enum(['GET', 'POST', 'HEAD']).optional(),
    path: z.string().max(MAX_PATH_CHARACTERS).optional(),
    created_from: dayFilter,
    created_to: dayFilter,
  }),
}

/** A page of the account's request log; `q` is the id of a request. */
export async function readRequests(
  vendorId: string,
  mode: Mode,
  params: URLSearchParams,
): Promise<ListView<ApiRequestRow>> {
  const { filters, search, ...page } = parseListQuery(RULES, params)
  const { status, method, path } = filters
  const account = await findAccount(database(), vendorId, mode)
  const found = await listRequests(
    database(),
    account.id,
    {
      statusClass: status && Number(status[0]),
      method,
      path,
      id: searchedId(search),
      ...daysOf(filters),
    },
    page,
  )
  return presentPage(found, presentRow)
}

/** A request in the account's log, or null. */
export async function readRequest(vendorId: string, mode: Mode, id: string): Promise<ApiRequestView | null> {
  if (!isId(id)) return null
  const account = await findAccount(database(), vendorId, mode)
  const request = await findRequest(database(), account.id, id)
  return request && presentRequest(mode, request)
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
