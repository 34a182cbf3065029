import { createHmac } from 'node:crypto'
import { openWebhookSecret, WEBHOOK_SECRET_PREFIX } from '@/lib/crypto/webhook-secret'
import type { Orm } from '@/lib/db/client'
import { now } from '@/lib/time/clock'

export type SignedDelivery = { id: string; sequence: number; payload: string }

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
    'webhook-sequence': String(delivery.sequence),
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

/** An account's secrets as stored. */
export type StoredSecrets = {
  webhookSecretEncrypted: string
  previousWebhookSecretEncrypted: string | null
  previousWebhookSecretExpiresAt: Date | null
}

/** The `whsec_…` secrets that currently sign the deliveries of an existing account. */
export async function findSigningSecrets(tx: Orm, accountId: string): Promise<SigningSecrets> {
  const stored = await tx.account.findUniqueOrThrow({
    where: { id: accountId },
    select: {
      webhookSecretEncrypted: true,
      previousWebhookSecretEncrypted: true,
      previousWebhookSecretExpiresAt: true,
    },
  })
  return openSecrets(accountId, stored)
}

export function openSecrets(accountId: string, stored: StoredSecrets): SigningSecrets {
  const expiresAt = stored.previousWebhookSecretExpiresAt
  const previous = stored.previousWebhookSecretEncrypted
  return {
    current: openWebhookSecret(accountId, stored.webhookSecretEncrypted),
    previous:
      previous && expiresAt && expiresAt > now()
        ? { secret: openWebhookSecret(accountId, previous), expiresAt }
        : null,
  }
}
