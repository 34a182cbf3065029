import type { Metadata } from 'next'
import { SweepCard } from '@/components/payouts/sweep-card'
import { WithdrawalAccounts } from '@/components/settings/withdrawal-accounts'
import { isReadOnly } from '@/lib/auth/permissions'
import { currentAccount, requireVendor } from '@/lib/auth/session'
import { readWithdrawalAccounts } from '@/lib/bank-accounts/withdrawal-accounts-page'
import { readSweep } from '@/lib/payouts/sweep'

export const metadata: Metadata = { title: 'Withdrawals' }

export default async function WithdrawalsPage() {
  const vendor = await requireVendor('payouts.write')
  const account = await currentAccount()
  const isOwner = !isReadOnly(vendor, 'withdrawals.manage')
  const [view, sweep] = await Promise.all([readWithdrawalAccounts(account), readSweep(account)])
  const { mode, bankAccounts } = view
  return (
    <WithdrawalAccounts key={mode} view={view} isOwner={isOwner}>
      <SweepCard mode={mode} initial={sweep} bankAccounts={bankAccounts} isOwner={isOwner} />
    </WithdrawalAccounts>
  )
}
