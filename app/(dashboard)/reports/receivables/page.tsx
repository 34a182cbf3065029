import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { ReceivablesPanel } from '@/components/reports/receivables-panel'
import { currentAccount, requireVendor } from '@/lib/auth/session'
import { readOpenInvoices } from '@/lib/reports/open-invoices'

export const metadata: Metadata = { title: 'Receivables' }

type ReceivablesPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function ReceivablesPage({ searchParams }: ReceivablesPageProps) {
  await requireVendor('read')
  const account = await currentAccount()
  const list = await readOpenInvoices(account, await searchParams)
  if (!list) notFound()
  return <ReceivablesPanel list={list} />
}
