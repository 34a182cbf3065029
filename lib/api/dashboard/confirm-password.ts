import { verifyPassword } from '@/lib/auth/password'
import { database } from '@/lib/db/client'
import { findPasswordHash } from '@/lib/domain/vendors/find-vendor'
import { DomainError } from '@/lib/errors'
import { limitVendorTries } from '../rate-limit'

/**
 * Asks for the password once more: a session alone, on a machine that somebody walked away from, is not
 * enough to change how one signs in. Returns the hash it was checked against. `password_wrong`, and 429
 * after several wrong ones.
 */
export async function confirmPassword(vendorId: string, password: string): Promise<string> {
  const passwordHash = await findPasswordHash(database(), vendorId)
  await limitVendorTries(vendorId, 'password', async () => {
    if (!(await verifyPassword(passwordHash, password))) throw new DomainError('password_wrong')
  })
  return passwordHash
}
