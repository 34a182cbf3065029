import type { Metadata } from 'next'
import { ConfirmEmailNotice } from '@/components/auth/confirm-email-notice'
import { HomeOverview } from '@/components/home/home-overview'
import { isReadOnly } from '@/lib/auth/permissions'
import { currentAccount, requireVendor } from '@/lib/auth/session'
import { readHome } from '@/lib/home/queries'
import { rangeQuery } from '@/lib/home/range'
import { isMailSent } from '@/lib/mail/mail-list'

export const metadata: Metadata = { title: 'Home' }

type HomePageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function HomePage({ searchParams }: HomePageProps) {
  const vendor = await requireVendor('read')
  const { success, data } = rangeQuery.safeParse(await searchParams)
  const home = await readHome(await currentAccount(), success ? data : {})
  // Keyed by mode, so that no state of one mode survives in the other.
  return (
    <>
      {/* Without outgoing mail, there is no email to confirm. */}
      {!vendor.isEmailConfirmed && isMailSent() && <ConfirmEmailNotice email={vendor.email} />}
      <HomeOverview
        key={`${home.mode} ${home.range.from} ${home.range.to}`}
        initial={home}
        isReadOnly={isReadOnly(vendor, 'invoices.write')}
        mayManageKeys={!isReadOnly(vendor, 'keys.manage')}
      />
    </>
  )
}
