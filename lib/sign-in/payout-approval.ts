import { type ByMember, recordAuditEvent } from '@/lib/audit/record-audit-event'
import { rolesThatMay } from '@/lib/auth/permissions'
import type { Orm } from '@/lib/db/client'
import type { OrmTransaction } from '@/lib/db/transaction'
import { DomainError } from '@/lib/errors'
import { mailSecurityNotice } from '@/lib/mail/security-mail'
import { formatMajor } from '@/lib/money/money'
import { setVendorSettings } from '@/lib/vendors/manage-vendor'
import { lockTeam } from './team'

/** Two people: one asks, another approves. */
const FEWEST_APPROVERS = 2

/**
 * Sets from which amount (US cents) payouts need a second person; null: none does. Payouts that wait go on waiting, and
 * every owner and admin is told by mail, so that lowering the protection is never quiet. Throws `role_not_allowed` for
 * anybody but the owner, and `too_few_approvers`.
 */
export async function savePayoutApproval(
  tx: OrmTransaction,
  by: ByMember,
  fromMinor: bigint | null,
): Promise<void> {
  const { vendorId, member } = by
  // The team can't change meanwhile.
  const { payoutApprovalFromMinor: before } = await lockTeam(tx, by, 'ownership')
  if (before === fromMinor) return
  if (fromMinor !== null && (await countApprovers(tx, vendorId)) < FEWEST_APPROVERS) {
    throw new DomainError('too_few_approvers')
  }
  await setVendorSettings(tx, vendorId, { payoutApprovalFromMinor: fromMinor })
  const detail = `${inWords(before)} → ${inWords(fromMinor)}`
  await recordAuditEvent(tx, { ...by, action: 'payout_approval.changed', detail })
  const recipients = await tx.member.findMany({
    where: { vendorId, role: { in: ['owner', 'admin'] }, suspendedAt: null },
    select: { id: true },
  })
  const event = { what: 'payoutApprovalChanged', person: member.name, fromMinor } as const
  for (const { id } of recipients) await mailSecurityNotice(tx, id, event)
}

/** The members who may approve payouts. */
export function countApprovers(tx: Orm, vendorId: string): Promise<number> {
  return tx.member.count({
    where: { vendorId, role: { in: rolesThatMay('payouts.write') }, suspendedAt: null },
  })
}

function inWords(fromMinor: bigint | null): string {
  return fromMinor === null ? 'Off' : `From ${formatMajor(fromMinor, 'USD')} USD`
}
