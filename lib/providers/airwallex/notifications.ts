import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Transfer } from '../payout-provider'
import { API_VERSION } from './api-client'
import { asObject, asText, type JsonObject, parseJson } from './http-exchange'
import { readTransfer } from './transfers'

type SignedNotification = {
  /** The body as received, before any parsing. */
  rawBody: string | Uint8Array
  /** The header `x-timestamp`: milliseconds since the epoch. */
  timestamp: string | null
  /** The header `x-signature`: hexadecimal. */
  signature: string | null
  /** The secrets of the webhook subscription: two while a new one replaces another. */
  secrets: readonly string[]
  now: Date
}

/** Our clock may be behind Airwallex's by this much. */
const MAX_AHEAD_MS = 5 * 60_000

/**
 * Airwallex does not say whether a notification that it repeats, for days, has a new timestamp. A shorter limit would refuse
 * every repeat if it has not, and a notification that somebody recorded can do no more than wake a look-up.
 */
const MAX_AGE_MS = 7 * 24 * 60 * 60_000

type AirwallexNotification = {
  /** The key that the transfer was sent with. */
  requestKey: string
  /** The transfer at the time of the notification. */
  transfer: Transfer
}

/**
 * True if a notification is genuine and not too old: its signature is the HMAC-SHA256 of timestamp and raw body ("Listen
 * for webhook events", airwallex.com/docs/developer-tools/webhooks/listen-for-webhook-events). Always false without a
 * secret.
 */
export function verifyAirwallexWebhook(notification: SignedNotification): boolean {
  const { rawBody, timestamp, signature, secrets, now } = notification
  if (timestamp === null || !/^\d{1,15}$/.test(timestamp)) return false
  if (signature === null || !/^[0-9a-f]{64}$/i.test(signature)) return false
  const ageMs = now.getTime() - Number(timestamp)
  if (ageMs > MAX_AGE_MS || ageMs < -MAX_AHEAD_MS) return false
  const received = Buffer.from(signature, 'hex')
  return secrets.some((secret) => {
    const expected = createHmac('sha256', secret).update(timestamp).update(rawBody).digest()
    return secret !== '' && timingSafeEqual(expected, received)
  })
}

/**
 * True for an event of a subscription with another API version than ours: it says so, or has a name of the versions before
 * 2024-09-27, which called transfers payments ("Payouts", airwallex.com/docs/api/2024-08-07). Events come in the version of their
 * subscription, whatever version we ask in.
 */
export function isOfOtherVersion(rawBody: string): boolean {
  const event = asObject(parseJson(rawBody))
  const version = asText(event?.version)
  return nameOf(event).startsWith(OLD_NAMES) || (version !== null && version !== API_VERSION)
}

const OLD_NAMES = 'payment.'

function nameOf(event: JsonObject | null): string {
  return asText(event?.name) ?? ''
}

/**
 * The transfer in a verified notification; null if it is about something else or unreadable. It has the same
 * shape as in a look-up ("Transfers",
 * airwallex.com/docs/developer-tools__listen-for-webhook-events__payload-examples__transfers). Notifications
 * arrive more than once and out of order ("Webhooks overview", /docs/developer-tools/webhooks/
 * webhooks-overview), so treat one as a reason to look the transfer up, not as its current state.
 */
export function parseAirwallexNotification(rawBody: string): AirwallexNotification | null {
  const event = asObject(parseJson(rawBody))
  const name = nameOf(event)
  if (!name.startsWith('payout.transfer.') && !name.startsWith(OLD_NAMES)) return null
  const details = readTransfer(event?.data)
  return details && { requestKey: details.requestKey, transfer: details.transfer }
}
