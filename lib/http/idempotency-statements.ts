import { rowsOfAccount, statement } from '@/lib/db/statement'

/*
 * Claims on idempotency keys. Every update names the holder, so a request that has lost its claim changes
 * nothing.
 */

type Key = { accountId: string; endpoint: string; key: string }
type NewClaim = Key & {
  holder: string
  requestHash: Uint8Array
  leaseUntil: Date
  createdAt: Date
  expiresAt: Date | null
}

/**
 * Adds a claim, and returns a row if there was none: of any number of requests with a key, one gets it. It
 * looks first, because a conflict with a claim that is just being written would wait for its writer.
 */
export const addClaim = statement<NewClaim, object>(
  'add_claim',
  `WITH added AS (
   INSERT INTO idempotency_claims (account_id, endpoint, key, holder, request_hash, lease_until, created_at,
                                   expires_at)
   ${rowsOfAccount(`
     SELECT :endpoint::text, :key::text, :holder::uuid, :requestHash::bytea, :leaseUntil::timestamptz, :createdAt::timestamptz,
            :expiresAt::timestamptz
      WHERE NOT EXISTS (
        SELECT FROM idempotency_claims WHERE account_id = :accountId::uuid AND endpoint = :endpoint::text AND key = :key::text)`)}
   ON CONFLICT DO NOTHING
   RETURNING 1 AS added)
   SELECT added FROM added`,
)

export type ClaimRow = {
  requestHash: Uint8Array
  leaseUntil: Date
  resourceId: string | null
  responseStatus: number | null
  responseEncrypted: string | null
  expiresAt: Date | null
}

const READ_CLAIM = `
   SELECT request_hash AS "requestHash", lease_until AS "leaseUntil", resource_id AS "resourceId",
          response_status AS "responseStatus", response_encrypted AS "responseEncrypted",
          expires_at AS "expiresAt"
     FROM idempotency_claims WHERE account_id = :accountId::uuid AND endpoint = :endpoint AND key = :key`

export const findClaim = statement<Key, ClaimRow>('find_claim', READ_CLAIM)

/** Locks a claim until the end of the transaction and reads it. */
export const lockClaim = statement<Key, ClaimRow>('lock_claim', `${READ_CLAIM} FOR UPDATE`)

/** Replaces an expired claim that the caller has locked. */
export const renewClaim = statement<NewClaim, object>(
  'renew_claim',
  `UPDATE idempotency_claims
      SET holder = :holder::uuid, request_hash = :requestHash::bytea, lease_until = :leaseUntil::timestamptz,
          created_at = :createdAt::timestamptz, expires_at = :expiresAt::timestamptz,
          resource_id = NULL, response_status = NULL, response_encrypted = NULL
    WHERE account_id = :accountId::uuid AND endpoint = :endpoint AND key = :key`,
)

/** Gives a dead request's claim, which the caller has locked, to another holder. */
export const takeClaim = statement<Key & { holder: string; leaseUntil: Date }, object>(
  'take_claim',
  `UPDATE idempotency_claims SET holder = :holder::uuid, lease_until = :leaseUntil::timestamptz
    WHERE account_id = :accountId::uuid AND endpoint = :endpoint AND key = :key`,
)

const OWN = `account_id = :accountId::uuid AND endpoint = :endpoint AND key = :key AND holder = :holder::uuid AND response_status IS NULL`

export type NotedClaim = Key & { holder: string }

/**
 * The UPDATE that notes the object that each row of `request` creates, if it has a claim: its `id`, under its `endpoint`,
 * `key` and `holder`, where the claim is that holder's and unanswered. Returns the ids that it noted; none unless `condition` holds.
 */
export function notingResources(condition: string): string {
  return `
     UPDATE idempotency_claims AS claimed SET resource_id = request.id FROM request
      WHERE claimed.account_id = :accountId::uuid AND claimed.key = ANY (ARRAY(SELECT key FROM request))
        AND claimed.endpoint = request.endpoint AND claimed.key = request.key
        AND claimed.holder = request.holder AND claimed.response_status IS NULL AND ${condition}
     RETURNING request.id`
}

/** Notes the created object under an unanswered claim of the holder; no row if the claim is another's by now. */
export const noteResource = statement<NotedClaim & { resourceId: string }, object>(
  'note_resource',
  `UPDATE idempotency_claims SET resource_id = :resourceId::uuid WHERE ${OWN} RETURNING 1 AS noted`,
)

/** Answers an unanswered claim of the holder; no row if that is another's by now. */
export const answerClaim = statement<Key & { holder: string; status: number; encrypted: string }, object>(
  'answer_claim',
  `UPDATE idempotency_claims SET response_status = :status::int, response_encrypted = :encrypted
    WHERE ${OWN} RETURNING 1 AS answered`,
)

/** Deletes an unanswered claim of the holder. */
export const deleteClaim = statement<Key & { holder: string }, object>(
  'delete_claim',
  `DELETE FROM idempotency_claims WHERE ${OWN}`,
)
