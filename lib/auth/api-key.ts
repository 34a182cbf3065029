import { randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { BASE62, decodeId, ENCODED_ID_LENGTH, encodeId } from '@/lib/crypto/base62'
import { keyedHash } from '@/lib/crypto/secrets'
import type { Mode } from '@/lib/db/generated/enums'
import type { Transaction } from '@/lib/db/transaction'
import { now } from '@/lib/time/clock'
import { type Account, accountOf } from '@/lib/vendors/account'

/*
 * cf_test_ + account id (22) + secret (32 random) + checksum (6), all base62.
 *
 * The account id is in the key so that the look-up goes straight to its tenant; the checksum lets a
 * mistyped or made-up key be refused without asking the database.
 */
const SECRET_LENGTH = 32
const CHECKSUM_LENGTH = 6
const KEY = new RegExp(
  `^cf_(test|live)_([0-9A-Za-z]{${ENCODED_ID_LENGTH}})[0-9A-Za-z]{${SECRET_LENGTH}}([0-9A-Za-z]{${CHECKSUM_LENGTH}})$`,
)

/** How much of a key is kept to recognise it by: the prefix and the secret's last four. */
export function hintOf(key: string): string {
  return `${key.slice(0, 8)}…${key.slice(-4)}`
}

export function makeKey(accountId: string, mode: Mode): string {
  const secret = Array.from({ length: SECRET_LENGTH }, () => BASE62[randomInt(BASE62.length)]).join('')
  const body = `cf_${mode}_${encodeId(accountId)}${secret}`
  return body + checksumOf(body)
}

/** The account that a well-formed key belongs to; null for anything else. */
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

/** `last used` is told to the minute: a write for each request would be a row that all of them queue on. */
const LAST_USED_STEP_MS = 60_000

/** The account of a key that is known, not revoked and not expired, and the key's own id; null for any other. */
export async function findAccountByApiKey(
  tx: Transaction,
  key: string,
): Promise<{ account: Account; apiKeyId: string } | null> {
  const accountId = accountOfKey(key)
  if (!accountId) return null
  const time = now()
  const found = await tx.apiKey.findUnique({
    where: { accountId_keyHash: { accountId, keyHash: Uint8Array.from(keyedHash('api-key', key)) } },
  })
  if (!found || found.revokedAt || (found.expiresAt && found.expiresAt <= time)) return null
  if (!found.lastUsedAt || time.getTime() - found.lastUsedAt.getTime() >= LAST_USED_STEP_MS) {
    await tx.apiKey.updateMany({ where: { accountId, id: found.id }, data: { lastUsedAt: time } })
  }
  const account = await tx.account.findUnique({ where: { id: accountId }, include: { vendor: true } })
  return account && { account: accountOf(account), apiKeyId: found.id }
}
