import { z } from 'zod'
import { recordAuditEvent } from '@/lib/audit/record-audit-event'
import { database } from '@/lib/db/client'
import { isUniqueViolation, type Transaction } from '@/lib/db/transaction'
import { DomainError } from '@/lib/errors'
import { moment } from '@/lib/http/schemas'
import { mailSecurityNotice } from '@/lib/mail/security-mail'
import { findProfile } from '@/lib/vendors/vendor'
import { requestEmailConfirmation } from './passwords'

/** Renames the vendor; its customers see the name on invoices from now on. The same name changes nothing. */
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
 * Changes the vendor's sign-in email, which has to be confirmed again, and tells the old one. Links mailed to the old one stop
 * working. The same email changes nothing. Throws `vendor_email_taken`.
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
  await mailSecurityNotice(tx, vendorId, { what: 'emailChanged', email: next, oldEmail: old })
  const detail = `Email: ${old} → ${next}`
  await recordAuditEvent(tx, { vendorId, action: 'profile.changed', detail, address })
}

export const profileView = z.object({
  vendorId: z.uuid(),
  name: z.string(),
  email: z.string(),
  isEmailConfirmed: z.boolean(),
  createdAt: moment,
})

export type ProfileView = z.infer<typeof profileView>

/** The vendor's name and sign-in email. */
export async function readProfile(vendorId: string): Promise<ProfileView> {
  const { name, email, isEmailConfirmed, createdAt } = await findProfile(database(), vendorId)
  return { vendorId, name, email, isEmailConfirmed, createdAt: createdAt.toISOString() }
}
