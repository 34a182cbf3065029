import { describeUserAgent } from '@/lib/audit/describe-user-agent'
import { recordAuditEvent } from '@/lib/audit/record-audit-event'
import { knownBrowserOf } from '@/lib/auth/known-browser'
import { verifyPassword } from '@/lib/auth/password'
import { takeSecondFactor } from '@/lib/auth/second-factor'
import { type SessionKey, type SignInOrigin, startSession } from '@/lib/auth/sessions'
import { SignInRefusal } from '@/lib/auth/sign-in-refusal'
import { keyedHash } from '@/lib/crypto/secrets'
import { database } from '@/lib/db/client'
import { inTransaction, type Transaction } from '@/lib/db/transaction'
import { limitGuesses, limitVendorTries } from '@/lib/http/rate-limit'
import { Refusal } from '@/lib/http/refusals'
import { log } from '@/lib/log'
import { mailSecurityNotice } from '@/lib/mail/security-mail'
import { findVendorToSignIn } from '@/lib/vendors/vendor'
import { signInFields } from './credentials'

/**
 * Signs in with email, password and, if set up, a code; null if email and password don't match a vendor. The
 * second step is mentioned only once the password is right: until then a guesser learns nothing of it.
 * Throws `SignInRefusal` if the code is missing or wrong, and `too_many_wrong_passwords`.
 */
export async function checkSignIn(given: unknown, origin: SignInOrigin): Promise<SessionKey | null> {
  const fields = signInFields.safeParse(given)
  if (!fields.success) return null
  const { email, password, code } = fields.data
  const found = await findVendorToSignIn(database(), email)
  // By email, whether or not it has a vendor, which the limit must not reveal.
  const browser = found && knownBrowserOf(found.id, origin.browserMark)
  const guessed = browser ?? keyedHash('sign-in-email', email.toLowerCase()).toString('hex')
  const vendor = await limitGuesses(guessed, async () => {
    const isRight = await verifyPassword(found?.passwordHash ?? null, password)
    return isRight ? found : null
  })
  if (!vendor) {
    // The account, and not the email that was typed: by mistake, that may be the password.
    if (found) log.warn({ vendorId: found.id, address: origin.address }, 'a sign-in failed: wrong password')
    return null
  }
  const sessionId = vendor.totpConfirmedAt
    ? await startWithCode(vendor, code, origin)
    : await inTransaction((tx) => begin(tx, vendor, origin))
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
    // Around the transaction, so that a try counts whatever its outcome.
    return await limitVendorTries(vendor.id, 'code', () =>
      inTransaction(async (tx) => {
        const { address } = origin
        const factor = await takeSecondFactor(tx, vendor.id, code)
        if (!factor) {
          log.warn({ vendorId: vendor.id, address }, 'a sign-in failed: wrong code')
          throw new SignInRefusal('code_wrong')
        }
        if (factor === 'recovery_code') {
          await recordAuditEvent(tx, { vendorId: vendor.id, action: 'recovery_code.used', address })
        }
        return begin(tx, vendor, origin)
      }),
    )
  } catch (error) {
    if (error instanceof Refusal && error.code === 'too_many_wrong_tries')
      throw new SignInRefusal('code_limit')
    throw error
  }
}

/** Starts the session, and tells the vendor of a browser that it has not signed in with before. */
async function begin(
  tx: Transaction,
  { id: vendorId, passwordHash }: Vendor,
  origin: SignInOrigin,
): Promise<string | null> {
  const sessionId = await startSession(tx, { vendorId, passwordHash, origin })
  if (sessionId && !knownBrowserOf(vendorId, origin.browserMark)) {
    const browser = describeUserAgent(origin.userAgent)
    await mailSecurityNotice(tx, vendorId, { what: 'signedIn', browser, address: origin.address })
  }
  return sessionId
}
