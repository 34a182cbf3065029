import { isTokenGood } from '@/lib/auth/one-time-token'
import { database } from '@/lib/db/client'

/** Whether a password reset link is still valid. Checking does not use it up. */
export function isPasswordResetLinkGood(token: string): Promise<boolean> {
  return isTokenGood(database(), token, 'password_reset')
}

/** Whether a confirmation link is still valid. */
export function isConfirmationLinkGood(token: string): Promise<boolean> {
  return isTokenGood(database(), token, 'email_confirmation')
}
