import { database } from '@/lib/db/client'
import { findProfile } from '@/lib/domain/vendors/find-profile'

export type ProfileView = {
  vendorId: string
  name: string
  email: string
  isEmailConfirmed: boolean
  createdAt: string
}

/** What the vendor has said of itself, and how it signs in. */
export async function readProfile(vendorId: string): Promise<ProfileView> {
  const { name, email, isEmailConfirmed, createdAt } = await findProfile(database(), vendorId)
  return { vendorId, name, email, isEmailConfirmed, createdAt: createdAt.toISOString() }
}
