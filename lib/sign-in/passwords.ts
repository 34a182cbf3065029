import { revokeAllApiKeys } from '@/lib/api-keys/api-keys'
import { recordAuditEvent } from '@/lib/audit/record-audit-event'
import { makeToken, spendToken } from '@/lib/auth/one-time-token'
import { verifyPassword } from '@/lib/auth/password'
import { forgetTotp } from '@/lib/auth/second-factor'
import { endSessions } from '@/lib/auth/sessions'
import { database } from '@/lib/db/client'
import type { Transaction } from '@/lib/db/transaction'
import { DomainError } from '@/lib/errors'
import { limitVendorTries } from '@/lib/http/rate-limit'
import { mailEmailConfirmation, mailPasswordReset } from '@/lib/mail/account-mail'
import { mailSecurityNotice } from '@/lib/mail/security-mail'
import { now } from '@/lib/time/clock'
import { replaceWebhookSecrets } from '@/lib/vendors/manage-vendor'
import { findPasswordHash } from '@/lib/vendors/vendor'

/**
 * Sets a new password, ends every session except the current one, and invalidates mailed reset links.
 * `fromHash` is the hash the old password was verified against; throws `password_wrong` if it has changed
 * since.
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
  await mailSecurityNotice(tx, vendorId, { what: 'passwordChanged' })
}

/**
 * Mails a link that sets a new password to the vendor with the email, ignoring case. Does nothing if there is
 * none or too many were requested; the caller can't tell.
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
 * Sets the password of the vendor that the link was sent to, ends all its sessions, and invalidates its other
 * reset links. If the email was not confirmed yet, somebody else may have set the account up: it belongs to
 * the person who receives its mail, so the API keys, signing secrets and second factor of before stop working. `address` is the
 * client address. Throws `link_not_valid`.
 */
export async function resetPassword(
  tx: Transaction,
  { token, passwordHash, address }: { token: string; passwordHash: string; address: string | null },
): Promise<{ isTakenOver: boolean }> {
  const vendorId = await spendToken(tx, token, 'password_reset')
  await tx.vendorToken.deleteMany({ where: { vendorId, purpose: 'password_reset' } })
  await tx.vendor.update({ where: { id: vendorId }, data: { passwordHash } })
  // The link arrived at the vendor's email, which is what a confirmation proves.
  const isTakenOver = await noteConfirmation(tx, vendorId, address)
  await endSessions(tx, vendorId)
  await recordAuditEvent(tx, { vendorId, action: 'password.reset', address })
  await mailSecurityNotice(tx, vendorId, { what: 'passwordChanged' })
  if (isTakenOver) await revokeSetUp(tx, vendorId, address)
  return { isTakenOver }
}

/** Revokes what gives access to the account besides its password. */
async function revokeSetUp(tx: Transaction, vendorId: string, address: string | null): Promise<void> {
  const detail = 'Set up before the email was confirmed'
  for (const { accountId, id, name, hint } of await revokeAllApiKeys(tx, vendorId)) {
    const event = { vendorId, accountId, action: 'api_key.revoked', subjectId: id, address } as const
    await recordAuditEvent(tx, { ...event, detail: `${name} (${hint}). ${detail}` })
  }
  for (const accountId of await replaceWebhookSecrets(tx, vendorId)) {
    await recordAuditEvent(tx, { vendorId, accountId, action: 'webhook_secret.rolled', detail, address })
  }
  await forgetTotp(tx, { vendorId, address, detail })
}

/**
 * Mails the vendor a link that confirms its email. Returns false without mailing if it is confirmed or too
 * many were requested.
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

/** Records that the vendor received the link. `address` is the client address. Throws `link_not_valid`. */
export async function confirmEmail(
  tx: Transaction,
  { token, address }: { token: string; address: string | null },
): Promise<void> {
  const vendorId = await spendToken(tx, token, 'email_confirmation')
  await tx.vendorToken.deleteMany({ where: { vendorId, purpose: 'email_confirmation' } })
  await noteConfirmation(tx, vendorId, address)
}

/** Records that mail reaches the vendor; false if that was known. */
async function noteConfirmation(tx: Transaction, vendorId: string, address: string | null): Promise<boolean> {
  const { count } = await tx.vendor.updateMany({
    where: { id: vendorId, emailConfirmedAt: null },
    data: { emailConfirmedAt: now() },
  })
  if (count === 1) await recordAuditEvent(tx, { vendorId, action: 'email.confirmed', address })
  return count === 1
}

/**
 * Verifies the password again: a session on an unattended machine must not be enough to change how its owner
 * signs in. Returns the hash it was verified against. Throws `password_wrong`, and `too_many_wrong_tries`
 * after five wrong passwords in 15 minutes.
 */
export async function confirmPassword(vendorId: string, password: string): Promise<string> {
  const passwordHash = await findPasswordHash(database(), vendorId)
  await limitVendorTries(vendorId, 'password', async () => {
    if (!(await verifyPassword(passwordHash, password))) throw new DomainError('password_wrong')
  })
  return passwordHash
}
