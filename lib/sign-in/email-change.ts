import { describeUserAgent } from '@/lib/audit/describe-user-agent'
import { deleteTokens, makeToken, memberOfToken, spendToken, voidTokens } from '@/lib/auth/one-time-token'
import type { SignInOrigin } from '@/lib/auth/sessions'
import type { Orm } from '@/lib/db/client'
import type { OrmTransaction } from '@/lib/db/transaction'
import { DomainError } from '@/lib/errors'
import { Refusal } from '@/lib/http/refusals'
import { mailNewEmailConfirmation } from '@/lib/mail/account-mail'
import { mailSecurityNotice } from '@/lib/mail/security-mail'
import { now } from '@/lib/time/clock'
import { setEmail, setPendingEmail } from '@/lib/vendors/change-member'
import { recordMemberEvent } from '@/lib/vendors/member'

/*
 * A new sign-in email counts once its reader opens the link sent there. Until then the old one signs in and resets the
 * password, and can stop the change: docs/decisions/0038-confirming-takes-the-password.md
 */

/** To whom mail about a sign-in goes, and in which language. */
export const RECIPIENT = {
  id: true,
  email: true,
  vendorId: true,
  vendor: { select: { locale: true } },
} as const

export function recipientOf({
  email,
  vendorId,
  vendor,
}: {
  email: string
  vendorId: string
  vendor: { locale: string }
}) {
  return { ownerId: vendorId, email, locale: vendor.locale }
}

/**
 * Asks for another sign-in email, mails a link there, and tells the old one who asked and how to stop it. Replaces an
 * earlier request, whose links stop working. Reserves nothing: until the link is opened, anybody may sign up with the
 * email. The member's own email changes nothing. Throws `member_email_taken` and `too_many_confirmation_mails`.
 */
export async function requestEmailChange(
  tx: OrmTransaction,
  { memberId, email, origin }: { memberId: string; email: string; origin: SignInOrigin },
): Promise<void> {
  const next = email.toLowerCase()
  const { email: old } = await lockMember(tx, memberId)
  if (next === old) return
  if (await tx.member.findUnique({ where: { email: next }, select: { id: true } })) {
    throw new DomainError('member_email_taken')
  }
  await voidTokens(tx, memberId, 'email_change')
  const pendingEmailAt = now()
  await setPendingEmail(tx, memberId, { email: next, at: pendingEmailAt })
  await mailLink(tx, memberId)
  const { address, userAgent } = origin
  await mailSecurityNotice(tx, memberId, {
    what: 'emailChangeRequested',
    email: next,
    at: pendingEmailAt,
    browser: describeUserAgent(userAgent),
    address,
  })
  const detail = `${old} → ${next}`
  await recordMemberEvent(tx, memberId, { action: 'email.change_requested', detail, address })
}

/** Mails another link to the pending email. Throws `email_change_not_found`, `too_many_confirmation_mails`. */
export async function sendEmailChangeAgain(tx: OrmTransaction, memberId: string): Promise<void> {
  await lockMember(tx, memberId)
  await mailLink(tx, memberId)
}

async function mailLink(tx: OrmTransaction, memberId: string): Promise<void> {
  const { pendingEmail, ...member } = await tx.member.findUniqueOrThrow({
    where: { id: memberId },
    select: { ...RECIPIENT, pendingEmail: true },
  })
  if (pendingEmail === null) throw new DomainError('email_change_not_found')
  const newToken = await makeToken(tx, memberId, 'email_change')
  if (!newToken) throw new Refusal('too_many_confirmation_mails')
  await mailNewEmailConfirmation(tx, { to: { ...recipientOf(member), email: pendingEmail }, ...newToken })
}

/** Takes the request back: its links stop working. Throws `email_change_not_found`. */
export async function dropEmailChange(
  tx: OrmTransaction,
  { memberId, address }: { memberId: string; address: string | null },
): Promise<void> {
  if (!(await stopEmailChange(tx, { memberId, address }))) throw new DomainError('email_change_not_found')
}

/** The same, for a member who may have none: a new password ends what somebody else may have begun. */
export async function stopEmailChange(
  tx: OrmTransaction,
  { memberId, address }: { memberId: string; address: string | null },
): Promise<boolean> {
  const { pendingEmail } = await lockMember(tx, memberId)
  if (pendingEmail === null) return false
  await voidTokens(tx, memberId, 'email_change')
  await setPendingEmail(tx, memberId, null)
  await recordMemberEvent(tx, memberId, { action: 'email.change_canceled', detail: pendingEmail, address })
  return true
}

/**
 * Makes the pending email the member's, and an owner's the vendor's too, and tells the old one. Links that were mailed
 * there stop working. Throws `link_not_valid`, and `member_email_taken` if somebody else has it by now.
 */
export async function confirmEmailChange(
  tx: OrmTransaction,
  { token, address }: { token: string; address: string | null },
): Promise<void> {
  const memberId = await spendToken(tx, token, 'email_change')
  const { vendorId, role, email: old, pendingEmail: email } = await lockMember(tx, memberId)
  if (email === null) throw new DomainError('link_not_valid')
  await setEmail(tx, { id: memberId, vendorId, role }, email)
  await deleteTokens(tx, memberId)
  await mailSecurityNotice(tx, memberId, { what: 'emailChanged', email, oldEmail: old })
  const detail = `Email: ${old} → ${email}`
  await recordMemberEvent(tx, memberId, { action: 'profile.changed', detail, address })
}

/** The member of a valid link that confirms its email, or the one that it changes to; null for any other link. */
export async function findConfirmation(
  tx: Orm,
  token: string,
): Promise<{ memberId: string; isChange: boolean } | null> {
  for (const purpose of ['email_confirmation', 'email_change'] as const) {
    const memberId = await memberOfToken(tx, token, purpose)
    if (memberId) return { memberId, isChange: purpose === 'email_change' }
  }
  return null
}

/** Of two changes of a member's email, the second sees what the first has done. */
async function lockMember(tx: OrmTransaction, id: string) {
  await tx.$queryRaw`SELECT 1 FROM members WHERE id = ${id}::uuid FOR UPDATE`
  return tx.member.findUniqueOrThrow({
    where: { id },
    select: { vendorId: true, role: true, email: true, pendingEmail: true },
  })
}
