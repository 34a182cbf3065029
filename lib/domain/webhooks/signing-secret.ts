import { randomBytes } from 'node:crypto'
import { decrypt, encrypt } from '@/lib/secrets'

/** A new Standard Webhooks secret (`whsec_` and 24 random bytes in base64), encrypted for its account. */
export function newWebhookSecret(accountId: string): string {
  return encrypt('webhook-secret', accountId, `whsec_${randomBytes(24).toString('base64')}`)
}

export function openWebhookSecret(accountId: string, encrypted: string): string {
  return decrypt('webhook-secret', accountId, encrypted)
}
