import { randomBytes } from 'node:crypto'
import { decrypt, encrypt } from './secrets'

export const WEBHOOK_SECRET_PREFIX = 'whsec_'

/*
 * The owner of a secret is an account, by its id, or a webhook endpoint, by `endpointOwner`: a ciphertext that was moved to
 * another row does not decrypt.
 */

export function endpointOwner(accountId: string, endpointId: string): string {
  return `${accountId}/${endpointId}`
}

/** A new Standard Webhooks secret (`whsec_` and 24 random bytes in base64), encrypted for its owner. */
export function newWebhookSecret(owner: string): string {
  return sealWebhookSecret(owner, `${WEBHOOK_SECRET_PREFIX}${randomBytes(24).toString('base64')}`)
}

/** A secret that somebody chose, encrypted for its owner. */
export function sealWebhookSecret(owner: string, secret: string): string {
  return encrypt('webhook-secret', owner, secret)
}

export function openWebhookSecret(owner: string, encrypted: string): string {
  return decrypt('webhook-secret', owner, encrypted)
}
