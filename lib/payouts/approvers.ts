import type { ByMember } from '@/lib/audit/record-audit-event'
import { approvesFrom, holdActor } from '@/lib/auth/acting-member'
import { rolesThatMay } from '@/lib/auth/permissions'
import { statement } from '@/lib/db/statement'
import type { Transaction } from '@/lib/db/transaction'
import { DomainError } from '@/lib/errors'
import { Refusal } from '@/lib/http/refusals'
import { now } from '@/lib/time/clock'

/* The people of a vendor who may approve what one of them asked for: a payout, a batch, a scheduled payout. */

/**
 * Keeps the role and membership of somebody who approves until the transaction is over. Throws `role_not_allowed`, and
 * `approver_too_new` for somebody who got a role that approves a short time ago: one person could otherwise invite
 * itself as the second.
 */
export async function holdApprover(
  tx: Transaction,
  by: Pick<ByMember, 'vendorId' | 'member'>,
): Promise<void> {
  const from = approvesFrom(await holdActor(tx, by, 'payouts.write'))
  if (!from) throw new Refusal('role_not_allowed')
  if (from > now()) throw new DomainError('approver_too_new', { from })
}

/**
 * Throws `payout_approval_own` if the member who decides is one person with any of those who asked, or one of them has
 * left the team.
 */
export async function requireSecondPerson(
  tx: Transaction,
  { vendorId, member }: Pick<ByMember, 'vendorId' | 'member'>,
  requesterIds: string[],
): Promise<void> {
  for (const requesterId of new Set(requesterIds)) {
    const approvers = await findApprovers(tx, { vendorId, requesterId })
    if (!approvers.some(({ id }) => id === member.id)) throw new DomainError('payout_approval_own')
  }
}

const APPROVERS = rolesThatMay('payouts.write').map((role) => `'${role}'`)

/**
 * The members who may decide on what one of them asked for; nobody once that one has left or is suspended. Two members who ever had the
 * same email are one person, who has changed it since.
 */
export const findApprovers = statement<
  { vendorId: string; requesterId: string },
  { id: string; email: string }
>(
  'find_payout_approvers',
  `SELECT other.id, other.email
     FROM members AS requester
     JOIN members AS other ON other.vendor_id = requester.vendor_id AND other.id <> requester.id
    WHERE requester.vendor_id = :vendorId::uuid AND requester.id = :requesterId::uuid AND requester.suspended_at IS NULL
      AND other.role IN (${APPROVERS}) AND other.suspended_at IS NULL
      AND NOT array_append(other.former_emails, other.email)
              && array_append(requester.former_emails, requester.email)
    ORDER BY other.id`,
)

/** The email of a member, if it still is one and not suspended. */
export const findMemberEmail = statement<{ vendorId: string; memberId: string }, { email: string }>(
  'find_member_email',
  `SELECT email FROM members WHERE vendor_id = :vendorId::uuid AND id = :memberId::uuid AND suspended_at IS NULL`,
)
