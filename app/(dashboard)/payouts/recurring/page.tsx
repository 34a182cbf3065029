import type { Metadata } from 'next'
import { SeriesList } from '@/components/series/series-list'
import { buttonStyle } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { BackLink, PageHeader } from '@/components/ui/page-header'
import { isReadOnly } from '@/lib/auth/permissions'
import { currentAccount, requireVendor } from '@/lib/auth/session'
import { readFirstList } from '@/lib/lists/list-query'
import { recurringPayoutList } from '@/lib/payouts/recurring-payout-view'

export const metadata: Metadata = { title: 'Recurring payouts' }

type RecurringPayoutsProps = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function RecurringPayoutsPage({ searchParams }: RecurringPayoutsProps) {
  const vendor = await requireVendor('read')
  const account = await currentAccount()
  const first = await readFirstList(await searchParams, (params) =>
    recurringPayoutList.read(account.id, params, account.zone),
  )
  const canCreate = !isReadOnly(vendor, 'payouts.write')
  return (
    <div className="space-y-6">
      <div className="space-y-2">
        <BackLink href="/payouts">Payouts</BackLink>
        <PageHeader
          title="Recurring payouts"
          action={
            canCreate && (
              <Link href="/payouts/recurring/new" className={buttonStyle()}>
                New recurring payout
              </Link>
            )
          }
        />
      </div>
      <SeriesList key={account.mode} kind="payout" mode={account.mode} first={first} canCreate={canCreate}>
        Pay a customer the same amount every week, month or year. Each payout is sent on its day.
      </SeriesList>
    </div>
  )
}
