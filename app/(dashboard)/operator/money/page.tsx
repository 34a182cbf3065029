import type { Metadata } from 'next'
import { MoneyPanel } from '@/components/operator/money-panel'
import { requireOperator } from '@/lib/auth/session'

export const metadata: Metadata = { title: 'Money' }

export default async function MoneyPage() {
  await requireOperator()
  return <MoneyPanel />
}
