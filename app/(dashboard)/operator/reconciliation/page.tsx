import type { Metadata } from 'next'
import { ReconciliationPanel } from '@/components/operator/reconciliation-panel'
import { currentMode } from '@/lib/auth/mode'
import { requireOperator } from '@/lib/auth/session'
import { now } from '@/lib/time/clock'
import { dayAfter, formatIsoDate, parseIsoDate } from '@/lib/time/dates'

export const metadata: Metadata = { title: 'Reconciliation' }

type ReconciliationPageProps = { searchParams: Promise<{ date?: string | string[]; of?: string | string[] }> }

export default async function ReconciliationPage({ searchParams }: ReconciliationPageProps) {
  await requireOperator()
  const { date, of } = await searchParams
  const chosenDay = typeof date === 'string' ? parseIsoDate(date) : null
  const mode = of === 'live' || of === 'test' ? of : await currentMode()
  // Defaults to yesterday, the latest complete day.
  const day = chosenDay ?? dayAfter(now(), -1)
  return <ReconciliationPanel date={formatIsoDate(day)} mode={mode} today={formatIsoDate(now())} />
}
