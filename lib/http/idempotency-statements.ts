import { statement } from '@/lib/db/statement'

/*
 * Claims on idempotency keys. Every update names the holder, so a request that has lost its claim changes
 * nothing.
 */

type Key = [accountId: string, endpoint: string, key: string]
type Fresh = [
  holder: string,
  requestHash: Uint8Array,
  leaseUntil: Date,
  createdAt: Date,
  expiresAt: Date | null,
]

/** Adds a claim, and returns a row if there was none: of any number of requests with a key, one gets it. */
export const addClaim = statement<[...Key, ...Fresh], object>(
  'add_claim',
  `INSERT INTO idempotency_claims (account_id, endpoint, key, holder, request_hash, lease_until, created_at,
                                   expires_at)
   VALUES ($1::uuid, $2, $3, $4::uuid, $5::bytea, $6::timestamptz, $7::timestamptz, $8::timestamptz)
   ON CONFLICT DO NOTHING
   RETURNING 1 AS added`,
)

type ClaimRow = {
  requestHash: Uint8Array
  leaseUntil: Date
  resourceId: string | null
  responseStatus: number | null
  responseEncrypted: string | null
  expiresAt: Date | null
}

/** Locks a claim until the end of the transaction and reads it. */
export const lockClaim = statement<Key, ClaimRow>(
  'lock_claim',
  `SELECT request_hash AS "requestHash", lease_until AS "leaseUntil", resource_id AS "resourceId",
          response_status AS "responseStatus", response_encrypted AS "responseEncrypted",
          expires_at AS "expiresAt"
     FROM idempotency_claims WHERE account_id = $1::uuid AND endpoint = $2 AND key = $3 FOR UPDATE`,
)

/** Replaces an expired claim that the caller has locked. */
export const renewClaim = statement<[...Key, ...Fresh], object>(
  'renew_claim',
  `UPDATE idempotency_claims
      SET holder = $4::uuid, request_hash = $5::bytea, lease_until = $6::timestamptz,
          created_at = $7::timestamptz, expires_at = $8::timestamptz,
          resource_id = NULL, response_status = NULL, response_encrypted = NULL
    WHERE account_id = $1::uuid AND endpoint = $2 AND key = $3`,
)

/** Gives a dead request's claim, which the caller has locked, to another holder. */
export const takeClaim = statement<[...Key, holder: string, leaseUntil: Date], object>(
  'take_claim',
  `UPDATE idempotency_claims SET holder = $4::uuid, lease_until = $5::timestamptz
    WHERE account_id = $1::uuid AND endpoint = $2 AND key = $3`,
)

const OWN = `account_id = $1::uuid AND endpoint = $2 AND key = $3 AND holder = $4::uuid AND response_status IS NULL`

/** Notes the created object under an unanswered claim of the holder; no row if that is another's by now. */
export const noteClaimResource = statement<[...Key, holder: string, resourceId: string], object>(
  'note_claim_resource',
  `UPDATE idempotency_claims SET resource_id = $5::uuid WHERE ${OWN} RETURNING 1 AS noted`,
)

/** Answers an unanswered claim of the holder; no row if that is another's by now. */
export const answerClaim = statement<[...Key, holder: string, status: number, encrypted: string], object>(
  'answer_claim',
  `UPDATE idempotency_claims SET response_status = $5::int, response_encrypted = $6
    WHERE ${OWN} RETURNING 1 AS answered`,
)

/** Deletes an unanswered claim of the holder. */
export const deleteClaim = statement<[...Key, holder: string], object>(
  'delete_claim',
  `DELETE FROM idempotency_claims WHERE ${OWN}`,
)
