import type { Metadata } from 'next'
import { WithdrawalAccounts } from '@/components/settings/withdrawal-accounts'
import { isReadOnly } from '@/lib/auth/permissions'
import { currentAccount, requireVendor } from '@/lib/auth/session'
import { readWithdrawalAccounts } from '@/lib/bank-accounts/withdrawal-accounts-page'

export const metadata: Metadata = { title: 'Withdrawals' }

export default async function WithdrawalsPage() {
  const vendor = await requireVendor('payouts.write')
  const view = await readWithdrawalAccounts(await currentAccount())
  return (
    <WithdrawalAccounts key={view.mode} view={view} isOwner={!isReadOnly(vendor, 'withdrawals.manage')} />
  )
}
