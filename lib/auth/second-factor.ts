import { randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { recordAuditEvent } from '@/lib/audit/record-audit-event'
import { decrypt, encrypt, keyedHash } from '@/lib/crypto/secrets'
import type { Transaction } from '@/lib/db/transaction'
import { DomainError } from '@/lib/errors'
import { now } from '@/lib/time/clock'

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

/** RFC 6238 as every authenticator app has it: SHA-1, six digits, a step of 30 seconds. */
const STEP_SECONDS = 30
const FORMAT = { issuer: 'Counterfoil', algorithm: 'SHA1', digits: 6, period: STEP_SECONDS } as const

/** A code of the step before or after is taken too: clocks differ, and typing takes time. */
const WINDOW = 1

const PURPOSE = 'totp'

/** A new secret: in base32 for a person, encrypted for the vendor's row, and as the address of a QR code. */
function newTotpSecret(vendor: { id: string; email: string }): {
  secret: string
  encrypted: string
  uri: string
} {
  const totp = new TOTP({ ...FORMAT, label: vendor.email, secret: new Secret({ size: 20 }) })
  const secret = totp.secret.base32
  return { secret, encrypted: encrypt(PURPOSE, vendor.id, secret), uri: totp.toString() }
}

/**
 * Uses up a code of the vendor's authenticator app: true for one that is right and was not used before. Of
 * two requests with one code, at whatever moment, one is told so.
 */
export async function takeTotpCode(tx: Transaction, vendorId: string, code: string): Promise<boolean> {
  const { totpSecretEncrypted } = await tx.vendor.findUniqueOrThrow({
    where: { id: vendorId },
    select: { totpSecretEncrypted: true },
  })
  const digits = code.replaceAll(/\s/g, '')
  if (!totpSecretEncrypted || !/^\d{6}$/.test(digits)) return false
  const secret = Secret.fromBase32(decrypt(PURPOSE, vendorId, totpSecretEncrypted))
  const timestamp = now().getTime()
  const delta = new TOTP({ ...FORMAT, secret }).validate({ token: digits, timestamp, window: WINDOW })
  if (delta === null) return false
  const step = BigInt(Math.floor(timestamp / (STEP_SECONDS * 1000)) + delta)
  const { count } = await tx.vendor.updateMany({
    where: {
      id: vendorId,
      totpSecretEncrypted,
      OR: [{ totpLastStep: null }, { totpLastStep: { lt: step } }],
    },
    data: { totpLastStep: step },
  })
  return count === 1
}

/** Uses up what was given as the second step: a code of the app, or one of the recovery codes. */
export async function takeSecondFactor(
  tx: Transaction,
  vendorId: string,
  code: string,
): Promise<'totp' | 'recovery_code' | null> {
  if (await takeTotpCode(tx, vendorId, code)) return 'totp'
  return (await spendRecoveryCode(tx, vendorId, code)) ? 'recovery_code' : null
}

const RECOVERY_CODES = 10

/** Without i, l, o, u and their like: they are copied from paper. 30 letters to the tenth: 49 bits. */
const LETTERS = '23456789abcdefghjkmnpqrstvwxyz'
const GROUP = 5

/**
 * Gives the vendor ten new recovery codes in place of all it had, and returns them, the only time that they
 * can be seen: what is kept are keyed hashes.
 */
async function renewRecoveryCodes(tx: Transaction, vendorId: string): Promise<string[]> {
  // One at a time for each vendor: side by side, both would leave their ten.
  await tx.$queryRaw`SELECT 1 FROM vendors WHERE id = ${vendorId}::uuid FOR UPDATE`
  await tx.vendorRecoveryCode.deleteMany({ where: { vendorId } })
  const codes = Array.from({ length: RECOVERY_CODES }, () => `${group()}-${group()}`)
  await tx.vendorRecoveryCode.createMany({
    data: codes.map((code) => ({ vendorId, codeHash: hashOf(vendorId, code) })),
  })
  return codes
}

/** Uses a recovery code up; false for one that the vendor does not have, or has no more. */
export async function spendRecoveryCode(tx: Transaction, vendorId: string, code: string): Promise<boolean> {
  // The delete is the use: of two at the same moment, one finds the row.
  const { count } = await tx.vendorRecoveryCode.deleteMany({
    where: { vendorId, codeHash: hashOf(vendorId, code) },
  })
  return count === 1
}

export function countRecoveryCodes(tx: Transaction, vendorId: string): Promise<number> {
  return tx.vendorRecoveryCode.count({ where: { vendorId } })
}

function group(): string {
  return Array.from({ length: GROUP }, () => LETTERS[randomInt(LETTERS.length)]).join('')
}

/** However it is typed: with or without the dash, in either case. */
function hashOf(vendorId: string, code: string): Uint8Array<ArrayBuffer> {
  const letters = code.toLowerCase().replaceAll(/[\s-]/g, '')
  return new Uint8Array(keyedHash('recovery-code', `${vendorId} ${letters}`))
}
