import type { ByMember } from '@/lib/audit/record-audit-event'
import { deleteTokens, makeToken, spendToken } from '@/lib/auth/one-time-token'
import { forgetPasskeys } from '@/lib/auth/passkeys'
import { verifyPassword } from '@/lib/auth/password'
import { forgetTotp } from '@/lib/auth/second-factor'
import { endSessions } from '@/lib/auth/sessions'
import { database } from '@/lib/db/client'
import type { OrmTransaction } from '@/lib/db/transaction'
import { DomainError } from '@/lib/errors'
import { limitMemberTries } from '@/lib/http/rate-limit'
import { mailEmailConfirmation, mailPasswordReset } from '@/lib/mail/account-mail'
import { mailSecurityNotice } from '@/lib/mail/security-mail'
import { replacePasswordHash, setEmailConfirmed, setPasswordHash } from '@/lib/vendors/change-member'
import { findPasswordHash, recordMemberEvent } from '@/lib/vendors/member'
import { RECIPIENT, recipientOf, stopEmailChange } from './email-change'

/**
 * Sets a new password, ends every session except the current one, and invalidates mailed reset links and a change of
 * the email that waits to be confirmed.
 * `fromHash` is the hash the old password was verified against; throws `password_wrong` if it has changed
 * since.
 */
export async function changeOwnPassword(
  tx: OrmTransaction,
  change: { memberId: string; sessionId: string; fromHash: string; toHash: string; address: string | null },
): Promise<void> {
  const { memberId, address } = change
  const hashes = { from: change.fromHash, to: change.toHash }
  if (!(await replacePasswordHash(tx, memberId, hashes))) throw new DomainError('password_wrong')
  await deleteTokens(tx, memberId, 'password_reset')
  await stopEmailChange(tx, { memberId, address })
  await endSessions(tx, memberId, { except: change.sessionId })
  await recordMemberEvent(tx, memberId, { action: 'password.changed', address })
  await mailSecurityNotice(tx, memberId, { what: 'passwordChanged' })
}

/**
 * Mails a link that sets a new password to the member with the email, ignoring case. Does nothing if there is
 * none or too many were requested; the caller can't tell.
 */
export async function sendPasswordReset(tx: OrmTransaction, email: string): Promise<void> {
  const member = await tx.member.findUnique({ where: { email: email.toLowerCase() }, select: RECIPIENT })
  const newToken = member && (await makeToken(tx, member.id, 'password_reset'))
  if (newToken) await mailPasswordReset(tx, { to: recipientOf(member), ...newToken })
}

/**
 * Sets the password of the member that the link was sent to, ends all its sessions, and invalidates its other reset
 * links and a change of its email. If the email was not confirmed yet, somebody else may have set the sign-in up: it
 * belongs to the person who receives its mail, so the second factor and the passkeys of before stop working, and for an owner the
 * caller undoes the rest in the same transaction. `address` is the client address. Throws `link_not_valid`.
 */
export async function resetPasswordWithToken(
  tx: OrmTransaction,
  { token, passwordHash, address }: { token: string; passwordHash: string; address: string | null },
): Promise<{ isTakenOver: boolean; newOwner: ByMember | null }> {
  const memberId = await spendToken(tx, token, 'password_reset')
  await deleteTokens(tx, memberId, 'password_reset')
  const { vendorId, role, email } = await setPasswordHash(tx, memberId, passwordHash)
  await stopEmailChange(tx, { memberId, address })
  // The link arrived at the member's email, which is what a confirmation proves.
  const isTakenOver = await noteConfirmation(tx, memberId, address)
  await endSessions(tx, memberId)
  await recordMemberEvent(tx, memberId, { action: 'password.reset', address })
  await mailSecurityNotice(tx, memberId, { what: 'passwordChanged' })
  if (isTakenOver) {
    const detail = 'Set up before the email was confirmed'
    await forgetTotp(tx, { memberId, address, detail })
    await forgetPasskeys(tx, { memberId, address, detail })
  }
  const newOwner =
    isTakenOver && role === 'owner' ? { vendorId, member: { id: memberId, name: email }, address } : null
  return { isTakenOver, newOwner }
}

/**
 * Mails the member a link that confirms its email. Returns false without mailing if it is confirmed or too
 * many were requested.
 */
export async function requestEmailConfirmation(tx: OrmTransaction, memberId: string): Promise<boolean> {
  const { emailConfirmedAt, ...member } = await tx.member.findUniqueOrThrow({
    where: { id: memberId },
    select: { ...RECIPIENT, emailConfirmedAt: true },
  })
  const newToken = emailConfirmedAt ? null : await makeToken(tx, memberId, 'email_confirmation')
  if (!newToken) return false
  await mailEmailConfirmation(tx, { to: recipientOf(member), ...newToken })
  return true
}

/** Records that the member received the link. `address` is the client address. Throws `link_not_valid`. */
export async function confirmEmailWithToken(
  tx: OrmTransaction,
  { token, address }: { token: string; address: string | null },
): Promise<void> {
  const memberId = await spendToken(tx, token, 'email_confirmation')
  await deleteTokens(tx, memberId, 'email_confirmation')
  await noteConfirmation(tx, memberId, address)
}

/** Records that mail reaches the member; false if that was known. */
async function noteConfirmation(
  tx: OrmTransaction,
  memberId: string,
  address: string | null,
): Promise<boolean> {
  const isNew = await setEmailConfirmed(tx, memberId)
  if (isNew) await recordMemberEvent(tx, memberId, { action: 'email.confirmed', address })
  return isNew
}

/**
 * Verifies the password again: a session on an unattended machine must not be enough to change how its owner
 * signs in. Returns the hash it was verified against. Throws `password_wrong`, and `too_many_wrong_tries`
 * after five wrong passwords in 15 minutes, which count for the session if there is one.
 */
export async function confirmPassword(
  { memberId, sessionId }: { memberId: string; sessionId?: string },
  password: string,
): Promise<string> {
  const passwordHash = await findPasswordHash(database(), memberId)
  const source = sessionId === undefined ? null : { kind: 'session' as const, id: sessionId }
  await limitMemberTries({ memberId, name: 'password', source }, async () => {
    if (!(await verifyPassword(passwordHash, password))) throw new DomainError('password_wrong')
  })
  return passwordHash
}
