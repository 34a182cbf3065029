import { memberOfToken } from '@/lib/auth/one-time-token'
import { database } from '@/lib/db/client'
import { env } from '@/lib/env'
import { emailOfInvitation } from './invitations'
import { findTeamInvitation } from './team'

/** Who may create an account. */
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

/** Whether a password reset link is still valid. Checking does not use it up. */
export async function isPasswordResetLinkGood(token: string): Promise<boolean> {
  return (await memberOfToken(database(), token, 'password_reset')) !== null
}

/** The member that a confirmation link is for; null if it is no longer valid. */
export function memberOfConfirmationLink(token: string): Promise<string | null> {
  return memberOfToken(database(), token, 'email_confirmation')
}
