import type { Metadata } from 'next'
import { HealthPanel } from '@/components/operator/health-panel'
import { readOperatorHealth } from '@/lib/api/dashboard/operator/read-operator-health'
import { requireOperator } from '@/lib/auth/require-operator'

export const metadata: Metadata = { title: 'Health' }

export default async function HealthPage() {
  await requireOperator()
  return <HealthPanel initial={await readOperatorHealth()} />
}
