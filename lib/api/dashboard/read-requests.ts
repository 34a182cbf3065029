import { z } from 'zod'
import type { Mode } from '@/lib/auth/mode'
import { database } from '@/lib/db/client'
import { findRequest, type LoggedRequest } from '@/lib/domain/api-requests/find-request'
import { listRequests, type RequestSummary } from '@/lib/domain/api-requests/list-requests'
import { findAccount } from '@/lib/domain/vendors/find-account'
import { env } from '@/lib/env'
import { isId } from '@/lib/ids'
import { dayFilter, daysOf, searchedId } from './list-filters'
import { type ListView, parseListQuery, presentPage } from './list-query'

export type ApiRequestRow = {
  id: string
  method: string
  path: string
  responseStatus: number
  durationMs: number
  createdAt: string
  /** Null of a key that is no more. */
  keyName: string | null
  keyHint: string | null
}

export type ApiRequestView = ApiRequestRow & {
  mode: Mode
  idempotencyKey: string | null
  /** JSON with secrets blanked out, or the beginning of it. */
  requestBody: string | null
  responseBody: string | null
  /** Where the request was sent to, without its query. */
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

/** A request of the account's log; null for any other. */
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
