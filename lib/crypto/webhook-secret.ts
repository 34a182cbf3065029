import { randomBytes } from 'node:crypto'
import { decrypt, encrypt } from './secrets'

export const WEBHOOK_SECRET_PREFIX = 'whsec_'

/** A new Standard Webhooks secret (`whsec_` and 24 random bytes in base64), encrypted for its account. */
export function newWebhookSecret(accountId: string): string {
  return sealWebhookSecret(accountId, `${WEBHOOK_SECRET_PREFIX}${randomBytes(24).toString('base64')}`)
}

/** A secret that somebody chose, encrypted for its account. */
export function sealWebhookSecret(accountId: string, secret: string): string {
  return encrypt('webhook-secret', accountId, secret)
}

export function openWebhookSecret(accountId: string, encrypted: string): string {
  return decrypt('webhook-secret', accountId, encrypted)
}
