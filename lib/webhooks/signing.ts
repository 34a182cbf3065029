import assert from 'node:assert/strict'
import { createHmac, randomBytes } from 'node:crypto'
import { decrypt, encrypt } from '@/lib/crypto/secrets'
import type { Transaction } from '@/lib/db/transaction'
import { DomainError } from '@/lib/errors'
import { now } from '@/lib/time/clock'

export type SignedEvent = { id: string; sequence: number; payload: string }

const SECRET_PREFIX = 'whsec_'

/**
 * The headers of one attempt, as Standard Webhooks has them. `webhook-timestamp` is the attempt's and not
 * the event's, so that a receiver can refuse a replay of old ones. `secrets` are `whsec_…`, the newest
 * first: each signs, and one signature that fits is enough for the receiver.
 */
export function deliveryHeaders(event: SignedEvent, at: Date, secrets: string[]): Record<string, string> {
  const timestamp = Math.floor(at.getTime() / 1000)
  const signed = `${event.id}.${timestamp}.${event.payload}`
  return {
    'content-type': 'application/json',
    'user-agent': 'Counterfoil/1',
    'webhook-id': event.id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': secrets.map((secret) => `v1,${sign(signed, secret)}`).join(' '),
    'webhook-sequence': String(event.sequence),
  }
}

function sign(text: string, secret: string): string {
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64')
  return createHmac('sha256', key).update(text).digest('base64')
}

/** A new Standard Webhooks secret (`whsec_` and 24 random bytes in base64), encrypted for its account. */
export function newWebhookSecret(accountId: string): string {
  return encrypt('webhook-secret', accountId, `whsec_${randomBytes(24).toString('base64')}`)
}

export function openWebhookSecret(accountId: string, encrypted: string): string {
  return decrypt('webhook-secret', accountId, encrypted)
}

export type SigningSecrets = {
  current: string
  /** The one before, while it still signs too. */
  previous: { secret: string; expiresAt: Date } | null
}

/** The `whsec_…` secrets that the account's deliveries are signed with now. The account exists. */
export async function findSigningSecrets(tx: Transaction, accountId: string): Promise<SigningSecrets> {
  const account = await tx.account.findUniqueOrThrow({
    where: { id: accountId },
    select: {
      webhookSecretEncrypted: true,
      previousWebhookSecretEncrypted: true,
      previousWebhookSecretExpiresAt: true,
    },
  })
  const expiresAt = account.previousWebhookSecretExpiresAt
  const previous = account.previousWebhookSecretEncrypted
  return {
    current: openWebhookSecret(accountId, account.webhookSecretEncrypted),
    previous:
      previous && expiresAt && expiresAt > now()
        ? { secret: openWebhookSecret(accountId, previous), expiresAt }
        : null,
  }
}

/**
 * Gives the account a new secret and returns it. The old one signs beside it for `overlapMs` milliseconds.
 * While the one before it is in its own overlap that is refused, since only two can sign:
 * `webhook_secret_in_overlap`; so of several such rolls, at whatever moment, one is done. With an overlap
 * of 0, for a secret that has leaked, it is done at any time, and every older secret ends at once.
 */
export async function rollWebhookSecret(
  tx: Transaction,
  accountId: string,
  overlapMs: number,
): Promise<string> {
  assert(overlapMs >= 0, 'an overlap is not negative')
  const encrypted = newWebhookSecret(accountId)
  const time = now()
  const expiresAt = new Date(time.getTime() + overlapMs)
  // The update decides, and waits for another's: read first and written back, two rolls could lose a secret.
  const rolled = await tx.$executeRaw`
    UPDATE accounts
       SET previous_webhook_secret_encrypted = webhook_secret_encrypted,
           previous_webhook_secret_expires_at = ${expiresAt}::timestamptz,
           webhook_secret_encrypted = ${encrypted}
     WHERE id = ${accountId}::uuid
       AND (${overlapMs === 0} OR previous_webhook_secret_expires_at IS NULL
            OR previous_webhook_secret_expires_at <= ${time}::timestamptz)`
  if (rolled !== 1) throw new DomainError('webhook_secret_in_overlap')
  return openWebhookSecret(accountId, encrypted)
}
