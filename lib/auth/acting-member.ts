import type { ByMember } from '@/lib/audit/record-audit-event'
import type { MemberRole } from '@/lib/db/generated/enums'
import { type Queryable, statement } from '@/lib/db/statement'
import { env } from '@/lib/env'
import { Refusal } from '@/lib/http/refusals'
import { now } from '@/lib/time/clock'
import { DAY_MS } from '@/lib/time/units'
import { may, type Permission } from './permissions'

/* The member who acts, as the database knows it now: a session was read before the transaction began. */

/** A member's place in its team. */
export type Standing = {
  id: string
  vendorId: string
  role: MemberRole
  /** The time from which its role approves payouts without a break; null while it doesn't. */
  approverSince: Date | null
}

/**
 * Keeps membership and role of the member who acts until the transaction is over, so that a removal or a change of its
 * role comes before the act or after it. Throws `role_not_allowed` if the membership has ended, or its role doesn't have
 * the permission.
 */
export async function holdActor(
  tx: Queryable,
  { vendorId, member }: Pick<ByMember, 'vendorId' | 'member'>,
  permission: Permission,
): Promise<Standing> {
  const [standing] = await holdMember(tx, { vendorId, memberId: member.id })
  if (!standing || !may(standing.role, permission)) throw new Refusal('role_not_allowed')
  return standing
}

/** Keeps a member's membership and role until the transaction is over. Returns no row if it has left or is suspended. */
export const holdMember = statement<{ vendorId: string; memberId: string }, Standing>(
  'hold_standing',
  `SELECT id, vendor_id AS "vendorId", role::text AS role, approver_since AS "approverSince"
     FROM members WHERE vendor_id = :vendorId::uuid AND id = :memberId::uuid AND suspended_at IS NULL FOR SHARE`,
)

/**
 * The time from which a member may approve what others ask for; null if its role doesn't approve. Everybody waits after
 * getting such a role, but for the owner who founded the account, whose id is the vendor's.
 */
export function approvesFrom({ id, vendorId, role, approverSince }: Standing): Date | null {
  if (!may(role, 'payouts.write') || !approverSince) return null
  if (role === 'owner' && id === vendorId) return approverSince
  return new Date(approverSince.getTime() + env.APPROVER_MINIMUM_AGE_DAYS * DAY_MS)
}

/** The same for pages, in ISO 8601: null too for a member who may approve already. */
export function approvalWaitOf(member: { approvesFrom: Date | null }): string | null {
  const { approvesFrom: from } = member
  return from && from > now() ? from.toISOString() : null
}

/** The time from which a member's role approves, once it gets this role: a break starts the count again. */
export function approverSinceOf(role: MemberRole, before: Date | null, at: Date): Date | null {
  return may(role, 'payouts.write') ? (before ?? at) : null
}
