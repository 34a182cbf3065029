import { now } from '@/lib/clock'
import type { Transaction } from '@/lib/db/transaction'
import { DomainError } from '@/lib/errors'
import { recordAuditEvent } from '../audit/record-audit-event'
import { renewRecoveryCodes } from './recovery-codes'
import { newTotpSecret, takeSecondFactor, takeTotpCode } from './second-factor'

/** By whom and from where something about the sign-in is changed. */
type Change = { vendorId: string; address: string | null }

/**
 * Begins to set two-step sign-in up: a new secret for the vendor's authenticator app, which counts for
 * nothing until a code of it is confirmed. `totp_enabled_already`.
 */
export async function startTotp(
  tx: Transaction,
  vendor: { id: string; email: string },
): Promise<{ secret: string; uri: string }> {
  const { encrypted, secret, uri } = newTotpSecret(vendor)
  const { count } = await tx.vendor.updateMany({
    where: { id: vendor.id, totpConfirmedAt: null },
    data: { totpSecretEncrypted: encrypted, totpLastStep: null },
  })
  if (count !== 1) throw new DomainError('totp_enabled_already')
  return { secret, uri }
}

/**
 * Switches two-step sign-in on by a first code of the app, and returns the recovery codes.
 * `totp_not_started`, `totp_enabled_already`, `code_wrong`.
 */
export async function confirmTotp(
  tx: Transaction,
  { vendorId, address, code }: Change & { code: string },
): Promise<string[]> {
  const vendor = await tx.vendor.findUniqueOrThrow({ where: { id: vendorId } })
  if (vendor.totpConfirmedAt) throw new DomainError('totp_enabled_already')
  if (!vendor.totpSecretEncrypted) throw new DomainError('totp_not_started')
  if (!(await takeTotpCode(tx, vendorId, code))) throw new DomainError('code_wrong')
  const { count } = await tx.vendor.updateMany({
    where: { id: vendorId, totpConfirmedAt: null, totpSecretEncrypted: vendor.totpSecretEncrypted },
    data: { totpConfirmedAt: now() },
  })
  if (count !== 1) throw new DomainError('totp_enabled_already')
  await recordAuditEvent(tx, { vendorId, action: 'totp.enabled', address })
  return renewRecoveryCodes(tx, vendorId)
}

/** Ten new recovery codes in place of the old ones, for a code. `totp_not_started`, `code_wrong`. */
export async function replaceRecoveryCodes(
  tx: Transaction,
  { vendorId, address, code }: Change & { code: string },
): Promise<string[]> {
  await requireSecondFactor(tx, vendorId, code)
  await recordAuditEvent(tx, { vendorId, action: 'recovery_codes.renewed', address })
  return renewRecoveryCodes(tx, vendorId)
}

/** Switches two-step sign-in off, for a code of the app or for recovery. `totp_not_started`, `code_wrong`. */
export async function disableTotp(
  tx: Transaction,
  { vendorId, address, code }: Change & { code: string },
): Promise<void> {
  await requireSecondFactor(tx, vendorId, code)
  await removeTotp(tx, vendorId)
  await recordAuditEvent(tx, { vendorId, action: 'totp.disabled', address })
}

/** The same without a code, by the operator, for a vendor who has lost phone and recovery codes. */
export async function disableTotpByOperator(tx: Transaction, vendorId: string): Promise<void> {
  await removeTotp(tx, vendorId)
  await recordAuditEvent(tx, { vendorId, action: 'totp.disabled', actor: 'operator' })
}

async function requireSecondFactor(tx: Transaction, vendorId: string, code: string): Promise<void> {
  if (!(await totpSince(tx, vendorId))) throw new DomainError('totp_not_started')
  if (!(await takeSecondFactor(tx, vendorId, code))) throw new DomainError('code_wrong')
}

async function removeTotp(tx: Transaction, vendorId: string): Promise<void> {
  await tx.vendor.update({
    where: { id: vendorId },
    data: { totpConfirmedAt: null, totpSecretEncrypted: null, totpLastStep: null },
  })
  await tx.vendorRecoveryCode.deleteMany({ where: { vendorId } })
}

/** When the vendor's two-step sign-in was switched on; null: it is off. */
export async function totpSince(tx: Transaction, vendorId: string): Promise<Date | null> {
  const { totpConfirmedAt } = await tx.vendor.findUniqueOrThrow({
    where: { id: vendorId },
    select: { totpConfirmedAt: true },
  })
  return totpConfirmedAt
}
