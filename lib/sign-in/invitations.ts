import { randomBase62 } from '@/lib/crypto/base62'
import { keyedHash, keyedHashes } from '@/lib/crypto/secrets'
import type { Orm } from '@/lib/db/client'
import type { OrmTransaction } from '@/lib/db/transaction'
import { env } from '@/lib/env'
import { DomainError } from '@/lib/errors'
import { invitationUrl } from '@/lib/http/links'
import type { Locale } from '@/lib/i18n/locale'
import { newId } from '@/lib/ids'
import { mailInvitation } from '@/lib/mail/account-mail'
import { now } from '@/lib/time/clock'

const TOKEN_LENGTH = 32
const LIFETIME_MS = 7 * 24 * 60 * 60 * 1000

/**
 * Mails a link that creates an account for the email, and returns it. An earlier invitation for the same email
 * stops working. Throws `vendor_email_taken`.
 */
export async function inviteVendor(
  tx: OrmTransaction,
  input: { email: string; locale: Locale },
): Promise<{ link: string; expiresAt: Date }> {
  const email = input.email.toLowerCase()
  if (await tx.member.findUnique({ where: { email }, select: { id: true } })) {
    throw new DomainError('vendor_email_taken')
  }
  const token = randomBase62(TOKEN_LENGTH)
  const createdAt = now()
  const expiresAt = new Date(createdAt.getTime() + LIFETIME_MS)
  const invitation = { id: newId(), tokenHash: hashOf(token), createdAt, expiresAt }
  await tx.vendorInvitation.upsert({
    where: { email },
    create: { email, ...invitation },
    update: invitation,
  })
  const { id } = invitation
  await mailInvitation(tx, {
    to: { ownerId: id, email, locale: input.locale },
    tokenId: id,
    token,
    expiresAt,
  })
  return { link: invitationUrl(token), expiresAt }
}

/** The email that a valid invitation is for, or null. Does not use it up. */
export async function emailOfInvitation(tx: Orm, token: string): Promise<string | null> {
  const invitation = await tx.vendorInvitation.findFirst({ where: { tokenHash: { in: hashesOf(token) } } })
  return invitation && invitation.expiresAt > now() ? invitation.email : null
}

/** Throws `sign_up_closed` or `sign_up_by_invitation` if nobody, or not this person, may create an account. */
export function requireSignUp({ isInvited }: { isInvited: boolean }): void {
  if (env.SIGN_UP === 'closed') throw new DomainError('sign_up_closed')
  if (env.SIGN_UP === 'invite' && !isInvited) throw new DomainError('sign_up_by_invitation')
}

/** Uses an invitation up. Throws `invitation_not_valid` if it is unknown, used, expired or for another email. */
export async function spendInvitation(tx: OrmTransaction, token: string, email: string): Promise<void> {
  // The delete is the use: of two concurrent ones, one finds the row.
  const { count } = await tx.vendorInvitation.deleteMany({
    where: { tokenHash: { in: hashesOf(token) }, email: email.toLowerCase(), expiresAt: { gt: now() } },
  })
  if (count !== 1) throw new DomainError('invitation_not_valid')
}

function hashesOf(token: string): Uint8Array<ArrayBuffer>[] {
  return keyedHashes('invitation', token)
}

function hashOf(token: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(keyedHash('invitation', token))
}
