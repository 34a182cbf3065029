import { crc32 } from 'node:zlib'
import { BASE62, decodeId, ENCODED_ID_LENGTH, encodeId, randomBase62 } from '@/lib/crypto/base62'
import { keyedHashes } from '@/lib/crypto/secrets'
import type { ApiKeyScope, Mode } from '@/lib/db/generated/enums'
import type { Queryable } from '@/lib/db/statement'
import { now } from '@/lib/time/clock'
import { zoneOf } from '@/lib/time/zone-names'
import { type Account, dailyLimitOf } from '@/lib/vendors/account'
import { noteLastUse } from './last-uses'
import { findKey } from './statements'

/*
 * cf_test_ + account id (22) + secret (32 random) + checksum (6), all base62.
 *
 * The account id directs the look-up to its tenant; the checksum rejects mistyped or invented keys without a
 * database query.
 */
const SECRET_LENGTH = 32
const CHECKSUM_LENGTH = 6
const KEY = new RegExp(
  `^cf_(test|live)_([0-9A-Za-z]{${ENCODED_ID_LENGTH}})[0-9A-Za-z]{${SECRET_LENGTH}}([0-9A-Za-z]{${CHECKSUM_LENGTH}})$`,
)

/** The part of a key that is stored for recognition: its prefix and last four characters. */
export function hintOf(key: string): string {
  return `${key.slice(0, 8)}…${key.slice(-4)}`
}

export function makeKey(accountId: string, mode: Mode): string {
  const secret = randomBase62(SECRET_LENGTH)
  const body = `cf_${mode}_${encodeId(accountId)}${secret}`
  return body + checksumOf(body)
}

/** The account id in a well-formed key; null for anything else. */
export function accountOfKey(key: string): string | null {
  const match = KEY.exec(key)
  if (!match) return null
  const [, , encodedId = '', checksum] = match
  if (checksumOf(key.slice(0, -CHECKSUM_LENGTH)) !== checksum) return null
  return decodeId(encodedId)
}

function checksumOf(body: string): string {
  let rest = crc32(body)
  let text = ''
  for (let index = 0; index < CHECKSUM_LENGTH; index += 1) {
    text = BASE62[rest % BASE62.length] + text
    rest = Math.floor(rest / BASE62.length)
  }
  return text
}

/** The permissions of a key, and the addresses and CIDR blocks that may use it; an empty list allows all. */
export type KeyLimits = { scopes: readonly ApiKeyScope[]; allowedAddresses: readonly string[] }

/** The account, id and limits of a key that is known, not revoked and not expired; null for any other. */
export async function findAccountByApiKey(
  on: Queryable,
  key: string,
): Promise<{ account: Account; apiKeyId: string; limits: KeyLimits } | null> {
  const accountId = accountOfKey(key)
  if (!accountId) return null
  const time = now()
  const [row] = await findKey(on, { accountId, keyHashes: keyedHashes('api-key', key), at: time })
  if (!row) return null
  noteLastUse(row, time)
  const { apiKeyId, mode, vendorId, vendorName, isBanned, isApproved } = row
  const { payoutLimitMinor, approvalFromMinor, feePpm, feeFixedMinor, paysFee, returnsFee } = row
  const fees = { feePpm, feeFixedMinor, paysFee, returnsFee }
  const dailyLimitMinor = dailyLimitOf(row)
  const account = {
    id: accountId,
    mode,
    vendorId,
    vendorName,
    isBanned,
    isApproved,
    payoutLimitMinor,
    dailyLimitMinor,
    approvalFromMinor,
    fees,
    zone: zoneOf(row.timeZone),
  }
  const { scopes, allowedAddresses } = row
  return { account, apiKeyId, limits: { scopes, allowedAddresses } }
}
