import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { LedgerCheckPanel } from '@/components/operator/ledger-check-panel'
import { requireOperator } from '@/lib/auth/session'
import { readVendor } from '@/lib/operator/vendor-view'

export const metadata: Metadata = { title: 'Ledger check' }

type LedgerPageProps = { searchParams: Promise<{ vendor?: string | string[]; of?: string | string[] }> }

export default async function LedgerPage({ searchParams }: LedgerPageProps) {
  const operator = await requireOperator()
  const { vendor: vendorId, of } = await searchParams
  if (typeof vendorId !== 'string') return <LedgerCheckPanel key="all" account={null} />
  const vendor = await readVendor(operator.id, vendorId)
  if (!vendor) notFound()
  const mode = of === 'live' ? 'live' : 'test'
  const account = { vendorId: vendor.id, vendorName: vendor.name, mode } as const
  return <LedgerCheckPanel key={`${vendor.id} ${mode}`} account={account} />
}
