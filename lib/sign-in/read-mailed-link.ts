import { isTokenGood } from '@/lib/auth/one-time-token'
import { database } from '@/lib/db/client'

/** Whether a link to set a new password can still be used. Looking at it uses nothing up. */
export function isPasswordResetLinkGood(token: string): Promise<boolean> {
  return isTokenGood(database(), token, 'password_reset')
}

/** The same for a link to confirm an address. */
export function isConfirmationLinkGood(token: string): Promise<boolean> {
  return isTokenGood(database(), token, 'email_confirmation')
}
