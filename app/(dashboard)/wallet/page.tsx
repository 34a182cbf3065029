import type { Metadata } from 'next'
import { WalletPanel } from '@/components/wallet/wallet-panel'
import { isReadOnly } from '@/lib/auth/permissions'
import { currentAccount, requireVendor } from '@/lib/auth/session'
import { readFirstList } from '@/lib/lists/list-query'
import { allCurrencies } from '@/lib/money/currencies'
import { readWallet } from '@/lib/wallet/queries'
import { statementList } from '@/lib/wallet/statement'

export const metadata: Metadata = { title: 'Wallet' }

type WalletPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function WalletPage({ searchParams }: WalletPageProps) {
  const vendor = await requireVendor('read')
  const account = await currentAccount()
  const query = await searchParams
  const [wallet, first] = await Promise.all([
    readWallet(account),
    readFirstList(query, (params) => statementList.read(account.id, params, account.zone)),
  ])
  const currencies = allCurrencies().map(({ code }) => code)
  const cannotAdd = isReadOnly(vendor, 'invoices.write')
  return (
    <WalletPanel
      key={account.mode}
      {...{ initial: wallet, first, currencies }}
      isReadOnly={cannotAdd}
      mayWithdraw={!isReadOnly(vendor, 'payouts.write')}
    />
  )
}
