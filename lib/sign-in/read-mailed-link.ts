import { memberOfToken } from '@/lib/auth/one-time-token'
import type { SessionVendor } from '@/lib/auth/session-vendor'
import { database } from '@/lib/db/client'
import { env } from '@/lib/env'
import { findConfirmation } from './email-change'
import { emailOfInvitation } from './invitations'
import { findTeamInvitation } from './team'

/** The people who may create an account. */
export function signUpRule(): 'open' | 'invite' | 'closed' {
  return env.SIGN_UP
}

/** The email that an invitation is for; null if it can’t be used. */
export async function readInvitation(token: string): Promise<string | null> {
  return env.SIGN_UP === 'closed' ? null : emailOfInvitation(database(), token)
}

/** The business and email that an invitation to a team is for; null if it can’t be used. */
export function readTeamInvitation(token: string): Promise<{ email: string; vendor: string } | null> {
  return findTeamInvitation(database(), token)
}

/** True if a password reset link is still valid. Checking does not use it up. */
export async function isPasswordResetLinkGood(token: string): Promise<boolean> {
  return (await memberOfToken(database(), token, 'password_reset')) !== null
}

/**
 * `needsPassword`: confirming takes the password, which the member who is signed in need not give. `isChange`: the link
 * went to an email that replaces the member's. Null if the link is no longer valid.
 */
export async function readConfirmationLink(
  token: string,
  signedIn: Pick<SessionVendor, 'memberId'> | null,
): Promise<{ needsPassword: boolean; isChange: boolean } | null> {
  const link = await findConfirmation(database(), token)
  return link && { needsPassword: signedIn?.memberId !== link.memberId, isChange: link.isChange }
}
