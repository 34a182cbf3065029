import type { MemberRole } from '@/lib/db/generated/enums'
import { searchText } from '@/lib/db/search-words'
import { isUniqueViolation, type OrmTransaction } from '@/lib/db/transaction'
import { DomainError } from '@/lib/errors'
import { now } from '@/lib/time/clock'

/*
 * The rows of members. Who may change them, and what else a change ends, is up to the callers in lib/auth and
 * lib/sign-in.
 */

/** Throws `member_email_taken` if the email has a member somewhere. */
export async function addMember(
  tx: OrmTransaction,
  member: {
    id: string
    vendorId: string
    role: MemberRole
    email: string
    name: string
    passwordHash: string
    emailConfirmedAt: Date | null
    approverSince: Date | null
    createdAt: Date
  },
): Promise<void> {
  try {
    await tx.member.create({ data: member })
  } catch (error) {
    if (isUniqueViolation(error)) throw new DomainError('member_email_taken')
    throw error
  }
}

export async function deleteMember(tx: OrmTransaction, memberId: string): Promise<void> {
  await tx.member.delete({ where: { id: memberId } })
}

export async function setRole(
  tx: OrmTransaction,
  memberId: string,
  standing: { role: MemberRole; approverSince: Date | null },
): Promise<void> {
  await tx.member.update({ where: { id: memberId }, data: standing })
}

/** The owner becomes an admin, and the new owner's email the vendor's. */
export async function handOverVendor(
  tx: OrmTransaction,
  vendorId: string,
  { from, to }: { from: string; to: { id: string; email: string; approverSince: Date | null } },
): Promise<void> {
  // In this order: there is never more than one owner.
  await tx.member.update({ where: { id: from }, data: { role: 'admin' } })
  await setRole(tx, to.id, { role: 'owner', approverSince: to.approverSince })
  await setVendorEmail(tx, vendorId, to.email)
}

/** Keeps everybody but the owner from signing in, and returns those who could until now. */
export function suspendMembers(
  tx: OrmTransaction,
  vendorId: string,
): Promise<{ id: string; email: string }[]> {
  return tx.member.updateManyAndReturn({
    where: { vendorId, role: { not: 'owner' }, suspendedAt: null },
    data: { suspendedAt: now() },
    select: { id: true, email: true },
  })
}

export async function endSuspension(tx: OrmTransaction, memberId: string): Promise<void> {
  await tx.member.update({ where: { id: memberId }, data: { suspendedAt: null } })
}

export async function setPasswordHash(
  tx: OrmTransaction,
  memberId: string,
  passwordHash: string,
): Promise<{ vendorId: string; role: MemberRole; email: string }> {
  return tx.member.update({
    where: { id: memberId },
    data: { passwordHash },
    select: { vendorId: true, role: true, email: true },
  })
}

/** False, and nothing is written, if the hash has changed since it was read. */
export async function replacePasswordHash(
  tx: OrmTransaction,
  memberId: string,
  { from, to }: { from: string; to: string },
): Promise<boolean> {
  const { count } = await tx.member.updateMany({
    where: { id: memberId, passwordHash: from },
    data: { passwordHash: to },
  })
  return count === 1
}

/** Records that mail reaches the member; false if that was known. */
export async function setEmailConfirmed(tx: OrmTransaction, memberId: string): Promise<boolean> {
  const { count } = await tx.member.updateMany({
    where: { id: memberId, emailConfirmedAt: null },
    data: { emailConfirmedAt: now() },
  })
  return count === 1
}

/** The email that the member wants instead of its own, or null, and since when. */
export async function setPendingEmail(
  tx: OrmTransaction,
  memberId: string,
  pending: { email: string; at: Date } | null,
): Promise<void> {
  await tx.member.update({
    where: { id: memberId },
    data: { pendingEmail: pending?.email ?? null, pendingEmailAt: pending?.at ?? null },
  })
}

/** Sets a confirmed email, an owner's for the vendor too. Throws `member_email_taken`. */
export async function setEmail(
  tx: OrmTransaction,
  { id, vendorId, role }: { id: string; vendorId: string; role: MemberRole },
  email: string,
): Promise<void> {
  try {
    const data = { email, emailConfirmedAt: now(), pendingEmail: null, pendingEmailAt: null }
    await tx.member.update({ where: { id }, data })
    if (role === 'owner') await setVendorEmail(tx, vendorId, email)
  } catch (error) {
    if (isUniqueViolation(error)) throw new DomainError('member_email_taken')
    throw error
  }
}

async function setVendorEmail(tx: OrmTransaction, vendorId: string, email: string): Promise<void> {
  await tx.vendor.update({ where: { id: vendorId }, data: { email, emailWords: searchText([email]) } })
}

/** Saves a secret for two-step sign-in, which has no effect until it is confirmed; false if another one is. */
export async function setTotpSecret(
  tx: OrmTransaction,
  memberId: string,
  totpSecretEncrypted: string,
): Promise<boolean> {
  const { count } = await tx.member.updateMany({
    where: { id: memberId, totpConfirmedAt: null },
    data: { totpSecretEncrypted, totpLastStep: null },
  })
  return count === 1
}

/** Turns two-step sign-in on; false if it is on, or the secret is another one by now. */
export async function confirmTotpSecret(
  tx: OrmTransaction,
  memberId: string,
  totpSecretEncrypted: string,
): Promise<boolean> {
  const { count } = await tx.member.updateMany({
    where: { id: memberId, totpConfirmedAt: null, totpSecretEncrypted },
    data: { totpConfirmedAt: now() },
  })
  return count === 1
}

/** Uses up the codes of this step of the secret and of those before it; false if they are used up already. */
export async function takeTotpStep(
  tx: OrmTransaction,
  memberId: string,
  { totpSecretEncrypted, step }: { totpSecretEncrypted: string; step: bigint },
): Promise<boolean> {
  const { count } = await tx.member.updateMany({
    where: {
      id: memberId,
      totpSecretEncrypted,
      OR: [{ totpLastStep: null }, { totpLastStep: { lt: step } }],
    },
    data: { totpLastStep: step },
  })
  return count === 1
}

export async function clearTotp(tx: OrmTransaction, memberId: string): Promise<void> {
  await tx.member.update({
    where: { id: memberId },
    data: { totpConfirmedAt: null, totpSecretEncrypted: null, totpLastStep: null },
  })
}
