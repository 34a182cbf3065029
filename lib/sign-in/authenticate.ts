import { recordAuditEvent } from '@/lib/audit/record-audit-event'
import { handleByNextAuth, type SignInCheck } from '@/lib/auth/next-auth'
import { verifyPassword } from '@/lib/auth/password'
import { takeSecondFactor } from '@/lib/auth/second-factor'
import { type SignInOrigin, startSession } from '@/lib/auth/sessions'
import { SignInRefusal } from '@/lib/auth/sign-in-refusal'
import { database } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import { limitVendorTries, takeAddressToken } from '@/lib/http/rate-limit'
import { Refusal } from '@/lib/http/refusals'
import { clientAddress } from '@/lib/http/served-request'
import { findVendorToSignIn } from '@/lib/vendors/vendor'
import { signInFields } from './credentials'

/**
 * Signs in with email, password and, if set up, a code. The second step is mentioned only once the password
 * is right: until then a guesser learns nothing of it.
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
    // Around the transaction, so that a try counts whatever its outcome.
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
    if (error instanceof Refusal && error.code === 'too_many_wrong_tries')
      throw new SignInRefusal('code_limit')
    throw error
  }
}

function sessionOf({ id, passwordHash }: Vendor, origin: SignInOrigin) {
  return { vendorId: id, passwordHash, origin }
}

const PATH = '/api/auth/'

/** The NextAuth routes in use; the others (its own pages, its log sink) are closed. */
const ACTIONS = new Set(['GET csrf', 'GET session', 'POST callback/credentials', 'POST signout'])

/** Sign-in, sign-out and session routes by NextAuth, with a limit on sign-ins; null for any other path. */
export async function authenticate(request: Request): Promise<Response | null> {
  const path = new URL(request.url).pathname.slice(PATH.length)
  const action = `${request.method} ${path}`
  if (!ACTIONS.has(action)) return null
  if (action === 'POST callback/credentials') {
    const limit = await takeAddressToken(clientAddress(), 'sign_in')
    if (!limit.ok) {
      const retryAfter = { 'Retry-After': String(limit.retryAfterSeconds) }
      const { status, message, headers } = new Refusal('too_many_attempts', null, retryAfter)
      return Response.json({ error: message }, { status, headers })
    }
  }
  return handleByNextAuth(request, path.split('/'), checkSignIn)
}
