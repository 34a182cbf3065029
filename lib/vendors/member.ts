import { type AuditAction, recordAuditEvent } from '@/lib/audit/record-audit-event'
import { type Orm, sql } from '@/lib/db/client'
import type { MemberRole } from '@/lib/db/generated/enums'
import type { OrmTransaction } from '@/lib/db/transaction'

/** A person and the vendor it belongs to, as every signed-in request reads them. */
export type MemberRecord = {
  memberId: string
  vendorId: string
  role: MemberRole
  email: string
  /** The person's name; null where nobody gave one. */
  memberName: string | null
  emailConfirmedAt: Date | null
  totpConfirmedAt: Date | null
  /** The business's name. */
  name: string
  bannedAt: Date | null
  banReason: string | null
  isOperator: boolean
  /** The time from which its role approves payouts without a break; null while it doesn't. */
  approverSince: Date | null
  /** US cents. */
  payoutProofAboveMinor: bigint | null
  /** The vendor's, an IANA name. */
  timeZone: string
}

/** Columns of a `MemberRecord`, from `members AS member` and `vendors AS vendor`. */
export const MEMBER_COLUMNS = sql`member.id AS "memberId", member.vendor_id AS "vendorId", member.role::text AS role,
  member.email, member.name AS "memberName", member.email_confirmed_at AS "emailConfirmedAt",
  member.totp_confirmed_at AS "totpConfirmedAt", vendor.name, vendor.banned_at AS "bannedAt",
  vendor.ban_reason AS "banReason", vendor.is_operator AS "isOperator",
  member.approver_since AS "approverSince",
  vendor.payout_proof_above_minor AS "payoutProofAboveMinor", vendor.time_zone AS "timeZone"`

/** The member that signs in with the email, ignoring case, with its password hash. */
export function findMemberToSignIn(
  tx: Orm,
  email: string,
): Promise<{
  id: string
  vendorId: string
  passwordHash: string
  totpConfirmedAt: Date | null
  suspendedAt: Date | null
} | null> {
  return tx.member.findUnique({
    where: { email: email.toLowerCase() },
    select: { id: true, vendorId: true, passwordHash: true, totpConfirmedAt: true, suspendedAt: true },
  })
}

/** What a sign-in without a password needs to know of an existing member. */
export function findMemberById(
  tx: Orm,
  id: string,
): Promise<{ id: string; passwordHash: string; suspendedAt: Date | null }> {
  return tx.member.findUniqueOrThrow({
    where: { id },
    select: { id: true, passwordHash: true, suspendedAt: true },
  })
}

/** The password hash of an existing member. */
export async function findPasswordHash(tx: Orm, memberId: string): Promise<string> {
  const { passwordHash } = await tx.member.findUniqueOrThrow({
    where: { id: memberId },
    select: { passwordHash: true },
  })
  return passwordHash
}

export type Profile = {
  vendorId: string
  /** The business's name. */
  name: string
  /** The person's name; null where nobody gave one. */
  memberName: string | null
  email: string
  isEmailConfirmed: boolean
  /** The email that the member wants instead, and has not confirmed. */
  pendingEmail: { email: string; requestedAt: Date } | null
  /** The vendor's. */
  createdAt: Date
  /** The vendor's, an IANA name. */
  timeZone: string
}

/** The profile of an existing member. */
export async function findProfile(tx: Orm, memberId: string): Promise<Profile> {
  const { vendorId, vendor, name, email, emailConfirmedAt, pendingEmail, pendingEmailAt } =
    await tx.member.findUniqueOrThrow({
      where: { id: memberId },
      select: {
        vendorId: true,
        name: true,
        email: true,
        emailConfirmedAt: true,
        pendingEmail: true,
        pendingEmailAt: true,
        vendor: { select: { name: true, createdAt: true, timeZone: true } },
      },
    })
  const isEmailConfirmed = emailConfirmedAt !== null
  return {
    vendorId,
    name: vendor.name,
    memberName: name,
    email,
    isEmailConfirmed,
    pendingEmail:
      pendingEmail === null || pendingEmailAt === null
        ? null
        : { email: pendingEmail, requestedAt: pendingEmailAt },
    createdAt: vendor.createdAt,
    timeZone: vendor.timeZone,
  }
}

/** The id of the vendor's owner. The vendor exists. */
export async function ownerOf(tx: OrmTransaction, vendorId: string): Promise<string> {
  const { id } = await tx.member.findFirstOrThrow({
    where: { vendorId, role: 'owner' },
    select: { id: true },
  })
  return id
}

/** Records what a member did to its own sign-in, or the operator did to it. The member exists. */
export async function recordMemberEvent(
  tx: OrmTransaction,
  memberId: string,
  event: Omit<Parameters<typeof recordAuditEvent>[1], 'vendorId' | 'member'> & { action: AuditAction },
): Promise<void> {
  const { vendorId, email } = await tx.member.findUniqueOrThrow({
    where: { id: memberId },
    select: { vendorId: true, email: true },
  })
  const member = event.operator ? undefined : { id: memberId, name: email }
  await recordAuditEvent(tx, { ...event, vendorId, member })
}
