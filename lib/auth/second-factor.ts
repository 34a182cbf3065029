import { randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { ActingOperator } from '@/lib/audit/record-audit-event'
import { decrypt, encrypt, keyedHash, keyedHashes } from '@/lib/crypto/secrets'
import type { Orm } from '@/lib/db/client'
import type { OrmTransaction } from '@/lib/db/transaction'
import { DomainError } from '@/lib/errors'
import { now } from '@/lib/time/clock'
import { clearTotp, confirmTotpSecret, setTotpSecret, takeTotpStep } from '@/lib/vendors/change-member'
import { recordMemberEvent } from '@/lib/vendors/member'

/** The member whose sign-in changes, and the client address. */
type Change = { memberId: string; address: string | null }

/**
 * Starts setting two-step sign-in up: a new secret for the member's authenticator app, which has no effect
 * until a code confirms it. Throws `totp_enabled_already`.
 */
export async function prepareTotp(
  tx: OrmTransaction,
  member: { id: string; email: string },
): Promise<{ secret: string; uri: string }> {
  const { encrypted, secret, uri } = newTotpSecret(member)
  if (!(await setTotpSecret(tx, member.id, encrypted))) throw new DomainError('totp_enabled_already')
  return { secret, uri }
}

/**
 * Turns two-step sign-in on with a first code from the app, and returns the recovery codes. Throws
 * `totp_not_started`, `totp_enabled_already`, `code_wrong`.
 */
export async function activateTotp(
  tx: OrmTransaction,
  { memberId, address, code }: Change & { code: string },
): Promise<string[]> {
  const member = await tx.member.findUniqueOrThrow({ where: { id: memberId } })
  if (member.totpConfirmedAt) throw new DomainError('totp_enabled_already')
  if (!member.totpSecretEncrypted) throw new DomainError('totp_not_started')
  if (!(await takeTotpCode(tx, memberId, code))) throw new DomainError('code_wrong')
  if (!(await confirmTotpSecret(tx, memberId, member.totpSecretEncrypted))) {
    throw new DomainError('totp_enabled_already')
  }
  await recordMemberEvent(tx, memberId, { action: 'totp.enabled', address })
  return renewRecoveryCodes(tx, memberId)
}

/** Replaces all recovery codes with ten new ones; takes a code. Throws `totp_not_started`, `code_wrong`. */
export async function replaceRecoveryCodes(
  tx: OrmTransaction,
  { memberId, address, code }: Change & { code: string },
): Promise<string[]> {
  await requireSecondFactor(tx, memberId, code)
  await recordMemberEvent(tx, memberId, { action: 'recovery_codes.renewed', address })
  return renewRecoveryCodes(tx, memberId)
}

/**
 * Turns two-step sign-in off; takes a code from the app or a recovery code. Throws `totp_not_started`,
 * `code_wrong`.
 */
export async function turnOffTotp(
  tx: OrmTransaction,
  { memberId, address, code }: Change & { code: string },
): Promise<void> {
  await requireSecondFactor(tx, memberId, code)
  await removeTotp(tx, memberId)
  await recordMemberEvent(tx, memberId, { action: 'totp.disabled', address })
}

/** Turns it off without a code, by the operator, for a member who lost phone and recovery codes. */
export async function disableTotpByOperator(
  tx: OrmTransaction,
  memberId: string,
  operator: ActingOperator,
): Promise<void> {
  await removeTotp(tx, memberId)
  await recordMemberEvent(tx, memberId, { action: 'totp.disabled', operator })
}

/** Turns it off for somebody who proved to own the account without it; does nothing while it is off. */
export async function forgetTotp(
  tx: OrmTransaction,
  { memberId, address, detail }: Change & { detail: string },
): Promise<void> {
  const isOn = await totpSince(tx, memberId)
  await removeTotp(tx, memberId)
  if (isOn) await recordMemberEvent(tx, memberId, { action: 'totp.disabled', detail, address })
}

/** Takes a code from the app, or a recovery code, which is used up and recorded. Throws `code_wrong`. */
export async function giveSecondFactor(
  tx: OrmTransaction,
  { memberId, address, code }: Change & { code: string },
): Promise<void> {
  const factor = await takeSecondFactor(tx, memberId, code)
  if (!factor) throw new DomainError('code_wrong')
  if (factor === 'recovery_code')
    await recordMemberEvent(tx, memberId, { action: 'recovery_code.used', address })
}

async function requireSecondFactor(tx: OrmTransaction, memberId: string, code: string): Promise<void> {
  if (!(await totpSince(tx, memberId))) throw new DomainError('totp_not_started')
  if (!(await takeSecondFactor(tx, memberId, code))) throw new DomainError('code_wrong')
}

async function removeTotp(tx: OrmTransaction, memberId: string): Promise<void> {
  await clearTotp(tx, memberId)
  await deleteRecoveryCodes(tx, memberId)
}

/** The time at which the member turned on two-step sign-in; null while it is off. */
export async function totpSince(tx: Orm, memberId: string): Promise<Date | null> {
  const { totpConfirmedAt } = await tx.member.findUniqueOrThrow({
    where: { id: memberId },
    select: { totpConfirmedAt: true },
  })
  return totpConfirmedAt
}

/** RFC 6238 as every authenticator app supports it: SHA-1, six digits, 30-second steps. */
const STEP_SECONDS = 30
const FORMAT = { issuer: 'Counterfoil', algorithm: 'SHA1', digits: 6, period: STEP_SECONDS } as const

/** Accepts the adjacent steps' codes too: clocks differ, and typing takes time. */
const WINDOW = 1

const PURPOSE = 'totp'

/** A new secret: in base32 for a person, encrypted for the member's row, and as a QR code's URI. */
function newTotpSecret(member: { id: string; email: string }): {
  secret: string
  encrypted: string
  uri: string
} {
  const totp = new TOTP({ ...FORMAT, label: member.email, secret: new Secret({ size: 20 }) })
  const secret = totp.secret.base32
  return { secret, encrypted: encrypt(PURPOSE, member.id, secret), uri: totp.toString() }
}

/**
 * Uses up a code from the member's authenticator app: true if it is right and unused. Of two concurrent
 * requests with the same code, one gets true.
 */
export async function takeTotpCode(tx: OrmTransaction, memberId: string, code: string): Promise<boolean> {
  const { totpSecretEncrypted } = await tx.member.findUniqueOrThrow({
    where: { id: memberId },
    select: { totpSecretEncrypted: true },
  })
  const digits = code.replaceAll(/\s/g, '')
  if (!totpSecretEncrypted || !/^\d{6}$/.test(digits)) return false
  const secret = Secret.fromBase32(decrypt(PURPOSE, memberId, totpSecretEncrypted))
  const timestamp = now().getTime()
  const delta = new TOTP({ ...FORMAT, secret }).validate({ token: digits, timestamp, window: WINDOW })
  if (delta === null) return false
  const step = BigInt(Math.floor(timestamp / (STEP_SECONDS * 1000)) + delta)
  return takeTotpStep(tx, memberId, { totpSecretEncrypted, step })
}

/** Uses up a second factor: a code from the app, or a recovery code. */
export async function takeSecondFactor(
  tx: OrmTransaction,
  memberId: string,
  code: string,
): Promise<'totp' | 'recovery_code' | null> {
  if (await takeTotpCode(tx, memberId, code)) return 'totp'
  return (await spendRecoveryCode(tx, memberId, code)) ? 'recovery_code' : null
}

const RECOVERY = 'recovery-code'
const RECOVERY_CODES = 10

/**
 * Codes are copied from paper, so letters that are easily confused are left out. 30 characters to the tenth:
 * 49 bits.
 */
const LETTERS = '23456789abcdefghjkmnpqrstvwxyz'
const GROUP = 5

/**
 * Replaces all of the member's recovery codes with ten new ones and returns them. They can't be shown again:
 * only keyed hashes are stored.
 */
async function renewRecoveryCodes(tx: OrmTransaction, memberId: string): Promise<string[]> {
  // Lock the member: of two concurrent calls, both sets would remain.
  await tx.$queryRaw`SELECT 1 FROM members WHERE id = ${memberId}::uuid FOR UPDATE`
  await deleteRecoveryCodes(tx, memberId)
  const codes = Array.from({ length: RECOVERY_CODES }, () => `${group()}-${group()}`)
  await tx.memberRecoveryCode.createMany({
    data: codes.map((code) => ({
      memberId,
      codeHash: new Uint8Array(keyedHash(RECOVERY, wordsOf(memberId, code))),
    })),
  })
  return codes
}

export async function deleteRecoveryCodes(tx: OrmTransaction, memberId: string): Promise<void> {
  await tx.memberRecoveryCode.deleteMany({ where: { memberId } })
}

/** Uses a recovery code up; false if the member does not have it. */
export async function spendRecoveryCode(tx: Orm, memberId: string, code: string): Promise<boolean> {
  // The delete is the use: of two concurrent ones, one finds the row.
  const { count } = await tx.memberRecoveryCode.deleteMany({
    where: { memberId, codeHash: { in: keyedHashes(RECOVERY, wordsOf(memberId, code)) } },
  })
  return count === 1
}

export function countRecoveryCodes(tx: Orm, memberId: string): Promise<number> {
  return tx.memberRecoveryCode.count({ where: { memberId } })
}

function group(): string {
  return Array.from({ length: GROUP }, () => LETTERS[randomInt(LETTERS.length)]).join('')
}

/** Ignores case, spaces and the dash. */
function wordsOf(memberId: string, code: string): string {
  return `${memberId} ${code.toLowerCase().replaceAll(/[\s-]/g, '')}`
}
