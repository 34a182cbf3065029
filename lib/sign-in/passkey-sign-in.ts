import { notePasskeyUse, verifyPasskey } from '@/lib/auth/passkeys'
import type { SessionKey, SignInOrigin } from '@/lib/auth/sessions'
import { SignInRefusal } from '@/lib/auth/sign-in-refusal'
import { database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { DomainError } from '@/lib/errors'
import { findMemberById } from '@/lib/vendors/member'
import { begin } from './authenticate'
import { passkeyAssertion } from './passkey-fields'

/**
 * Signs in with a passkey alone. No code follows, even where two-step sign-in is on: the authenticator is one factor, and
 * the fingerprint, face or PIN that unlocked it another. Throws `SignInRefusal` if it is refused or the member is
 * suspended.
 */
export async function signInByPasskey(text: string, origin: SignInOrigin): Promise<SessionKey | null> {
  const assertion = assertionIn(text)
  if (!assertion) throw new SignInRefusal('passkey_refused')
  try {
    const answer = await verifyPasskey(assertion, null)
    const member = await findMemberById(database(), answer.memberId)
    if (member.suspendedAt) throw new SignInRefusal('suspended')
    const sessionId = await inOrmTransaction(async (tx) => {
      await notePasskeyUse(tx, answer)
      return begin(tx, member, origin)
    })
    return sessionId ? { memberId: member.id, sessionId } : null
  } catch (error) {
    if (error instanceof DomainError) throw new SignInRefusal('passkey_refused')
    throw error
  }
}

function assertionIn(text: string) {
  try {
    return passkeyAssertion.safeParse(JSON.parse(text)).data
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
