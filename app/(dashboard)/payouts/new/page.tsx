import type { Metadata } from 'next'
import { notFound, redirect } from 'next/navigation'
import { NewPayout } from '@/components/payouts/payout-form'
import { LiveModeSteps } from '@/components/shell/live-mode-steps'
import { BackLink, PageHeader } from '@/components/ui/page-header'
import { currentAccount, requireVendor } from '@/lib/auth/session'
import { readSelf } from '@/lib/bank-accounts/withdrawal-accounts-page'
import { readNewPayout } from '@/lib/payouts/payout-form-data'
import { readLiveMode } from '@/lib/vendors/live-mode-view'

export const metadata: Metadata = { title: 'New payout' }

type NewPayoutPageProps = {
  searchParams: Promise<{ customer?: string | string[]; withdraw?: string | string[] }>
}

export default async function NewPayoutPage({ searchParams }: NewPayoutPageProps) {
  const vendor = await requireVendor('payouts.write')
  if (vendor.isBanned) redirect('/payouts')
  const { customer, withdraw } = await searchParams
  const account = await currentAccount()
  const isWithdrawal = withdraw !== undefined
  const self = isWithdrawal ? await readSelf(account.id) : null
  if (isWithdrawal && !self) redirect('/settings/withdrawals')
  const customerId = self ?? (typeof customer === 'string' ? customer : undefined)
  const view = await readNewPayout(account, customerId)
  if (!view) notFound()
  if (isWithdrawal && !view.customer?.bankAccounts.length) redirect('/settings/withdrawals')
  return (
    <div className="space-y-6">
      <div className="space-y-2">
        <BackLink href={isWithdrawal ? '/wallet' : '/payouts'}>
          {isWithdrawal ? 'Wallet' : 'Payouts'}
        </BackLink>
        <PageHeader title={isWithdrawal ? 'Withdraw' : 'New payout'} />
      </div>
      {view.isModeAvailable ? (
        <NewPayout key={`${view.mode} ${view.customer?.id}`} view={view} />
      ) : (
        <LiveModeSteps liveMode={await readLiveMode(vendor.id, view.mode)} />
      )}
    </div>
  )
}
