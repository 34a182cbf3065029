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

/**
 * Adds a claim, and returns a row if there was none: of any number of requests with a key, one gets it. It
 * looks first, because a conflict with a claim that is just being written would wait for its writer.
 */
export const addClaim = statement<[...Key, ...Fresh], object>(
  'add_claim',
  `INSERT INTO idempotency_claims (account_id, endpoint, key, holder, request_hash, lease_until, created_at,
                                   expires_at)
   SELECT $1::uuid, $2::text, $3::text, $4::uuid, $5::bytea, $6::timestamptz, $7::timestamptz, $8::timestamptz
    WHERE NOT EXISTS (
      SELECT FROM idempotency_claims WHERE account_id = $1::uuid AND endpoint = $2::text AND key = $3::text)
   ON CONFLICT DO NOTHING
   RETURNING 1 AS added`,
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
     FROM idempotency_claims WHERE account_id = $1::uuid AND endpoint = $2 AND key = $3`

export const findClaim = statement<Key, ClaimRow>('find_claim', READ_CLAIM)

/** Locks a claim until the end of the transaction and reads it. */
export const lockClaim = statement<Key, ClaimRow>('lock_claim', `${READ_CLAIM} FOR UPDATE`)

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

/**
 * The UPDATE that notes the created object under an unanswered claim of the holder, for statements that create
 * it; without a row if the claim is another's by now. Takes SQL, never values; parameter 1 is the account.
 */
export function notingResource(sql: {
  endpoint: string
  key: string
  holder: string
  resourceId: string
}): string {
  return `
     UPDATE idempotency_claims SET resource_id = ${sql.resourceId}::uuid
      WHERE account_id = $1::uuid AND endpoint = ${sql.endpoint} AND key = ${sql.key}
        AND holder = ${sql.holder}::uuid AND response_status IS NULL`
}

/** `notingResource` as a statement of its own; no row if the claim is another's by now. */
export const noteResource = statement<
  [accountId: string, endpoint: string, key: string, holder: string, resourceId: string],
  object
>(
  'note_resource',
  `${notingResource({ endpoint: '$2', key: '$3', holder: '$4', resourceId: '$5' })} RETURNING 1 AS noted`,
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
