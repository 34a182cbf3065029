import { describeUserAgent } from '@/lib/audit/describe-user-agent'
import { knownBrowserOf } from '@/lib/auth/known-browser'
import { verifyPassword } from '@/lib/auth/password'
import { takeSecondFactor } from '@/lib/auth/second-factor'
import { type SessionKey, type SignInOrigin, startSession } from '@/lib/auth/sessions'
import { SignInRefusal } from '@/lib/auth/sign-in-refusal'
import { keyedHash } from '@/lib/crypto/secrets'
import { database } from '@/lib/db/client'
import { inOrmTransaction, type OrmTransaction } from '@/lib/db/transaction'
import { limitGuesses, limitMemberTries } from '@/lib/http/rate-limit'
import { Refusal } from '@/lib/http/refusals'
import { log } from '@/lib/log'
import { mailSecurityNotice } from '@/lib/mail/security-mail'
import { findMemberToSignIn, recordMemberEvent } from '@/lib/vendors/member'
import { signInFields } from './credentials'

/**
 * Signs in with email, password and, if set up, a code; null if email and password don't match a member. The
 * second step is mentioned only once the password is right: until then a guesser learns nothing of it.
 * Throws `SignInRefusal` if the code is missing or wrong or the member is suspended, and `too_many_wrong_passwords`.
 */
export async function checkSignIn(input: unknown, origin: SignInOrigin): Promise<SessionKey | null> {
  const fields = signInFields.safeParse(input)
  if (!fields.success) return null
  const { email, password, code } = fields.data
  const row = await findMemberToSignIn(database(), email)
  // By email, whether or not it has a member, which the limit must not reveal.
  const browser = row && knownBrowserOf(row.id, origin.browserMark)
  const guessed = browser ?? keyedHash('sign-in-email', email.toLowerCase()).toString('hex')
  const member = await limitGuesses(guessed, async () => {
    const isRight = await verifyPassword(row?.passwordHash ?? null, password)
    return isRight ? row : null
  })
  if (!member) {
    // The account, and not the email that was typed: by mistake, that may be the password.
    if (row) log.warn({ ...loggedOf(row), address: origin.address }, 'a sign-in failed: wrong password')
    return null
  }
  if (member.suspendedAt) throw new SignInRefusal('suspended')
  const sessionId = member.totpConfirmedAt
    ? await startWithCode(member, code, origin)
    : await inOrmTransaction((tx) => begin(tx, member, origin))
  return sessionId ? { memberId: member.id, sessionId } : null
}

type Member = { id: string; vendorId: string; passwordHash: string }

const loggedOf = ({ id: memberId, vendorId }: Member) => ({ vendorId, memberId })

async function startWithCode(
  member: Member,
  code: string | undefined,
  origin: SignInOrigin,
): Promise<string | null> {
  if (!code) throw new SignInRefusal('code_needed')
  const { address } = origin
  const browser = knownBrowserOf(member.id, origin.browserMark)
  const source = browser === null ? null : { kind: 'browser' as const, id: browser }
  try {
    // Around the transaction, so that a try counts whatever its outcome.
    return await limitMemberTries({ memberId: member.id, name: 'code', source }, async (isLast) => {
      const started = await inOrmTransaction(async (tx) => {
        const factor = await takeSecondFactor(tx, member.id, code)
        if (!factor) {
          if (isLast) await tellOfWrongCodes(tx, member, origin)
          return null
        }
        if (factor === 'recovery_code') {
          await recordMemberEvent(tx, member.id, { action: 'recovery_code.used', address })
        }
        return { sessionId: await begin(tx, member, origin) }
      })
      if (started) return started.sessionId
      log.warn({ ...loggedOf(member), address }, 'a sign-in failed: wrong code')
      throw new SignInRefusal('code_wrong')
    })
  } catch (error) {
    if (error instanceof Refusal && error.code === 'too_many_wrong_tries')
      throw new SignInRefusal('code_limit')
    throw error
  }
}

/** The password was right: a stranger who enters wrong codes has it from somewhere. */
async function tellOfWrongCodes(tx: OrmTransaction, { id }: Member, origin: SignInOrigin): Promise<void> {
  const browser = describeUserAgent(origin.userAgent)
  await mailSecurityNotice(tx, id, { what: 'wrongCodes', browser, address: origin.address })
}

/** Starts a session, and tells the member of a browser that it has not signed in with before. */
export async function begin(
  tx: OrmTransaction,
  { id: memberId, passwordHash }: Pick<Member, 'id' | 'passwordHash'>,
  origin: SignInOrigin,
): Promise<string | null> {
  const sessionId = await startSession(tx, { memberId, passwordHash, origin })
  if (sessionId && !knownBrowserOf(memberId, origin.browserMark)) {
    const browser = describeUserAgent(origin.userAgent)
    await mailSecurityNotice(tx, memberId, { what: 'signedIn', browser, address: origin.address })
  }
  return sessionId
}
