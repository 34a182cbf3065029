import { recordAuditEvent } from '@/lib/audit/record-audit-event'
import { makeToken, spendToken } from '@/lib/auth/one-time-token'
import { endSessions } from '@/lib/auth/sessions'
import type { Transaction } from '@/lib/db/transaction'
import { DomainError } from '@/lib/errors'
import { mailEmailConfirmation, mailPasswordReset } from '@/lib/mail/account-mail'
import { now } from '@/lib/time/clock'

/**
 * Sets a new password, ends every session but the one that asks, and makes links that were mailed to reset
 * it worthless. `fromHash` is what the old password was checked against: `password_wrong` where it was
 * changed since.
 */
export async function changePassword(
  tx: Transaction,
  change: { vendorId: string; sessionId: string; fromHash: string; toHash: string; address: string | null },
): Promise<void> {
  const { vendorId, address } = change
  const { count } = await tx.vendor.updateMany({
    where: { id: vendorId, passwordHash: change.fromHash },
    data: { passwordHash: change.toHash },
  })
  if (count !== 1) throw new DomainError('password_wrong')
  await tx.vendorToken.deleteMany({ where: { vendorId, purpose: 'password_reset' } })
  await endSessions(tx, vendorId, { except: change.sessionId })
  await recordAuditEvent(tx, { vendorId, action: 'password.changed', address })
}

/**
 * Mails a link that sets a new password to the vendor who signs in with the email, whatever its case. Does
 * nothing where there is none, or where too many were asked for: whoever asks is never told which.
 */
export async function requestPasswordReset(tx: Transaction, email: string): Promise<void> {
  const vendor = await tx.vendor.findUnique({
    where: { email: email.toLowerCase() },
    select: { id: true, email: true, locale: true },
  })
  const made = vendor && (await makeToken(tx, vendor.id, 'password_reset'))
  if (made) await mailPasswordReset(tx, { vendor, ...made })
}

/**
 * Sets the password, which comes hashed, of the vendor that the link was sent to, ends every session of
 * it, and makes every other link to reset it worthless. `address` is the network's. `link_not_valid`.
 */
export async function resetPassword(
  tx: Transaction,
  { token, passwordHash, address }: { token: string; passwordHash: string; address: string | null },
): Promise<void> {
  const vendorId = await spendToken(tx, token, 'password_reset')
  await tx.vendorToken.deleteMany({ where: { vendorId, purpose: 'password_reset' } })
  await tx.vendor.update({ where: { id: vendorId }, data: { passwordHash } })
  // The link came by mail to its address, which is what a confirmation shows.
  await noteConfirmation(tx, vendorId, address)
  await endSessions(tx, vendorId)
  await recordAuditEvent(tx, { vendorId, action: 'password.reset', address })
}

/**
 * Mails a link to the vendor that shows that mail to its address arrives. False, and no mail, where it was
 * confirmed before or too many were asked for.
 */
export async function requestEmailConfirmation(tx: Transaction, vendorId: string): Promise<boolean> {
  const { emailConfirmedAt, ...vendor } = await tx.vendor.findUniqueOrThrow({
    where: { id: vendorId },
    select: { id: true, email: true, locale: true, emailConfirmedAt: true },
  })
  const made = emailConfirmedAt ? null : await makeToken(tx, vendorId, 'email_confirmation')
  if (!made) return false
  await mailEmailConfirmation(tx, { vendor, ...made })
  return true
}

/** Notes that the vendor the link was sent to has got it. `address` is the network's. `link_not_valid`. */
export async function confirmEmail(
  tx: Transaction,
  { token, address }: { token: string; address: string | null },
): Promise<void> {
  const vendorId = await spendToken(tx, token, 'email_confirmation')
  await tx.vendorToken.deleteMany({ where: { vendorId, purpose: 'email_confirmation' } })
  await noteConfirmation(tx, vendorId, address)
}

/** Notes that mail to the vendor's address arrives, unless that was known. */
async function noteConfirmation(tx: Transaction, vendorId: string, address: string | null): Promise<void> {
  const { count } = await tx.vendor.updateMany({
    where: { id: vendorId, emailConfirmedAt: null },
    data: { emailConfirmedAt: now() },
  })
  if (count === 1) await recordAuditEvent(tx, { vendorId, action: 'email.confirmed', address })
}
