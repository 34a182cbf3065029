import { z } from 'zod'
import type { SessionVendor } from '@/lib/auth/session-vendor'
import { database } from '@/lib/db/client'
import type { OrmTransaction } from '@/lib/db/transaction'
import { moment } from '@/lib/http/schemas'
import { renameVendor, setVendorSettings } from '@/lib/vendors/manage-vendor'
import { findProfile, recordMemberEvent } from '@/lib/vendors/member'

/** Renames the vendor; its customers see the name on invoices from now on. The same name changes nothing. */
export async function saveName(
  tx: OrmTransaction,
  change: { memberId: string; vendorId: string; name: string; address: string | null },
): Promise<void> {
  const { memberId, vendorId, name, address } = change
  if (!(await renameVendor(tx, vendorId, name))) return
  const detail = `Business name: ${name}`
  await recordMemberEvent(tx, memberId, { action: 'profile.changed', detail, address })
}

/** Sets the time zone in which the vendor's pages and papers count days. Nothing that has happened changes its moment. */
export async function saveTimeZone(
  tx: OrmTransaction,
  change: { memberId: string; vendorId: string; timeZone: string; address: string | null },
): Promise<void> {
  const { memberId, vendorId, timeZone, address } = change
  await setVendorSettings(tx, vendorId, { timeZone })
  const detail = `Time zone: ${timeZone}`
  await recordMemberEvent(tx, memberId, { action: 'profile.changed', detail, address })
}

export const profileView = z.object({
  vendorId: z.uuid(),
  name: z.string(),
  email: z.string(),
  isEmailConfirmed: z.boolean(),
  pendingEmail: z
    .object({ email: z.string(), requestedAt: moment })
    .nullable()
    .describe('The email that replaces it once the link sent there is opened.'),
  createdAt: moment,
  timeZone: z.string().describe('IANA name: where the days of pages and papers begin and end.'),
})

export type ProfileView = z.infer<typeof profileView>

/** The business's name and the sign-in email of the signed-in member. */
export async function readProfile({ memberId }: Pick<SessionVendor, 'memberId'>): Promise<ProfileView> {
  const profile = await findProfile(database(), memberId)
  const { vendorId, name, email, isEmailConfirmed, pendingEmail, createdAt, timeZone } = profile
  return {
    vendorId,
    name,
    email,
    isEmailConfirmed,
    pendingEmail: pendingEmail && {
      email: pendingEmail.email,
      requestedAt: pendingEmail.requestedAt.toISOString(),
    },
    createdAt: createdAt.toISOString(),
    timeZone,
  }
}
