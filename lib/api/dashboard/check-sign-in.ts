import { signInFields } from '@/lib/auth/credentials'
import type { SignInCheck } from '@/lib/auth/options'
import { verifyPassword } from '@/lib/auth/password'
import { SignInRefusal } from '@/lib/auth/sign-in-refusal'
import { database } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import { recordAuditEvent } from '@/lib/domain/audit/record-audit-event'
import { findVendorToSignIn } from '@/lib/domain/vendors/find-vendor'
import { takeSecondFactor } from '@/lib/domain/vendors/second-factor'
import { type SignInOrigin, startSession } from '@/lib/domain/vendors/start-session'
import { RequestError } from '../errors'
import { limitVendorTries } from '../rate-limit'

/**
 * Signs in by e-mail and password and, where the vendor has set it up, a code. A second step is spoken of
 * only once the password is right: until then a guesser learns nothing of it.
 */
export const checkSignIn: SignInCheck = async (given, origin) => {
  const fields = signInFields.safeParse(given)
  if (!fields.success) return null
  const { email, password, code } = fields.data
  const vendor = await findVendorToSignIn(database(), email)
  const isRight = await verifyPassword(vendor?.passwordHash ?? null, password)
  if (!vendor || !isRight) return null
  const sessionId = vendor.totpConfirmedAt
    ? await startWithCode(vendor, code, origin)
    : await inTransaction((tx) => startSession(tx, sessionOf(vendor, origin)))
  return sessionId ? { vendorId: vendor.id, sessionId } : null
}

type Vendor = { id: string; passwordHash: string }

async function startWithCode(
  vendor: Vendor,
  code: string | undefined,
  origin: SignInOrigin,
): Promise<string | null> {
  if (!code) throw new SignInRefusal('code_needed')
  try {
    // Around the transaction: a try counts whatever comes of it.
    return await limitVendorTries(vendor.id, 'code', () =>
      inTransaction(async (tx) => {
        const { address } = origin
        const factor = await takeSecondFactor(tx, vendor.id, code)
        if (!factor) throw new SignInRefusal('code_wrong')
        if (factor === 'recovery_code') {
          await recordAuditEvent(tx, { vendorId: vendor.id, action: 'recovery_code.used', address })
        }
        return startSession(tx, sessionOf(vendor, origin))
      }),
    )
  } catch (error) {
    if (error instanceof RequestError && error.status === 429) throw new SignInRefusal('code_limit')
    throw error
  }
}

function sessionOf({ id, passwordHash }: Vendor, origin: SignInOrigin) {
  return { vendorId: id, passwordHash, origin }
}
