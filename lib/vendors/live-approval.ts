import { type ActingOperator, recordAuditEvent } from '@/lib/audit/record-audit-event'
import type { Orm } from '@/lib/db/client'
import type { OrmTransaction } from '@/lib/db/transaction'
import { DomainError } from '@/lib/errors'
import { now } from '@/lib/time/clock'

/** The conditions for doing business in live mode; each but `isApproved` is up to the vendor's owner. */
export type LiveModeReadiness = { isEmailConfirmed: boolean; hasSecondFactor: boolean; isApproved: boolean }

export async function liveModeReadiness(tx: Orm, vendorId: string): Promise<LiveModeReadiness> {
  const { vendor, emailConfirmedAt, totpConfirmedAt } = await tx.member.findFirstOrThrow({
    where: { vendorId, role: 'owner' },
    select: { emailConfirmedAt: true, totpConfirmedAt: true, vendor: { select: { liveApprovedAt: true } } },
  })
  return {
    isEmailConfirmed: emailConfirmedAt !== null,
    hasSecondFactor: totpConfirmedAt !== null,
    isApproved: vendor.liveApprovedAt !== null,
  }
}

/**
 * Lets the vendor do business in live mode. Does nothing if it may already. Throws
 * `live_approval_too_early`, with what the vendor has yet to do.
 */
export async function grantLiveMode(
  tx: OrmTransaction,
  vendorId: string,
  operator: ActingOperator,
): Promise<void> {
  const { isEmailConfirmed, hasSecondFactor, isApproved } = await lockReadiness(tx, vendorId)
  if (isApproved) return
  const missing = [
    isEmailConfirmed ? null : 'confirm its email',
    hasSecondFactor ? null : 'turn on two-step sign-in',
  ].filter((step) => step !== null)
  if (missing.length > 0) {
    throw new DomainError('live_approval_too_early', { missing: missing.join(' and ') })
  }
  await tx.vendor.update({ where: { id: vendorId }, data: { liveApprovedAt: now() } })
  await recordAuditEvent(tx, { vendorId, action: 'vendor.live_approved', operator })
}

/**
 * Ends live business at once: live keys are refused, invoices can't be paid and nothing is paid out. What is
 * under way is still settled. Does nothing if live mode is off.
 */
export async function withdrawLiveMode(
  tx: OrmTransaction,
  vendorId: string,
  operator: ActingOperator,
): Promise<void> {
  const { isApproved } = await lockReadiness(tx, vendorId)
  if (!isApproved) return
  await tx.vendor.update({ where: { id: vendorId }, data: { liveApprovedAt: null } })
  await recordAuditEvent(tx, { vendorId, action: 'vendor.live_suspended', operator })
}

/** Reads it under a lock, so that concurrent requests take turns. */
async function lockReadiness(tx: OrmTransaction, vendorId: string): Promise<LiveModeReadiness> {
  await tx.$queryRaw`SELECT 1 FROM vendors WHERE id = ${vendorId}::uuid FOR NO KEY UPDATE`
  return liveModeReadiness(tx, vendorId)
}
