import { vendorOfToken } from '@/lib/auth/one-time-token'
import { database } from '@/lib/db/client'

/** Whether a password reset link is still valid. Checking does not use it up. */
export async function isPasswordResetLinkGood(token: string): Promise<boolean> {
  return (await vendorOfToken(database(), token, 'password_reset')) !== null
}

/** Whether a confirmation link is still valid. */
export async function isConfirmationLinkGood(token: string): Promise<boolean> {
  return (await vendorOfToken(database(), token, 'email_confirmation')) !== null
}
