import { isUniqueViolation, type Transaction } from '@/lib/db/transaction'
import { DomainError } from '@/lib/errors'
import { recordAuditEvent } from '../audit/record-audit-event'
import { requestEmailConfirmation } from './confirm-email'

/** Renames the vendor: what its customers see on invoices from now on. The same name changes nothing. */
export async function changeName(
  tx: Transaction,
  { vendorId, name, address }: { vendorId: string; name: string; address: string | null },
): Promise<void> {
  const { count } = await tx.vendor.updateMany({
    where: { id: vendorId, name: { not: name } },
    data: { name },
  })
  if (count === 0) return
  const detail = `Business name: ${name}`
  await recordAuditEvent(tx, { vendorId, action: 'profile.changed', detail, address })
}

/**
 * Gives the vendor another address to sign in with, which it has to confirm again. Links that were mailed to
 * the old one are worthless from then on. The same address changes nothing. `vendor_email_taken`.
 */
export async function changeEmail(
  tx: Transaction,
  { vendorId, email, address }: { vendorId: string; email: string; address: string | null },
): Promise<void> {
  const next = email.toLowerCase()
  const { email: old } = await tx.vendor.findUniqueOrThrow({
    where: { id: vendorId },
    select: { email: true },
  })
  if (next === old) return
  try {
    await tx.vendor.update({ where: { id: vendorId }, data: { email: next, emailConfirmedAt: null } })
  } catch (error) {
    if (isUniqueViolation(error)) throw new DomainError('vendor_email_taken')
    throw error
  }
  await tx.vendorToken.deleteMany({ where: { vendorId } })
  await requestEmailConfirmation(tx, vendorId)
  const detail = `E-mail: ${old} → ${next}`
  await recordAuditEvent(tx, { vendorId, action: 'profile.changed', detail, address })
}
