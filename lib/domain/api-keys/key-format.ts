import { randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { BASE62, decodeId, ENCODED_ID_LENGTH, encodeId } from '@/lib/base62'
import type { Mode } from '@/lib/db/generated/enums'

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
