import type { Metadata } from 'next'
import { WaitingPayouts } from '@/components/payouts/approval-list'
import { PayoutList } from '@/components/payouts/payout-list'
import { buttonStyle } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import { isReadOnly } from '@/lib/auth/permissions'
import { currentAccount, requireVendor } from '@/lib/auth/session'
import { env } from '@/lib/env'
import { readFirstList } from '@/lib/lists/list-query'
import { readWaiting } from '@/lib/payouts/approval-list'
import { payoutList } from '@/lib/payouts/payout-list'

export const metadata: Metadata = { title: 'Payouts' }

type PayoutsPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function PayoutsPage({ searchParams }: PayoutsPageProps) {
  const vendor = await requireVendor('read')
  const account = await currentAccount()
  const first = await readFirstList(await searchParams, (params) =>
    payoutList.read(account.id, params, account.zone),
  )
  return (
    <div className="space-y-6">
      <PageHeader
        title="Payouts"
        links={
          <>
            <Link href="/payouts/scheduled" className={buttonStyle({ variant: 'secondary' })}>
              Scheduled
            </Link>
            <Link href="/payouts/recurring" className={buttonStyle({ variant: 'secondary' })}>
              Recurring
            </Link>
            <Link href="/payouts/batches" className={buttonStyle({ variant: 'secondary' })}>
              Batches
            </Link>
          </>
        }
        action={
          !isReadOnly(vendor, 'payouts.write') && (
            <Link href="/payouts/new" className={buttonStyle()}>
              New payout
            </Link>
          )
        }
      />
      <WaitingPayouts
        key={`waiting ${account.mode}`}
        mode={account.mode}
        initial={await readWaiting(account.id)}
      />
      <PayoutList
        key={account.mode}
        mode={account.mode}
        first={first}
        canPay={!isReadOnly(vendor, 'payouts.write')}
        baseUrl={env.PUBLIC_URL}
      />
    </div>
  )
}
