import { z } from 'zod'
import type { Mode } from '@/lib/auth/mode'
import { connectionPool, database, sql } from '@/lib/db/client'
import type { WebhookEventStatus } from '@/lib/db/generated/enums'
import { moment } from '@/lib/http/schemas'
import { defineList } from '@/lib/lists/define-list'
import { createdById, dayFilter, searchedId } from '@/lib/lists/list-filters'
import type { ListView } from '@/lib/lists/list-view'
import { findAccount } from '@/lib/vendors/account'
import { ENDPOINT_LIMIT, findEndpoints } from './endpoints'
import { findSigningSecrets } from './signing'

/** An event as a list row, with the result of its last attempt. */
type EventSummary = {
  id: string
  invoiceId: string | null
  invoiceNumber: string | null
  isTest: boolean
  eventType: string | null
  sequence: number
  url: string
  status: WebhookEventStatus
  /** The invoice's status in the event's payload. */
  invoiceStatus: string | null
  attemptCount: number
  nextAttemptAt: Date | null
  createdAt: Date
  lastResponseStatus: number | null
  lastError: string | null
}

export const webhookEventRow = z.object({
  id: z.uuid(),
  invoiceId: z.uuid().nullable().describe('Set for an event of the invoice’s own webhook URL.'),
  invoiceNumber: z.string().nullable().describe('The number of that invoice.'),
  isTest: z.boolean(),
  eventType: z.string().nullable().describe('Such as `invoice.paid`, for an event to a webhook endpoint.'),
  invoiceStatus: z.string().nullable().describe('The status of the invoice in the payload.'),
  url: z.string(),
  status: z.enum(['PENDING', 'DELIVERED', 'FAILED']),
  attemptCount: z.int(),
  createdAt: moment,
  nextAttemptAt: moment.nullable(),
  lastAnswer: z
    .string()
    .nullable()
    .describe('Result of the last attempt: the HTTP status, or why there was none.'),
})

export type WebhookEventRow = z.infer<typeof webhookEventRow>

/** The endpoints and the signing state of the account's webhooks, without the secret. */
export type SigningView = {
  mode: Mode
  endpoints: EndpointsView
  /** The time at which the previous secret stops signing. */
  previousSecretExpiresAt: string | null
}

/** The account's webhook events; searches by id of delivery, event or invoice. */
export const eventList = defineList({
  sorts: ['created'],
  filters: z.object({
    status: z.enum(['PENDING', 'DELIVERED', 'FAILED']).optional(),
    created_from: dayFilter,
    created_to: dayFilter,
  }),
  select: (accountId, { filters: { status, ...days }, search }) => {
    const id = searchedId(search)
    return {
      table: sql`webhook_events AS event`,
      alias: sql`event`,
      id: sql`event.id`,
      columns: sql`event.id, event.invoice_id AS "invoiceId", event.sequence, event.url,
        invoice.number AS "invoiceNumber",
        event.invoice_id IS NULL AND event.event_id IS NULL AS "isTest",
        event.payload::json #>> '{event,type}' AS "eventType",
        event.status::text AS status, event.payload::json #>> '{invoice,status}' AS "invoiceStatus",
        event.attempt_count AS "attemptCount", event.next_attempt_at AS "nextAttemptAt",
        event.created_at AS "createdAt", last.response_status AS "lastResponseStatus", last.error AS "lastError"`,
      joins: sql`LEFT JOIN LATERAL (
        SELECT response_status, error FROM webhook_attempts AS attempt
         WHERE attempt.account_id = event.account_id AND attempt.event_id = event.id
         ORDER BY number DESC LIMIT 1) AS last ON true
        LEFT JOIN invoices AS invoice ON invoice.account_id = event.account_id AND invoice.id = event.invoice_id`,
      sorts: { created: { column: sql`event.id`, type: 'uuid' } },
      where: [
        sql`event.account_id = ${accountId}::uuid`,
        ...(status ? [sql`event.status = ${status}::webhook_event_status`] : []),
        ...(id
          ? [sql`(event.id = ${id}::uuid OR event.invoice_id = ${id}::uuid OR event.event_id = ${id}::uuid)`]
          : []),
        ...createdById(days, sql`event`),
      ],
    }
  },
  present: presentEvent,
})

/** A page of the account's webhook events. */
export async function readWebhooks(
  vendorId: string,
  mode: Mode,
  params: URLSearchParams,
): Promise<ListView<WebhookEventRow>> {
  const account = await findAccount(database(), vendorId, mode)
  return eventList.read(account.id, params)
}

export type EndpointsView = { endpoints: { id: string; url: string; createdAt: string }[]; limit: number }

/** The account's webhook endpoints, and how many it may have. */
export async function readEndpoints(accountId: string): Promise<EndpointsView> {
  const endpoints = await findEndpoints(connectionPool(), accountId)
  return {
    endpoints: endpoints.map(({ createdAt, ...rest }) => ({ ...rest, createdAt: createdAt.toISOString() })),
    limit: ENDPOINT_LIMIT,
  }
}

export async function readSigning(vendorId: string, mode: Mode): Promise<SigningView> {
  const account = await findAccount(database(), vendorId, mode)
  const { previous } = await findSigningSecrets(database(), account.id)
  const endpoints = await readEndpoints(account.id)
  return { mode, endpoints, previousSecretExpiresAt: previous?.expiresAt.toISOString() ?? null }
}

function presentEvent(event: EventSummary): WebhookEventRow {
  const { createdAt, nextAttemptAt, lastResponseStatus, lastError, ...rest } = event
  return {
    id: rest.id,
    invoiceId: rest.invoiceId,
    invoiceNumber: rest.invoiceNumber,
    isTest: rest.isTest,
    eventType: rest.eventType,
    invoiceStatus: rest.invoiceStatus,
    url: rest.url,
    status: rest.status,
    attemptCount: rest.attemptCount,
    createdAt: createdAt.toISOString(),
    nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
    lastAnswer: lastError ?? (lastResponseStatus === null ? null : `HTTP ${lastResponseStatus}`),
  }
}
