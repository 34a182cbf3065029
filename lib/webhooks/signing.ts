import { createHmac } from 'node:crypto'
import { endpointOwner, openWebhookSecret, WEBHOOK_SECRET_PREFIX } from '@/lib/crypto/webhook-secret'
import type { Orm } from '@/lib/db/client'
import { isId } from '@/lib/ids'
import { now } from '@/lib/time/clock'

/** `eventId` is null for a test event, which is none of the account's events. */
export type SignedDelivery = { id: string; eventId: string | null; sequence: number; payload: string }

/** Our additions to the headers of the standard. */
export const SEQUENCE_HEADER = 'webhook-sequence'
export const EVENT_ID_HEADER = 'counterfoil-event-id'

/**
 * The headers of one attempt, by Standard Webhooks. `webhook-timestamp` is the attempt's rather than the
 * event's, so that a receiver can refuse replays. `secrets` are `whsec_…`, newest first: each one signs, and
 * a receiver needs one matching signature.
 */
export function deliveryHeaders(
  delivery: SignedDelivery,
  at: Date,
  secrets: string[],
): Record<string, string> {
  const timestamp = Math.floor(at.getTime() / 1000)
  const signed = `${delivery.id}.${timestamp}.${delivery.payload}`
  return {
    'content-type': 'application/json',
    'user-agent': 'Counterfoil/1',
    'webhook-id': delivery.id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': secrets.map((secret) => `v1,${sign(signed, secret)}`).join(' '),
    [SEQUENCE_HEADER]: String(delivery.sequence),
    ...(delivery.eventId === null ? {} : { [EVENT_ID_HEADER]: delivery.eventId }),
  }
}

function sign(text: string, secret: string): string {
  const key = Buffer.from(secret.slice(WEBHOOK_SECRET_PREFIX.length), 'base64')
  return createHmac('sha256', key).update(text).digest('base64')
}

export type SigningSecrets = {
  current: string
  /** The previous secret, while it still signs. */
  previous: { secret: string; expiresAt: Date } | null
}

/** Secrets as stored, of an account or an endpoint. */
export type StoredSecrets = {
  secretEncrypted: string
  previousSecretEncrypted: string | null
  previousSecretExpiresAt: Date | null
}

/** The `whsec_…` secrets that currently sign what an account sends to its invoices' own webhooks. */
export async function findSigningSecrets(tx: Orm, accountId: string): Promise<SigningSecrets> {
  const stored = await tx.account.findUniqueOrThrow({
    where: { id: accountId },
    select: {
      webhookSecretEncrypted: true,
      previousWebhookSecretEncrypted: true,
      previousWebhookSecretExpiresAt: true,
    },
  })
  return openSecrets(accountId, {
    secretEncrypted: stored.webhookSecretEncrypted,
    previousSecretEncrypted: stored.previousWebhookSecretEncrypted,
    previousSecretExpiresAt: stored.previousWebhookSecretExpiresAt,
  })
}

/** The secrets that currently sign deliveries to endpoints, by the id of the delivery. Others have none of their own. */
export async function findEndpointSecrets(
  tx: Orm,
  accountId: string,
  deliveryIds: readonly string[],
): Promise<Map<string, SigningSecrets>> {
  const deliveries = await tx.webhookDelivery.findMany({
    where: { accountId, id: { in: deliveryIds.filter(isId) }, endpointId: { not: null } },
    select: {
      id: true,
      endpoint: {
        select: {
          id: true,
          secretEncrypted: true,
          previousSecretEncrypted: true,
          previousSecretExpiresAt: true,
        },
      },
    },
  })
  return new Map(
    deliveries.flatMap(({ id, endpoint }) =>
      endpoint ? [[id, openSecrets(endpointOwner(accountId, endpoint.id), endpoint)] as const] : [],
    ),
  )
}

/** `owner`: as in `newWebhookSecret`. */
export function openSecrets(owner: string, stored: StoredSecrets): SigningSecrets {
  const expiresAt = stored.previousSecretExpiresAt
  const previous = stored.previousSecretEncrypted
  return {
    current: openWebhookSecret(owner, stored.secretEncrypted),
    previous:
      previous && expiresAt && expiresAt > now()
        ? { secret: openWebhookSecret(owner, previous), expiresAt }
        : null,
  }
}
