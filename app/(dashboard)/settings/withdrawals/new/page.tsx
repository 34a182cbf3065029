import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { BankAccountForm } from '@/components/customers/bank-account-form'
import { BackLink, PageHeader } from '@/components/ui/page-header'
import { currentMode } from '@/lib/auth/mode'
import { requireVendor } from '@/lib/auth/session'
import { countriesIn } from '@/lib/i18n/countries'

export const metadata: Metadata = { title: 'Add a bank account' }

export default async function NewWithdrawalAccountPage() {
  const { name, email, isBanned } = await requireVendor('withdrawals.manage')
  if (isBanned) redirect('/settings/withdrawals')
  const mode = await currentMode()
  return (
    <div className="space-y-6">
      <div className="space-y-2">
        <BackLink href="/settings/withdrawals">Withdrawals</BackLink>
        <PageHeader title="Add a bank account" description="Your own, for money from your wallet" />
      </div>
      <BankAccountForm
        key={mode}
        mode={mode}
        customer={{ id: null, email }}
        start={{ entity_type: 'COMPANY', company_name: name, account_name: name }}
        countries={countriesIn('en')}
        back="/settings/withdrawals"
      />
    </div>
  )
}
