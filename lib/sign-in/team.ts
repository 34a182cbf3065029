import type { ByMember } from '@/lib/audit/record-audit-event'
import { recordAuditEvent } from '@/lib/audit/record-audit-event'
import { ROLES, type Role } from '@/lib/auth/permissions'
import { randomBase62 } from '@/lib/crypto/base62'
import { keyedHash, keyedHashes } from '@/lib/crypto/secrets'
import { isUniqueViolation, type Transaction } from '@/lib/db/transaction'
import { DomainError } from '@/lib/errors'
import { teamInvitationUrl } from '@/lib/http/links'
import { isId, newId } from '@/lib/ids'
import { mailTeamInvitation } from '@/lib/mail/account-mail'
import { mailSecurityNotice } from '@/lib/mail/security-mail'
import { now } from '@/lib/time/clock'

/** A role that can be given; the owner's is handed over. */
export type GivenRole = Exclude<Role, 'owner'>

const DAY_MS = 24 * 60 * 60 * 1000
const LIFETIME_MS = 7 * DAY_MS
const TOKEN_LENGTH = 32

/** People and open invitations of one vendor. */
const MOST_PEOPLE = 100
/** An invitation is a mail to a stranger. */
const INVITATIONS_PER_DAY = 20

/**
 * Mails a link that makes its reader a member. An earlier invitation of the vendor for the email stops working. Throws
 * `member_email_taken`, `team_full` and `too_many_invitations`.
 */
export async function inviteMember(
  tx: Transaction,
  by: ByMember,
  given: { email: string; role: GivenRole },
): Promise<{ id: string; link: string }> {
  const { vendorId } = by
  const email = given.email.toLowerCase()
  const vendor = await lockTeam(tx, vendorId)
  if (await tx.member.findUnique({ where: { email }, select: { id: true } })) {
    throw new DomainError('member_email_taken')
  }
  const createdAt = now()
  await tx.memberInvitation.deleteMany({
    where: { vendorId, OR: [{ email }, { expiresAt: { lte: createdAt } }] },
  })
  const people = await tx.member.count({ where: { vendorId } })
  const invited = await tx.memberInvitation.count({ where: { vendorId } })
  if (people + invited >= MOST_PEOPLE) throw new DomainError('team_full')
  const since = new Date(createdAt.getTime() - DAY_MS)
  const sent = await tx.auditEvent.count({
    where: { vendorId, action: 'member.invited', createdAt: { gt: since } },
  })
  if (sent >= INVITATIONS_PER_DAY) throw new DomainError('too_many_invitations')
  const token = randomBase62(TOKEN_LENGTH)
  const id = newId()
  const expiresAt = new Date(createdAt.getTime() + LIFETIME_MS)
  await tx.memberInvitation.create({
    data: { vendorId, id, email, role: given.role, tokenHash: hashOf(token), createdAt, expiresAt },
  })
  const to = { ownerId: vendorId, email, locale: vendor.locale }
  await mailTeamInvitation(tx, { to, vendor: vendor.name, tokenId: id, token, expiresAt })
  await recordAuditEvent(tx, {
    ...by,
    action: 'member.invited',
    subjectId: id,
    detail: `${email} as ${ROLES[given.role].label}`,
  })
  return { id, link: teamInvitationUrl(token) }
}

/** Takes an invitation back. Throws `team_invitation_not_found`. */
export async function revokeInvitation(tx: Transaction, by: ByMember, id: string): Promise<void> {
  const where = { vendorId: by.vendorId, id }
  const invitation = isId(id) ? await tx.memberInvitation.findFirst({ where }) : null
  const { count } = invitation ? await tx.memberInvitation.deleteMany({ where }) : { count: 0 }
  if (!invitation || count !== 1) throw new DomainError('team_invitation_not_found')
  const detail = invitation.email
  await recordAuditEvent(tx, { ...by, action: 'member.invitation_revoked', subjectId: id, detail })
}

/** The business and email of a valid invitation, or null. Does not use it up. */
export async function findTeamInvitation(
  tx: Transaction,
  token: string,
): Promise<{ email: string; vendor: string } | null> {
  const found = await tx.memberInvitation.findFirst({
    where: { tokenHash: { in: hashesOf(token) }, expiresAt: { gt: now() } },
    select: { email: true, vendor: { select: { name: true } } },
  })
  return found && { email: found.email, vendor: found.vendor.name }
}

/**
 * Uses an invitation up: its reader becomes a member, whose email the link has confirmed. Throws
 * `team_invitation_not_valid`, `member_email_taken`.
 */
export async function joinTeam(
  tx: Transaction,
  given: { token: string; name: string; passwordHash: string; address: string | null },
): Promise<{ memberId: string; email: string }> {
  const where = { tokenHash: { in: hashesOf(given.token) }, expiresAt: { gt: now() } }
  const invitation = await tx.memberInvitation.findFirst({ where })
  // The delete is the use: of two concurrent ones, one finds the row.
  const { count } = invitation ? await tx.memberInvitation.deleteMany({ where }) : { count: 0 }
  if (!invitation || count !== 1) throw new DomainError('team_invitation_not_valid')
  const { vendorId, email, role } = invitation
  const { name, passwordHash, address } = given
  const memberId = newId()
  const time = now()
  try {
    await tx.member.create({
      data: {
        id: memberId,
        vendorId,
        role,
        email,
        name,
        passwordHash,
        emailConfirmedAt: time,
        createdAt: time,
      },
    })
  } catch (error) {
    if (isUniqueViolation(error)) throw new DomainError('member_email_taken')
    throw error
  }
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
  return { memberId, email }
}

/** Gives a member another role. Throws `member_not_found`, `member_is_owner`, `own_membership`. */
export async function changeRole(
  tx: Transaction,
  by: ByMember,
  { memberId, role }: { memberId: string; role: GivenRole },
): Promise<void> {
  const member = await lockOther(tx, by, memberId)
  if (member.role === role) return
  await tx.member.update({ where: { id: memberId }, data: { role } })
  const detail = `${member.email}: ${ROLES[member.role].label} → ${ROLES[role].label}`
  await recordAuditEvent(tx, { ...by, action: 'member.role_changed', subjectId: memberId, detail })
}

/**
 * Ends a membership and its sessions at once; the email can be invited again. What the person did stays in the audit
 * log, and keys that it made go on working. Throws `member_not_found`, `member_is_owner`, `own_membership`.
 */
export async function removeMember(tx: Transaction, by: ByMember, memberId: string): Promise<void> {
  const { email } = await lockOther(tx, by, memberId)
  await tx.memberSession.deleteMany({ where: { memberId } })
  await tx.memberToken.deleteMany({ where: { memberId } })
  await tx.memberRecoveryCode.deleteMany({ where: { memberId } })
  await tx.savedView.deleteMany({ where: { memberId } })
  await tx.member.delete({ where: { id: memberId } })
  await recordAuditEvent(tx, { ...by, action: 'member.removed', subjectId: memberId, detail: email })
}

/**
 * Hands the account to another member; the owner of before becomes an admin. Live mode and the operator's rights rest
 * on the owner's second factor, so the new one needs it where there is either. Throws `member_not_found`,
 * `own_membership`, `owner_not_ready`.
 */
export async function transferOwnership(tx: Transaction, by: ByMember, memberId: string): Promise<void> {
  const vendor = await lockTeam(tx, by.vendorId)
  const member = await lockOther(tx, by, memberId)
  const needsCode = vendor.liveApprovedAt !== null || vendor.isOperator
  if (!member.emailConfirmedAt || (needsCode && !member.totpConfirmedAt)) {
    throw new DomainError('owner_not_ready')
  }
  // In this order: there is never more than one owner. Of two transfers, the second finds itself no owner.
  const { count } = await tx.member.updateMany({
    where: { id: by.member.id, role: 'owner' },
    data: { role: 'admin' },
  })
  if (count !== 1) throw new DomainError('member_not_found')
  await tx.member.update({ where: { id: memberId }, data: { role: 'owner' } })
  await tx.vendor.update({ where: { id: by.vendorId }, data: { email: member.email } })
  const detail = `${by.member.name} → ${member.email}`
  await recordAuditEvent(tx, { ...by, action: 'member.made_owner', subjectId: memberId, detail })
  await mailSecurityNotice(tx, by.member.id, { what: 'ownerChanged', email: member.email })
}

/** Locks the vendor, so that changes of its team take turns. */
export async function lockTeam(tx: Transaction, vendorId: string) {
  await tx.$queryRaw`SELECT 1 FROM vendors WHERE id = ${vendorId}::uuid FOR UPDATE`
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

/** Locks a member of the vendor that is neither its owner nor the one who acts. A sign-in waits for the lock. */
async function lockOther(tx: Transaction, by: ByMember, memberId: string) {
  if (!isId(memberId)) throw new DomainError('member_not_found')
  await lockTeam(tx, by.vendorId)
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
