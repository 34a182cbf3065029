import { z } from 'zod'
import type { Mode } from '@/lib/auth/mode'
import { database } from '@/lib/db/client'
import { findAccount } from '@/lib/domain/vendors/find-account'
import { findSigningSecrets } from '@/lib/domain/webhooks/find-signing-secrets'
import { type EventSummary, listEvents } from '@/lib/domain/webhooks/list-events'
import { dayFilter, daysOf, searchedId } from './list-filters'
import { type ListView, parseListQuery, presentPage } from './list-query'

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
