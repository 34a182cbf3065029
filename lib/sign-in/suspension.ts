import { type ByMember, recordAuditEvent } from '@/lib/audit/record-audit-event'
import { endSessions } from '@/lib/auth/sessions'
import type { OrmTransaction } from '@/lib/db/transaction'
import { endSuspension, suspendMembers } from '@/lib/vendors/change-member'
import { lockOther, lockVendor } from './team'

/**
 * Keeps everybody but the owner out until the owner re-admits them, and deletes the open invitations. Of an invitation
 * that is used at the same moment, either the member is suspended or the link is not valid any more.
 */
export async function suspendTeam(
  tx: OrmTransaction,
  by: ByMember,
  detail: string,
): Promise<{ people: string[]; invitations: number }> {
  const { vendorId } = by
  await lockVendor(tx, vendorId)
  const invitations = await tx.memberInvitation.findMany({ where: { vendorId } })
  await tx.memberInvitation.deleteMany({ where: { vendorId } })
  for (const { id, email } of invitations) {
    const event = { action: 'member.invitation_revoked', subjectId: id } as const
    await recordAuditEvent(tx, { ...by, ...event, detail: `${email}. ${detail}` })
  }
  const suspended = await suspendMembers(tx, vendorId)
  for (const { id, email } of suspended) {
    await endSessions(tx, id)
    const event = { action: 'member.suspended', subjectId: id } as const
    await recordAuditEvent(tx, { ...by, ...event, detail: `${email}. ${detail}` })
  }
  return { people: suspended.map(({ email }) => email), invitations: invitations.length }
}

/** Lets a suspended member sign in again; does nothing for any other. Throws `member_not_found`. */
export async function liftSuspension(tx: OrmTransaction, by: ByMember, memberId: string): Promise<void> {
  const { email, suspendedAt } = await lockOther(tx, by, memberId)
  if (!suspendedAt) return
  await endSuspension(tx, memberId)
  await recordAuditEvent(tx, { ...by, action: 'member.readmitted', subjectId: memberId, detail: email })
}
