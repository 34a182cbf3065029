import type { Mode, WebhookEventStatus } from '@/lib/db/generated/enums'
import { statement } from '@/lib/db/statement'
import type { StoredSecrets } from './signing'

export type EventToSend = StoredSecrets & {
  id: string
  url: string
  payload: string
  sequence: number
  /** Sent on request to test the receiver; it belongs to no invoice. */
  isTest: boolean
  /** Its endpoint was deleted since. */
  isEndpointGone: boolean
  /** The request that caused the event. */
  requestId: string | null
  mode: Mode
}

/** Everything that the deliveries of these events need, in any order. */
export const findEventsToSend = statement<[accountIds: string[], eventIds: string[]], EventToSend>(
  'find_events_to_send',
  `SELECT event.id, event.url, event.payload, event.sequence,
          event.invoice_id IS NULL AND event.event_id IS NULL AS "isTest",
          endpoint.deleted_at IS NOT NULL AS "isEndpointGone", cause.request_id AS "requestId",
          accounts.mode, accounts.webhook_secret_encrypted AS "webhookSecretEncrypted",
          accounts.previous_webhook_secret_encrypted AS "previousWebhookSecretEncrypted",
          accounts.previous_webhook_secret_expires_at AS "previousWebhookSecretExpiresAt"
     FROM unnest($1::uuid[], $2::uuid[]) AS claimed (account_id, id)
     JOIN webhook_events AS event USING (account_id, id)
     JOIN accounts ON accounts.id = event.account_id
     LEFT JOIN events AS cause ON cause.account_id = event.account_id AND cause.id = event.event_id
     LEFT JOIN webhook_endpoints AS endpoint
       ON endpoint.account_id = event.account_id AND endpoint.id = event.endpoint_id`,
)

/** Ended attempts, as columns of the same length. */
export type AttemptColumns = [
  accountIds: string[],
  eventIds: string[],
  leasesUntil: Date[],
  statuses: WebhookEventStatus[],
  nextAttemptsAt: (Date | null)[],
  numbers: number[],
  requestHeaders: string[],
  responseStatuses: (number | null)[],
  responseBodies: (string | null)[],
  errors: (string | null)[],
  durationsMs: number[],
  createdAt: Date[],
]

/**
 * Records ended attempts, each under the lease of its own event, which ends: the event is settled, or its next
 * attempt scheduled, unless it was rescheduled for an earlier time meanwhile. Returns the events; where another
 * worker has taken one over, nothing is written.
 */
export const recordAttemptRows = statement<AttemptColumns, { eventId: string }>(
  'record_attempts',
  `WITH attempt AS (
     SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::webhook_event_status[],
                          $5::timestamptz[], $6::int[], $7::text[], $8::int[], $9::text[], $10::text[],
                          $11::int[], $12::timestamptz[])
       AS attempt (account_id, event_id, lease_until, status, next_attempt_at, number, request_headers,
                   response_status, response_body, error, duration_ms, created_at)),
   recorded AS (
     UPDATE webhook_events AS event
        SET status = attempt.status, attempt_count = event.attempt_count + 1, lease_until = NULL,
            next_attempt_at =
              CASE WHEN attempt.next_attempt_at IS NULL OR event.next_attempt_at = event.lease_until
                   THEN attempt.next_attempt_at
                   ELSE least(event.next_attempt_at, attempt.next_attempt_at) END
       FROM attempt
      WHERE event.account_id = attempt.account_id AND event.id = attempt.event_id
        AND event.lease_until = attempt.lease_until
     RETURNING event.account_id, event.id)
   INSERT INTO webhook_attempts (account_id, event_id, number, request_headers, response_status,
                                 response_body, error, duration_ms, created_at)
   SELECT attempt.account_id, event_id, number, request_headers, response_status, response_body, error,
          duration_ms, created_at
     FROM attempt JOIN recorded ON recorded.account_id = attempt.account_id AND recorded.id = attempt.event_id
   RETURNING event_id AS "eventId"`,
)
