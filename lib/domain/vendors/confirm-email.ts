import { now } from '@/lib/clock'
import type { Transaction } from '@/lib/db/transaction'
import { recordAuditEvent } from '../audit/record-audit-event'
import { mailEmailConfirmation } from '../mail/sign-in-mail'
import { makeToken, spendToken } from './one-time-token'

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
export async function noteConfirmation(
  tx: Transaction,
  vendorId: string,
  address: string | null,
): Promise<void> {
  const { count } = await tx.vendor.updateMany({
    where: { id: vendorId, emailConfirmedAt: null },
    data: { emailConfirmedAt: now() },
  })
  if (count === 1) await recordAuditEvent(tx, { vendorId, action: 'email.confirmed', address })
}
