import { Secret, TOTP } from 'otpauth'
import { now } from '@/lib/clock'
import type { Transaction } from '@/lib/db/transaction'
import { decrypt, encrypt } from '@/lib/secrets'
import { spendRecoveryCode } from './recovery-codes'

/** RFC 6238 as every authenticator app has it: SHA-1, six digits, a step of 30 seconds. */
const STEP_SECONDS = 30
const FORMAT = { issuer: 'Counterfoil', algorithm: 'SHA1', digits: 6, period: STEP_SECONDS } as const

/** A code of the step before or after is taken too: clocks differ, and typing takes time. */
const WINDOW = 1

const PURPOSE = 'totp'

/** A new secret: in base32 for a person, encrypted for the vendor's row, and as the address of a QR code. */
export function newTotpSecret(vendor: { id: string; email: string }): {
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
