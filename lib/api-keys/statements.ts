import type { ApiKeyScope, Mode } from '@/lib/db/generated/enums'
import { statement } from '@/lib/db/statement'

/** A valid key with its account and the vendor's terms. */
export type KeyRow = {
  apiKeyId: string
  lastUsedAt: Date | null
  scopes: ApiKeyScope[]
  allowedAddresses: string[]
  accountId: string
  mode: Mode
  vendorId: string
  vendorName: string
  isBanned: boolean
  isApproved: boolean
  payoutLimitMinor: bigint
  dailyLimitMinor: bigint | null
  approvalFromMinor: bigint | null
  feePpm: number
  feeFixedMinor: bigint
  paysFee: boolean
  returnsFee: boolean
  timeZone: string
}

/** The name that the vendor gave the key, for people who read who did something. */
export const findKeyName = statement<{ accountId: string; keyId: string }, { name: string }>(
  'find_api_key_name',
  `SELECT name FROM api_keys WHERE account_id = :accountId::uuid AND id = :keyId::uuid`,
)

/**
 * All that a request needs to know of its caller. Finds no row for a key that is unknown, revoked, or expired
 * at the given time. Nothing of it is remembered between requests, so a revoked key or a ban counts at once.
 */
export const findKey = statement<{ accountId: string; keyHashes: Uint8Array[]; at: Date }, KeyRow>(
  'find_api_key',
  `SELECT api_keys.id AS "apiKeyId", last_used_at AS "lastUsedAt",
          scopes::text[] AS scopes, allowed_addresses AS "allowedAddresses",
          accounts.id AS "accountId", mode, vendor_id AS "vendorId", vendors.name AS "vendorName", banned_at IS NOT NULL AS "isBanned",
          mode = 'test' OR live_approved_at IS NOT NULL AS "isApproved",
          payout_limit_minor AS "payoutLimitMinor", daily_limit_minor AS "dailyLimitMinor",
          payout_approval_from_minor AS "approvalFromMinor",
          fee_ppm AS "feePpm", fee_fixed_minor AS "feeFixedMinor", pays_fee AS "paysFee",
          returns_fee AS "returnsFee", time_zone AS "timeZone"
     FROM api_keys
     JOIN accounts ON accounts.id = api_keys.account_id
     JOIN vendors ON vendors.id = accounts.vendor_id
    WHERE api_keys.account_id = :accountId::uuid AND key_hash = ANY (:keyHashes::bytea[])
      AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > :at::timestamptz)`,
)

/** Writes when a key was last used. */
export const writeLastUse = statement<{ accountId: string; keyId: string; usedAt: Date }, object>(
  'write_last_use',
  'UPDATE api_keys SET last_used_at = :usedAt::timestamptz WHERE account_id = :accountId::uuid AND id = :keyId::uuid',
)
