import type { Metadata } from 'next'
import { ConfirmEmailNotice } from '@/components/auth/confirm-email-notice'
import { HomeOverview } from '@/components/home/home-overview'
import { isMailSent } from '@/lib/api/dashboard/read-mailbox'
import { currentMode } from '@/lib/auth/mode'
import { requireVendor } from '@/lib/auth/session'
import { homeView } from './home-view'

export const metadata: Metadata = { title: 'Home' }

export default async function HomePage() {
  const vendor = await requireVendor()
  const home = await homeView(vendor.id, await currentMode())
  // Another mode is another page: nothing of the one may linger in the other.
  return (
    <>
      {/* Where no mail goes out, nothing waits for it. */}
      {!vendor.isEmailConfirmed && isMailSent() && <ConfirmEmailNotice email={vendor.email} />}
      <HomeOverview key={home.mode} initial={home} isBanned={vendor.isBanned} />
    </>
  )
}
