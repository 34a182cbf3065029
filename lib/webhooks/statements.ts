import type { Mode, WebhookDeliveryStatus } from '@/lib/db/generated/enums'
import { statement } from '@/lib/db/statement'
import type { StoredSecrets } from './signing'

export type DeliveryToSend = StoredSecrets & {
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

/** Everything that attempts at these deliveries need, in any order. */
export const findDeliveriesToSend = statement<
  { accountIds: string[]; deliveryIds: string[] },
  DeliveryToSend
>(
  'find_deliveries_to_send',
  `SELECT delivery.id, delivery.url, delivery.payload, delivery.sequence,
          delivery.invoice_id IS NULL AND delivery.event_id IS NULL AS "isTest",
          endpoint.deleted_at IS NOT NULL AS "isEndpointGone", cause.request_id AS "requestId",
          accounts.mode, accounts.webhook_secret_encrypted AS "webhookSecretEncrypted",
          accounts.previous_webhook_secret_encrypted AS "previousWebhookSecretEncrypted",
          accounts.previous_webhook_secret_expires_at AS "previousWebhookSecretExpiresAt"
     FROM unnest(:accountIds::uuid[], :deliveryIds::uuid[]) AS claimed (account_id, id)
     JOIN webhook_deliveries AS delivery USING (account_id, id)
     JOIN accounts ON accounts.id = delivery.account_id
     LEFT JOIN events AS cause ON cause.account_id = delivery.account_id AND cause.id = delivery.event_id
     LEFT JOIN webhook_endpoints AS endpoint
       ON endpoint.account_id = delivery.account_id AND endpoint.id = delivery.endpoint_id`,
)

/** Ended attempts, as columns of the same length. */
export type AttemptColumns = {
  accountIds: string[]
  deliveryIds: string[]
  leasesUntil: Date[]
  statuses: WebhookDeliveryStatus[]
  nextAttemptsAt: (Date | null)[]
  numbers: number[]
  requestHeaders: string[]
  responseStatuses: (number | null)[]
  responseBodies: (string | null)[]
  errors: (string | null)[]
  durationsMs: number[]
  createdAt: Date[]
}

/**
 * Records ended attempts, each under the lease of its own delivery, which ends: the delivery is settled, or its next
 * attempt scheduled, unless it was rescheduled for an earlier time meanwhile. Returns the deliveries; where another
 * worker has taken one over, nothing is written.
 */
export const recordAttemptRows = statement<AttemptColumns, { deliveryId: string }>(
  'record_attempts',
  `WITH attempt AS (
     SELECT * FROM unnest(:accountIds::uuid[], :deliveryIds::uuid[], :leasesUntil::timestamptz[], :statuses::webhook_delivery_status[],
                          :nextAttemptsAt::timestamptz[], :numbers::int[], :requestHeaders::text[], :responseStatuses::int[], :responseBodies::text[], :errors::text[],
                          :durationsMs::int[], :createdAt::timestamptz[])
       AS attempt (account_id, delivery_id, lease_until, status, next_attempt_at, number, request_headers,
                   response_status, response_body, error, duration_ms, created_at)),
   recorded AS (
     UPDATE webhook_deliveries AS delivery
        SET status = attempt.status, attempt_count = delivery.attempt_count + 1, lease_until = NULL,
            next_attempt_at =
              CASE WHEN attempt.next_attempt_at IS NULL OR delivery.next_attempt_at = delivery.lease_until
                   THEN attempt.next_attempt_at
                   ELSE least(delivery.next_attempt_at, attempt.next_attempt_at) END
       FROM attempt
      WHERE delivery.account_id = attempt.account_id AND delivery.id = attempt.delivery_id
        AND delivery.lease_until = attempt.lease_until
     RETURNING delivery.account_id, delivery.id)
   INSERT INTO webhook_attempts (account_id, delivery_id, number, request_headers, response_status,
                                 response_body, error, duration_ms, created_at)
   SELECT attempt.account_id, delivery_id, number, request_headers, response_status, response_body, error,
          duration_ms, created_at
     FROM attempt JOIN recorded ON recorded.account_id = attempt.account_id AND recorded.id = attempt.delivery_id
   RETURNING delivery_id AS "deliveryId"`,
)
