import type { ActingMember, ByMember } from '@/lib/audit/record-audit-event'
import { recordAuditEvent } from '@/lib/audit/record-audit-event'
import { approverSinceOf, approvesFrom, holdActor, type Standing } from '@/lib/auth/acting-member'
import { deleteTokens } from '@/lib/auth/one-time-token'
import { deletePasskeys } from '@/lib/auth/passkeys'
import { may, type Permission, ROLES, type Role } from '@/lib/auth/permissions'
import { deleteRecoveryCodes } from '@/lib/auth/second-factor'
import { endSessions } from '@/lib/auth/sessions'
import { randomBase62 } from '@/lib/crypto/base62'
import { keyedHash, keyedHashes } from '@/lib/crypto/secrets'
import type { Orm } from '@/lib/db/client'
import type { OrmTransaction } from '@/lib/db/transaction'
import { DomainError } from '@/lib/errors'
import { teamInvitationUrl } from '@/lib/http/links'
import { isId, newId } from '@/lib/ids'
import { deleteViews } from '@/lib/lists/saved-views'
import { mailTeamInvitation } from '@/lib/mail/account-mail'
import { mailSecurityNotice, mailVendorNotice } from '@/lib/mail/security-mail'
import { now } from '@/lib/time/clock'
import { DAY_MS } from '@/lib/time/units'
import { addMember, deleteMember, handOverVendor, setRole } from '@/lib/vendors/change-member'

/** A role that can be given; the owner's is handed over. */
export type GivenRole = Exclude<Role, 'owner'>

const LIFETIME_MS = 7 * DAY_MS
const TOKEN_LENGTH = 32

/** People and open invitations of one vendor. */
const MAX_PEOPLE = 100
/** An invitation is a mail to a stranger. */
const INVITATIONS_PER_DAY = 20

/**
 * Mails a link that makes its reader a member, as long as the member who sends it may invite. An earlier invitation of
 * the vendor for the email stops working. Throws `role_not_allowed`, `member_email_taken`, `team_full` and
 * `too_many_invitations`.
 */
export async function createInvitation(
  tx: OrmTransaction,
  by: ByMember,
  input: { email: string; role: GivenRole },
): Promise<{ id: string; link: string }> {
  const { vendorId } = by
  const email = input.email.toLowerCase()
  const vendor = await lockTeam(tx, by, 'team.manage')
  if (await tx.member.findUnique({ where: { email }, select: { id: true } })) {
    throw new DomainError('member_email_taken')
  }
  const createdAt = now()
  await tx.memberInvitation.deleteMany({
    where: { vendorId, OR: [{ email }, { expiresAt: { lte: createdAt } }] },
  })
  const people = await tx.member.count({ where: { vendorId } })
  const invited = await tx.memberInvitation.count({ where: { vendorId } })
  if (people + invited >= MAX_PEOPLE) throw new DomainError('team_full')
  const since = new Date(createdAt.getTime() - DAY_MS)
  const sent = await tx.auditEvent.count({
    where: { vendorId, action: 'member.invited', createdAt: { gt: since } },
  })
  if (sent >= INVITATIONS_PER_DAY) throw new DomainError('too_many_invitations')
  const token = randomBase62(TOKEN_LENGTH)
  const id = newId()
  const expiresAt = new Date(createdAt.getTime() + LIFETIME_MS)
  await tx.memberInvitation.create({
    data: {
      vendorId,
      id,
      email,
      role: input.role,
      invitedById: by.member.id,
      tokenHash: hashOf(token),
      createdAt,
      expiresAt,
    },
  })
  const to = { ownerId: vendorId, email, locale: vendor.locale }
  await mailTeamInvitation(tx, { to, vendor: vendor.name, tokenId: id, token, expiresAt })
  await recordAuditEvent(tx, {
    ...by,
    action: 'member.invited',
    subjectId: id,
    detail: `${email} as ${ROLES[input.role].label}`,
  })
  if (may(input.role, 'payouts.write')) {
    await mailVendorNotice(tx, vendorId, { what: 'approverInvited', person: by.member.name, email })
  }
  return { id, link: teamInvitationUrl(token) }
}

/** Takes an invitation back. Throws `role_not_allowed` and `team_invitation_not_found`. */
export async function withdrawInvitation(tx: OrmTransaction, by: ByMember, id: string): Promise<void> {
  await lockTeam(tx, by, 'team.manage')
  const where = { vendorId: by.vendorId, id }
  const invitation = isId(id) ? await tx.memberInvitation.findFirst({ where }) : null
  const { count } = invitation ? await tx.memberInvitation.deleteMany({ where }) : { count: 0 }
  if (!invitation || count !== 1) throw new DomainError('team_invitation_not_found')
  const detail = invitation.email
  await recordAuditEvent(tx, { ...by, action: 'member.invitation_revoked', subjectId: id, detail })
}

/** The business and email of a valid invitation, or null. Does not use it up. */
export async function findTeamInvitation(
  tx: Orm,
  token: string,
): Promise<{ email: string; vendor: string } | null> {
  const row = await tx.memberInvitation.findFirst({
    where: { tokenHash: { in: hashesOf(token) }, expiresAt: { gt: now() } },
    select: { email: true, vendor: { select: { name: true } } },
  })
  return row && { email: row.email, vendor: row.vendor.name }
}

/**
 * Uses an invitation up: its reader becomes a member, whose email the link has confirmed. Throws
 * `team_invitation_not_valid`, `member_email_taken`.
 */
export async function acceptInvitation(
  tx: OrmTransaction,
  input: { token: string; name: string; passwordHash: string; address: string | null },
): Promise<{ memberId: string; email: string }> {
  const where = { tokenHash: { in: hashesOf(input.token) }, expiresAt: { gt: now() } }
  const invitation = await tx.memberInvitation.findFirst({ where })
  // The delete is the use: of two concurrent ones, one finds the row.
  const { count } = invitation ? await tx.memberInvitation.deleteMany({ where }) : { count: 0 }
  if (!invitation || count !== 1) throw new DomainError('team_invitation_not_valid')
  const { vendorId, email, role } = invitation
  const { name, passwordHash, address } = input
  const memberId = newId()
  const time = now()
  const approverSince = approverSinceOf(role, null, time)
  const times = { emailConfirmedAt: time, approverSince, createdAt: time }
  await addMember(tx, { id: memberId, vendorId, role, email, name, passwordHash, ...times })
  const member = { id: memberId, name: email }
  const detail = `As ${ROLES[role].label}`
  await recordAuditEvent(tx, {
    vendorId,
    member,
    address,
    action: 'member.joined',
    subjectId: memberId,
    detail,
  })
  await tellOfApprover(tx, { id: memberId, vendorId, role, approverSince, email })
  return { memberId, email }
}

/**
 * Gives a member another role. Invitations that it has sent and that the role could not send stop working. Throws
 * `role_not_allowed`, `member_not_found`, `member_is_owner`, `own_membership`.
 */
export async function assignRole(
  tx: OrmTransaction,
  by: ByMember,
  { memberId, role }: { memberId: string; role: GivenRole },
): Promise<void> {
  const member = await lockOther(tx, by, memberId)
  if (member.role === role) return
  const approverSince = approverSinceOf(role, member.approverSince, now())
  await setRole(tx, memberId, { role, approverSince })
  if (!may(role, 'team.manage')) await withdrawInvitations(tx, by, member)
  const detail = `${member.email}: ${ROLES[member.role].label} → ${ROLES[role].label}`
  await recordAuditEvent(tx, { ...by, action: 'member.role_changed', subjectId: memberId, detail })
  if (!member.approverSince) await tellOfApprover(tx, { ...member, role, approverSince })
}

/**
 * Ends a membership, its sessions and the invitations that it has sent at once; the email can be invited again. What the
 * person did stays in the audit log, and keys that it made go on working. Returns who left. Throws `role_not_allowed`,
 * `member_not_found`, `member_is_owner`, `own_membership`.
 */
export async function excludeMember(
  tx: OrmTransaction,
  by: ByMember,
  memberId: string,
): Promise<ActingMember> {
  const { email } = await lockOther(tx, by, memberId)
  await withdrawInvitations(tx, by, { id: memberId, email })
  await endSessions(tx, memberId)
  await deleteTokens(tx, memberId)
  await deleteRecoveryCodes(tx, memberId)
  await deletePasskeys(tx, memberId)
  await deleteViews(tx, memberId)
  await deleteMember(tx, memberId)
  await recordAuditEvent(tx, { ...by, action: 'member.removed', subjectId: memberId, detail: email })
  return { id: memberId, name: email }
}

/** Takes back what a member has sent who may not invite any more. It is locked: no invitation of its is on the way. */
async function withdrawInvitations(
  tx: OrmTransaction,
  by: ByMember,
  sender: { id: string; email: string },
): Promise<void> {
  const where = { vendorId: by.vendorId, invitedById: sender.id }
  const invitations = await tx.memberInvitation.findMany({ where, select: { id: true, email: true } })
  await tx.memberInvitation.deleteMany({ where })
  for (const { id, email } of invitations) {
    const detail = `${email}, invited by ${sender.email}`
    await recordAuditEvent(tx, { ...by, action: 'member.invitation_revoked', subjectId: id, detail })
  }
}

/** Tells the owner of somebody who can approve payouts from now on, or from a day on. */
async function tellOfApprover(tx: OrmTransaction, member: Standing & { email: string }): Promise<void> {
  const from = approvesFrom(member)
  if (from) await mailVendorNotice(tx, member.vendorId, { what: 'approverAdded', email: member.email, from })
}

/**
 * Hands the account to another member; the owner of before becomes an admin. Live mode and the operator's rights rest
 * on the owner's second factor, so the new one needs it where there is either. Throws `role_not_allowed`,
 * `member_not_found`, `own_membership`, `owner_not_ready`.
 */
export async function handOverOwnership(tx: OrmTransaction, by: ByMember, memberId: string): Promise<void> {
  const vendor = await lockTeam(tx, by, 'ownership')
  const member = await findOther(tx, by, memberId)
  const needsCode = vendor.liveApprovedAt !== null || vendor.isOperator
  if (!member.emailConfirmedAt || member.suspendedAt || (needsCode && !member.totpConfirmedAt)) {
    throw new DomainError('owner_not_ready')
  }
  const approverSince = approverSinceOf('owner', member.approverSince, now())
  const to = { id: memberId, email: member.email, approverSince }
  await handOverVendor(tx, by.vendorId, { from: by.member.id, to })
  const detail = `${by.member.name} → ${member.email}`
  await recordAuditEvent(tx, { ...by, action: 'member.made_owner', subjectId: memberId, detail })
  await mailSecurityNotice(tx, by.member.id, { what: 'ownerChanged', email: member.email })
}

/** Makes acts on a vendor's team take turns. Rows that refer to it can be added meanwhile: who joins waits for nothing. */
export async function lockVendor(tx: OrmTransaction, vendorId: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM vendors WHERE id = ${vendorId}::uuid FOR NO KEY UPDATE`
}

/**
 * Locks the vendor, and makes sure that the member who acts still may. Every act on the team begins with it. Throws
 * `role_not_allowed`.
 */
export async function lockTeam(tx: OrmTransaction, by: ByMember, permission: Permission) {
  const { vendorId } = by
  await lockVendor(tx, vendorId)
  await holdActor(tx, by, permission)
  return tx.vendor.findUniqueOrThrow({
    where: { id: vendorId },
    select: {
      name: true,
      locale: true,
      liveApprovedAt: true,
      isOperator: true,
      payoutApprovalFromMinor: true,
    },
  })
}

/** Locks the team, and a member that is neither its owner nor the one who acts. A sign-in waits for the lock. */
export async function lockOther(tx: OrmTransaction, by: ByMember, memberId: string) {
  await lockTeam(tx, by, 'team.manage')
  return findOther(tx, by, memberId)
}

async function findOther(tx: OrmTransaction, by: ByMember, memberId: string) {
  if (!isId(memberId)) throw new DomainError('member_not_found')
  await tx.$queryRaw`SELECT 1 FROM members WHERE id = ${memberId}::uuid FOR UPDATE`
  const member = await tx.member.findFirst({ where: { id: memberId, vendorId: by.vendorId } })
  if (!member) throw new DomainError('member_not_found')
  if (member.id === by.member.id) throw new DomainError('own_membership')
  if (member.role === 'owner') throw new DomainError('member_is_owner')
  return member
}

function hashesOf(token: string): Uint8Array<ArrayBuffer>[] {
  return keyedHashes('invitation', token)
}

function hashOf(token: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(keyedHash('invitation', token))
}
