import { z } from 'zod'
import type { SessionVendor } from '@/lib/auth/session-vendor'
import { database } from '@/lib/db/client'
import { isUniqueViolation, type Transaction } from '@/lib/db/transaction'
import { DomainError } from '@/lib/errors'
import { moment } from '@/lib/http/schemas'
import { mailSecurityNotice } from '@/lib/mail/security-mail'
import { findProfile, recordMemberEvent } from '@/lib/vendors/member'
import { requestEmailConfirmation } from './passwords'

/** The member who makes the change, and the client address. */
type ByMember = { memberId: string; address: string | null }

/** Renames the vendor; its customers see the name on invoices from now on. The same name changes nothing. */
export async function changeName(
  tx: Transaction,
  { memberId, vendorId, name, address }: ByMember & { vendorId: string; name: string },
): Promise<void> {
  const { count } = await tx.vendor.updateMany({
    where: { id: vendorId, name: { not: name } },
    data: { name },
  })
  if (count === 0) return
  const detail = `Business name: ${name}`
  await recordMemberEvent(tx, memberId, { action: 'profile.changed', detail, address })
}

/**
 * Changes the member's sign-in email, which has to be confirmed again, and tells the old one. Links mailed to the old
 * one stop working. An owner's email is the vendor's too. The same email changes nothing. Throws `vendor_email_taken`.
 */
export async function changeEmail(
  tx: Transaction,
  { memberId, email, address }: ByMember & { email: string },
): Promise<void> {
  const next = email.toLowerCase()
  const member = await tx.member.findUniqueOrThrow({
    where: { id: memberId },
    select: { vendorId: true, role: true, email: true },
  })
  const { email: old } = member
  if (next === old) return
  try {
    await tx.member.update({ where: { id: memberId }, data: { email: next, emailConfirmedAt: null } })
    if (member.role === 'owner') {
      await tx.vendor.update({ where: { id: member.vendorId }, data: { email: next } })
    }
  } catch (error) {
    if (isUniqueViolation(error)) throw new DomainError('vendor_email_taken')
    throw error
  }
  await tx.memberToken.deleteMany({ where: { memberId } })
  await requestEmailConfirmation(tx, memberId)
  await mailSecurityNotice(tx, memberId, { what: 'emailChanged', email: next, oldEmail: old })
  const detail = `Email: ${old} → ${next}`
  await recordMemberEvent(tx, memberId, { action: 'profile.changed', detail, address })
}

export const profileView = z.object({
  vendorId: z.uuid(),
  name: z.string(),
  email: z.string(),
  isEmailConfirmed: z.boolean(),
  createdAt: moment,
})

export type ProfileView = z.infer<typeof profileView>

/** The business's name and the sign-in email of the signed-in member. */
export async function readProfile({ memberId }: Pick<SessionVendor, 'memberId'>): Promise<ProfileView> {
  const { vendorId, name, email, isEmailConfirmed, createdAt } = await findProfile(database(), memberId)
  return { vendorId, name, email, isEmailConfirmed, createdAt: createdAt.toISOString() }
}
