import type { Metadata } from 'next'
import { HealthPanel } from '@/components/operator/health-panel'
import { requireOperator } from '@/lib/auth/session'
import { readOperatorHealth } from '@/lib/operator/health'

export const metadata: Metadata = { title: 'Health' }

export default async function HealthPage() {
  await requireOperator()
  return <HealthPanel initial={await readOperatorHealth()} />
}
