import { decodeId, ENCODED_ID_LENGTH, encodeId, randomBase62 } from '@/lib/crypto/base62'
import { keyedHash, keyedHashes } from '@/lib/crypto/secrets'
import type { Orm } from '@/lib/db/client'
import type { MemberTokenPurpose } from '@/lib/db/generated/enums'
import type { OrmTransaction } from '@/lib/db/transaction'
import { DomainError } from '@/lib/errors'
import { newId } from '@/lib/ids'
import { now } from '@/lib/time/clock'
import { HOUR_MS } from '@/lib/time/units'

/*
 * member id (22) + secret (32 random), all base62: the id directs the look-up to its member. Only a keyed
 * hash is stored, so the table's contents can't be used as tokens.
 */
const SECRET_LENGTH = 32
const TOKEN = new RegExp(`^[0-9A-Za-z]{${ENCODED_ID_LENGTH + SECRET_LENGTH}}$`)

const LIFETIME_MS: Record<MemberTokenPurpose, number> = {
  password_reset: HOUR_MS,
  email_confirmation: 24 * HOUR_MS,
  email_change: 24 * HOUR_MS,
}

/** Mails per member and hour: enough after losing one, too few to flood a mailbox. */
export const TOKENS_PER_HOUR = 3

export type OneTimeToken = { tokenId: string; token: string; expiresAt: Date }

/** Creates a token; null if the member has had `TOKENS_PER_HOUR` for this purpose in the last hour. */
export async function makeToken(
  tx: OrmTransaction,
  memberId: string,
  purpose: MemberTokenPurpose,
): Promise<OneTimeToken | null> {
  // Lock the member: concurrent requests would each count without the others' tokens.
  await tx.$queryRaw`SELECT 1 FROM members WHERE id = ${memberId}::uuid FOR UPDATE`
  const createdAt = now()
  const anHourAgo = new Date(createdAt.getTime() - HOUR_MS)
  await tx.memberToken.deleteMany({
    where: { memberId, expiresAt: { lte: createdAt }, createdAt: { lte: anHourAgo } },
  })
  const count = await tx.memberToken.count({ where: { memberId, purpose, createdAt: { gt: anHourAgo } } })
  if (count >= TOKENS_PER_HOUR) return null
  const secret = randomBase62(SECRET_LENGTH)
  const token = encodeId(memberId) + secret
  const tokenId = newId()
  const expiresAt = new Date(createdAt.getTime() + LIFETIME_MS[purpose])
  await tx.memberToken.create({
    data: { memberId, id: tokenId, purpose, tokenHash: hashOf(token), createdAt, expiresAt },
  })
  return { tokenId, token, expiresAt }
}

/** Ends the member's tokens of a purpose. They still count as mailed: starting over must not flood a mailbox. */
export async function voidTokens(
  tx: OrmTransaction,
  memberId: string,
  purpose: MemberTokenPurpose,
): Promise<void> {
  // No token has a hash of that length.
  await tx.$executeRaw`
    UPDATE member_tokens SET token_hash = uuid_send(id)
     WHERE member_id = ${memberId}::uuid AND purpose = ${purpose}::member_token_purpose`
}

/** Deletes the member's tokens of a purpose, or all of them: they don't count as mailed any more. */
export async function deleteTokens(
  tx: OrmTransaction,
  memberId: string,
  purpose?: MemberTokenPurpose,
): Promise<void> {
  await tx.memberToken.deleteMany({ where: { memberId, ...(purpose ? { purpose } : {}) } })
}

/** The member of a valid token, or null. Does not use it up. */
export async function memberOfToken(
  tx: Orm,
  token: string,
  purpose: MemberTokenPurpose,
): Promise<string | null> {
  const memberId = memberOf(token)
  if (!memberId) return null
  const tokenHash = { in: hashesOf(token) }
  const row = await tx.memberToken.findFirst({ where: { memberId, tokenHash } })
  return row && row.purpose === purpose && row.expiresAt > now() ? memberId : null
}

/** Uses a token up and returns its member. Throws `link_not_valid` if it is unknown, used or expired. */
export async function spendToken(
  tx: OrmTransaction,
  token: string,
  purpose: MemberTokenPurpose,
): Promise<string> {
  const memberId = memberOf(token)
  if (!memberId) throw new DomainError('link_not_valid')
  // The delete is the use: of two concurrent ones, one finds the row.
  const { count } = await tx.memberToken.deleteMany({
    where: { memberId, tokenHash: { in: hashesOf(token) }, purpose, expiresAt: { gt: now() } },
  })
  if (count !== 1) throw new DomainError('link_not_valid')
  return memberId
}

function memberOf(token: string): string | null {
  return TOKEN.test(token) ? decodeId(token.slice(0, ENCODED_ID_LENGTH)) : null
}

function hashesOf(token: string): Uint8Array<ArrayBuffer>[] {
  return keyedHashes('one-time-token', token)
}

function hashOf(token: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(keyedHash('one-time-token', token))
}
