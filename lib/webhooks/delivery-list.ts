import { z } from 'zod'
import { connectionPool, database, sql } from '@/lib/db/client'
import { type Mode, WebhookDeliveryStatus, WebhookEndpointStatus } from '@/lib/db/generated/enums'
import { EVENT_TYPES } from '@/lib/events/event-types'
import { moment } from '@/lib/http/schemas'
import { defineList } from '@/lib/lists/define-list'
import { createdById, dayFilter, searchedId } from '@/lib/lists/list-filters'
import type { Account } from '@/lib/vendors/account'
import { ENDPOINT_LIMIT, findEndpoints, overlapEnd, type WebhookEndpoint } from './endpoints'
import { findSigningSecrets } from './signing'

/** A delivery as a list row, with the result of its last attempt. */
type DeliverySummary = {
  id: string
  invoiceId: string | null
  invoiceNumber: string | null
  isTest: boolean
  eventType: string | null
  sequence: number
  url: string
  status: WebhookDeliveryStatus
  /** The invoice's status in the delivery's payload. */
  invoiceStatus: string | null
  attemptCount: number
  nextAttemptAt: Date | null
  createdAt: Date
  lastResponseStatus: number | null
  lastError: string | null
}

export const deliveryRow = z.object({
  id: z.uuid(),
  invoiceId: z.uuid().nullable().describe('Set for an event of the invoice’s own webhook URL.'),
  invoiceNumber: z.string().nullable().describe('The number of that invoice.'),
  isTest: z.boolean(),
  eventType: z.string().nullable().describe('Such as `invoice.paid`, for an event to a webhook endpoint.'),
  invoiceStatus: z.string().nullable().describe('The status of the invoice in the payload.'),
  url: z.string(),
  status: z.enum(WebhookDeliveryStatus),
  attemptCount: z.int(),
  createdAt: moment,
  nextAttemptAt: moment.nullable(),
  lastAnswer: z
    .string()
    .nullable()
    .describe('Result of the last attempt: the HTTP status, or why there was none.'),
})

export type DeliveryRow = z.infer<typeof deliveryRow>

/** The endpoints and the signing state of the account's webhooks, without the secret. */
export type SigningView = {
  mode: Mode
  endpoints: EndpointsView
  /** The time at which the previous secret stops signing. */
  previousSecretExpiresAt: string | null
}

/** The account's webhook deliveries; searches by id of delivery, event or invoice. */
export const deliveryList = defineList({
  name: 'webhook deliveries',
  sorts: ['created'],
  filters: z.object({
    status: z.enum(WebhookDeliveryStatus).optional(),
    created_from: dayFilter,
    created_to: dayFilter,
  }),
  select: (accountId, { filters: { status, ...days }, search, zone }) => {
    const id = searchedId(search)
    return {
      table: sql`webhook_deliveries AS delivery`,
      alias: sql`delivery`,
      id: sql`delivery.id`,
      columns: sql`delivery.id, delivery.invoice_id AS "invoiceId", delivery.sequence, delivery.url,
        invoice.number AS "invoiceNumber",
        delivery.invoice_id IS NULL AND delivery.event_id IS NULL AS "isTest",
        delivery.payload::json #>> '{event,type}' AS "eventType",
        delivery.status::text AS status, delivery.payload::json #>> '{invoice,status}' AS "invoiceStatus",
        delivery.attempt_count AS "attemptCount", delivery.next_attempt_at AS "nextAttemptAt",
        delivery.created_at AS "createdAt", last.response_status AS "lastResponseStatus", last.error AS "lastError"`,
      joins: sql`LEFT JOIN LATERAL (
        SELECT response_status, error FROM webhook_attempts AS attempt
         WHERE attempt.account_id = ${accountId}::uuid AND attempt.delivery_id = delivery.id
         ORDER BY number DESC LIMIT 1) AS last ON true
        LEFT JOIN invoices AS invoice ON invoice.account_id = delivery.account_id AND invoice.id = delivery.invoice_id`,
      sorts: { created: { column: sql`delivery.id`, type: 'uuid' } },
      where: [
        sql`delivery.account_id = ${accountId}::uuid`,
        ...(status ? [sql`delivery.status = ${status}::webhook_delivery_status`] : []),
        ...(id
          ? [
              sql`(delivery.id = ${id}::uuid OR delivery.invoice_id = ${id}::uuid OR delivery.event_id = ${id}::uuid)`,
            ]
          : []),
        ...createdById(days, sql`delivery`, zone),
      ],
    }
  },
  present: presentDelivery,
})

const endpointView = z.object({
  id: z.uuid(),
  url: z.string(),
  description: z.string().nullable(),
  eventTypes: z.array(z.enum(EVENT_TYPES)).nullable().describe('Null: all, and those to come.'),
  status: z.enum(WebhookEndpointStatus),
  previousSecretExpiresAt: moment.nullable().describe('The time at which the previous secret stops signing.'),
  createdAt: moment,
})

export const endpointsView = z.object({ endpoints: z.array(endpointView), limit: z.int() })

export type EndpointsView = z.infer<typeof endpointsView>

/** The account's webhook endpoints, and how many it may have. */
export async function readEndpoints(accountId: string): Promise<EndpointsView> {
  const endpoints = await findEndpoints(connectionPool(), { accountId })
  return { endpoints: endpoints.map(presentEndpoint), limit: ENDPOINT_LIMIT }
}

function presentEndpoint(endpoint: WebhookEndpoint): EndpointsView['endpoints'][number] {
  const { id, url, description, eventTypes, status, createdAt } = endpoint
  const previousSecretExpiresAt = overlapEnd(endpoint)
  return {
    id,
    url,
    description,
    eventTypes,
    status,
    previousSecretExpiresAt,
    createdAt: createdAt.toISOString(),
  }
}

export async function readSigning({ id, mode }: Account): Promise<SigningView> {
  const { previous } = await findSigningSecrets(database(), id)
  const endpoints = await readEndpoints(id)
  return { mode, endpoints, previousSecretExpiresAt: previous?.expiresAt.toISOString() ?? null }
}

function presentDelivery(delivery: DeliverySummary): DeliveryRow {
  const { createdAt, nextAttemptAt, lastResponseStatus, lastError, ...rest } = delivery
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
