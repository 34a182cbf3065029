import type { Mode } from '@/lib/auth/mode'
import { database } from '@/lib/db/client'
import { findAccount } from '@/lib/domain/vendors/find-account'
import { findSigningSecrets } from '@/lib/domain/webhooks/find-signing-secrets'
import { listEvents } from '@/lib/domain/webhooks/list-events'

export type WebhookEventRow = {
  id: string
  invoiceId: string
  sequence: number
  url: string
  status: 'PENDING' | 'DELIVERED' | 'FAILED'
  attemptCount: number
  createdAt: string
  nextAttemptAt: string | null
  /** How the last attempt ended: the HTTP status, or why there was none. */
  lastAnswer: string | null
}

export type WebhooksView = {
  mode: Mode
  /** When the secret before this one stops signing. */
  previousSecretExpiresAt: string | null
  events: WebhookEventRow[]
}

const LATEST = 50

/** The account's latest webhook events, and what signs them but the secret itself. */
export async function readWebhooks(vendorId: string, mode: Mode): Promise<WebhooksView> {
  const tx = database()
  const account = await findAccount(tx, vendorId, mode)
  const { previous } = await findSigningSecrets(tx, account.id)
  const events = await listEvents(tx, account.id, LATEST)
  return {
    mode,
    previousSecretExpiresAt: previous?.expiresAt.toISOString() ?? null,
    events: events.map(({ attempts: [last], ...event }) => ({
      id: event.id,
      invoiceId: event.invoiceId,
      sequence: event.sequence,
      url: event.url,
      status: event.status,
      attemptCount: event.attemptCount,
      createdAt: event.createdAt.toISOString(),
      nextAttemptAt: event.nextAttemptAt?.toISOString() ?? null,
      lastAnswer: last ? (last.error ?? `HTTP ${last.responseStatus}`) : null,
    })),
  }
}
