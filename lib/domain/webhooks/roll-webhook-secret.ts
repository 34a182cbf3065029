import assert from 'node:assert/strict'
import { now } from '@/lib/clock'
import type { Transaction } from '@/lib/db/transaction'
import { newWebhookSecret, openWebhookSecret } from './signing-secret'

/**
 * Gives the account a new secret and returns it. The old one signs beside it for `overlapMs` milliseconds
 * (0: it ends at once); one that was still running out from an earlier roll ends now.
 */
export async function rollWebhookSecret(
  tx: Transaction,
  accountId: string,
  overlapMs: number,
): Promise<string> {
  assert(overlapMs >= 0, 'an overlap is not negative')
  const encrypted = newWebhookSecret(accountId)
  const expiresAt = new Date(now().getTime() + overlapMs)
  // The old secret is moved by the database: read first and written back, two rolls could lose one.
  const rolled = await tx.$executeRaw`
    UPDATE accounts
       SET previous_webhook_secret_encrypted = webhook_secret_encrypted,
           previous_webhook_secret_expires_at = ${expiresAt}::timestamptz,
           webhook_secret_encrypted = ${encrypted}
     WHERE id = ${accountId}::uuid`
  assert(rolled === 1, 'the account exists')
  return openWebhookSecret(accountId, encrypted)
}
