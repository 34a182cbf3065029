import type { Metadata } from 'next'
import { homeView } from '@/app/(dashboard)/found-records'
import { ConfirmEmailNotice } from '@/components/auth/confirm-email-notice'
import { HomeOverview } from '@/components/home/home-overview'
import { currentMode } from '@/lib/auth/mode'
import { isReadOnly } from '@/lib/auth/permissions'
import { requireVendor } from '@/lib/auth/session'
import { isMailSent } from '@/lib/mail/mail-list'

export const metadata: Metadata = { title: 'Home' }

export default async function HomePage() {
  const vendor = await requireVendor('read')
  const home = await homeView(vendor.id, await currentMode())
  // Keyed by mode, so that no state of one mode survives in the other.
  return (
    <>
      {/* Without outgoing mail, there is no email to confirm. */}
      {!vendor.isEmailConfirmed && isMailSent() && <ConfirmEmailNotice email={vendor.email} />}
      <HomeOverview
        key={home.mode}
        initial={home}
        isReadOnly={isReadOnly(vendor, 'invoices.write')}
        mayManageKeys={!isReadOnly(vendor, 'keys.manage')}
      />
    </>
  )
}
