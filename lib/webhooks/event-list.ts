import { z } from 'zod'
import type { Mode } from '@/lib/auth/mode'
import { database, type Sql, sql } from '@/lib/db/client'
import type { WebhookEventStatus } from '@/lib/db/generated/enums'
import type { Transaction } from '@/lib/db/transaction'
import { endIdOf, firstIdOf } from '@/lib/ids'
import { keysetPage, type Page, type PageRequest } from '@/lib/lists/keyset-page'
import { dayFilter, daysOf, searchedId } from '@/lib/lists/list-filters'
import { type ListView, parseListQuery, presentPage } from '@/lib/lists/list-query'
import { findAccount } from '@/lib/vendors/account'
import { findSigningSecrets } from './signing'

/** An event as a line of a list, with how its last attempt ended. */
type EventSummary = {
  id: string
  invoiceId: string | null
  sequence: number
  url: string
  status: WebhookEventStatus
  /** The invoice's status that it tells of, as the receiver reads it. */
  invoiceStatus: string | null
  attemptCount: number
  nextAttemptAt: Date | null
  createdAt: Date
  lastResponseStatus: number | null
  lastError: string | null
}

type EventFilters = {
  status?: WebhookEventStatus | undefined
  /** The id of an event or of an invoice. */
  id?: string | undefined
  from?: Date | undefined
  /** The first moment that is not included. */
  to?: Date | undefined
}

type EventSort = 'created'

/** A page of the account's events. */
function listEvents(
  tx: Transaction,
  accountId: string,
  filters: EventFilters,
  page: PageRequest<EventSort>,
): Promise<Page<EventSummary>> {
  const list = {
    columns: sql`event.id, event.invoice_id AS "invoiceId", event.sequence, event.url,
      event.status::text AS status, event.payload::json #>> '{invoice,status}' AS "invoiceStatus",
      event.attempt_count AS "attemptCount", event.next_attempt_at AS "nextAttemptAt",
      event.created_at AS "createdAt", last.response_status AS "lastResponseStatus",
      last.error AS "lastError"`,
    from: sql`webhook_events AS event LEFT JOIN LATERAL (
      SELECT response_status, error FROM webhook_attempts AS attempt
       WHERE attempt.account_id = event.account_id AND attempt.event_id = event.id
       ORDER BY number DESC LIMIT 1) AS last ON true`,
    where: conditions(accountId, filters),
    id: sql`event.id`,
    sorts: { created: { column: sql`event.id`, type: 'uuid' as const } },
  }
  return keysetPage<EventSummary, EventSort>(tx, list, page)
}

function conditions(accountId: string, { status, id, from, to }: EventFilters): Sql[] {
  const all = [sql`event.account_id = ${accountId}::uuid`]
  if (status) all.push(sql`event.status = ${status}::webhook_event_status`)
  if (id) all.push(sql`(event.id = ${id}::uuid OR event.invoice_id = ${id}::uuid)`)
  // The id's range is what is searched; the time itself is to the point.
  if (from) all.push(sql`event.id >= ${firstIdOf(from)}::uuid`, sql`event.created_at >= ${from}::timestamptz`)
  if (to) all.push(sql`event.id < ${endIdOf(to)}::uuid`, sql`event.created_at < ${to}::timestamptz`)
  return all
}

export type WebhookEventRow = {
  id: string
  /** Null: a test event. */
  invoiceId: string | null
  /** The invoice's status that the event tells of. */
  invoiceStatus: string | null
  url: string
  status: 'PENDING' | 'DELIVERED' | 'FAILED'
  attemptCount: number
  createdAt: string
  nextAttemptAt: string | null
  /** How the last attempt ended: the HTTP status, or why there was none. */
  lastAnswer: string | null
}

/** What signs the account's webhooks, but the secret itself. */
export type SigningView = {
  mode: Mode
  /** When the secret before this one stops signing. */
  previousSecretExpiresAt: string | null
}

const RULES = {
  sorts: ['created'] as const,
  filters: z.object({
    status: z.enum(['PENDING', 'DELIVERED', 'FAILED']).optional(),
    created_from: dayFilter,
    created_to: dayFilter,
  }),
}

/** A page of the account's webhook events; `q` is the id of an event or of an invoice. */
export async function readWebhooks(
  vendorId: string,
  mode: Mode,
  params: URLSearchParams,
): Promise<ListView<WebhookEventRow>> {
  const { filters, search, ...page } = parseListQuery(RULES, params)
  const account = await findAccount(database(), vendorId, mode)
  const found = await listEvents(
    database(),
    account.id,
    { status: filters.status, id: searchedId(search), ...daysOf(filters) },
    page,
  )
  return presentPage(found, presentEvent)
}

export async function readSigning(vendorId: string, mode: Mode): Promise<SigningView> {
  const account = await findAccount(database(), vendorId, mode)
  const { previous } = await findSigningSecrets(database(), account.id)
  return { mode, previousSecretExpiresAt: previous?.expiresAt.toISOString() ?? null }
}

function presentEvent(event: EventSummary): WebhookEventRow {
  const { createdAt, nextAttemptAt, lastResponseStatus, lastError, ...rest } = event
  return {
    id: rest.id,
    invoiceId: rest.invoiceId,
    invoiceStatus: rest.invoiceStatus,
    url: rest.url,
    status: rest.status,
    attemptCount: rest.attemptCount,
    createdAt: createdAt.toISOString(),
    nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
    lastAnswer: lastError ?? (lastResponseStatus === null ? null : `HTTP ${lastResponseStatus}`),
  }
}
