import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Transfer } from '../payout-provider'
import { asObject, asText, parseJson } from './http-exchange'
import { readTransfer } from './transfers'

type SignedNotification = {
  /** The body as received, before any parsing. */
  rawBody: string | Uint8Array
  /** The header `x-timestamp`: milliseconds since the epoch. */
  timestamp: string | null
  /** The header `x-signature`: hexadecimal. */
  signature: string | null
  /** The secret of the webhook subscription. */
  secret: string
  now: Date
  /** The timestamp may differ from `now` by this much. */
  toleranceMs: number
}

type AirwallexNotification = {
  /** The key that the transfer was sent with. */
  requestKey: string
  /** The transfer at the time of the notification. */
  transfer: Transfer
}

/**
 * True if a notification is genuine and fresh: its signature is the HMAC-SHA256 of timestamp and raw body ("Listen
 * for webhook events", airwallex.com/docs/developer-tools/webhooks/listen-for-webhook-events). Always false without a
 * secret.
 */
export function verifyAirwallexWebhook(notification: SignedNotification): boolean {
  const { rawBody, timestamp, signature, secret, now, toleranceMs } = notification
  if (secret === '' || timestamp === null || !/^\d{1,15}$/.test(timestamp)) return false
  if (signature === null || !/^[0-9a-f]{64}$/i.test(signature)) return false
  if (Math.abs(now.getTime() - Number(timestamp)) > toleranceMs) return false
  const expected = createHmac('sha256', secret).update(timestamp).update(rawBody).digest()
  return timingSafeEqual(expected, Buffer.from(signature, 'hex'))
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
  if (!asText(event?.name)?.startsWith('payout.transfer.')) return null
  const known = readTransfer(event?.data)
  return known && { requestKey: known.requestKey, transfer: known.transfer }
}
