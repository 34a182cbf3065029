import type { Transaction } from '@/lib/db/transaction'
import { recordAuditEvent } from '../audit/record-audit-event'
import { mailPasswordReset } from '../mail/sign-in-mail'
import { noteConfirmation } from './confirm-email'
import { endSessions } from './end-sessions'
import { makeToken, spendToken } from './one-time-token'

/**
 * Mails a link that sets a new password to the vendor who signs in with the e-mail, whatever its case. Does
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
