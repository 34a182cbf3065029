import type { Metadata } from 'next'
import { WalletPanel } from '@/components/wallet/wallet-panel'
import { currentMode } from '@/lib/auth/mode'
import { isReadOnly } from '@/lib/auth/permissions'
import { requireVendor } from '@/lib/auth/session'
import { readFirstList } from '@/lib/lists/list-query'
import { allCurrencies } from '@/lib/money/currencies'
import { readWallet } from '@/lib/wallet/queries'
import { readStatement } from '@/lib/wallet/statement'

export const metadata: Metadata = { title: 'Wallet' }

type WalletPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function WalletPage({ searchParams }: WalletPageProps) {
  const vendor = await requireVendor('read')
  const mode = await currentMode()
  const query = await searchParams
  const [wallet, first] = await Promise.all([
    readWallet(vendor.id, mode),
    readFirstList(query, (params) => readStatement(vendor.id, mode, params)),
  ])
  const currencies = allCurrencies().map(({ code }) => code)
  const cannotAdd = isReadOnly(vendor, 'invoices.write')
  return <WalletPanel key={mode} {...{ initial: wallet, first, currencies }} isReadOnly={cannotAdd} />
}
