import type { ActingMember } from '@/lib/audit/record-audit-event'
import { may, rolesThatMay } from '@/lib/auth/permissions'
import type { MemberRole } from '@/lib/db/generated/enums'
import { type Runner, statement } from '@/lib/db/statement'
import { Refusal } from '@/lib/http/refusals'

/* The people of a vendor who may approve what one of them asked for: a payout, a batch, a scheduled payout. */

/**
 * True for two members that are one person. Somebody who was removed and invited again has another id and the same
 * email, which is a member's name.
 */
export function isSamePerson(one: ActingMember, other: ActingMember): boolean {
  return one.id === other.id || one.name === other.name
}

/**
 * Keeps the role and membership of a member of the account's vendor until the transaction is over. Throws
 * `role_not_allowed` if it may not pay out any more.
 */
export async function holdApprover(tx: Runner, accountId: string, { id }: ActingMember): Promise<void> {
  const [member] = await holdMember(tx, accountId, id)
  if (!member || !may(member.role, 'payouts.write')) throw new Refusal('role_not_allowed')
}

const holdMember = statement<[accountId: string, memberId: string], { role: MemberRole }>(
  'hold_member',
  `SELECT role::text AS role FROM accounts JOIN members USING (vendor_id)
    WHERE accounts.id = $1::uuid AND members.id = $2::uuid FOR SHARE OF members`,
)

const APPROVERS = rolesThatMay('payouts.write').map((role) => `'${role}'`)

/** The members who may decide on what one of them asked for. */
export const findApprovers = statement<
  [vendorId: string, requestedById: string, requestedByName: string],
  { id: string; email: string }
>(
  'find_payout_approvers',
  `SELECT id, email FROM members
    WHERE vendor_id = $1::uuid AND id <> $2::uuid AND email <> $3 AND role IN (${APPROVERS}) ORDER BY id`,
)

/** The email of a member, if it still is one. */
export const findMemberEmail = statement<[vendorId: string, memberId: string], { email: string }>(
  'find_member_email',
  `SELECT email FROM members WHERE vendor_id = $1::uuid AND id = $2::uuid`,
)
