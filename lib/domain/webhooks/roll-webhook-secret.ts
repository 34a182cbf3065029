import assert from 'node:assert/strict'
import { now } from '@/lib/clock'
import type { Transaction } from '@/lib/db/transaction'
import { DomainError } from '@/lib/errors'
import { newWebhookSecret, openWebhookSecret } from './signing-secret'

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
