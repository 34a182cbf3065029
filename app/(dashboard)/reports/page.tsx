import type { Metadata } from 'next'
import { MonthReportPanel } from '@/components/reports/month-report-panel'
import { currentAccount, requireVendor } from '@/lib/auth/session'
import { type Month, monthOf } from '@/lib/reports/month'
import { readMonthReport, reportableMonths } from '@/lib/reports/month-report'
import { now } from '@/lib/time/clock'
import type { Zone } from '@/lib/time/zone'

export const metadata: Metadata = { title: 'Reports' }

type ReportsPageProps = { searchParams: Promise<{ month?: string | string[] }> }

export default async function ReportsPage({ searchParams }: ReportsPageProps) {
  await requireVendor('read')
  const account = await currentAccount()
  const { months, opened } = await reportableMonths(account)
  const { month: parameter } = await searchParams
  const month = monthOfParameter(parameter, account.zone) ?? monthOf(opened, account.zone)
  return month && <MonthReportPanel report={await readMonthReport(account, month)} months={months} />
}

/** A month that can't be shown, as in an old bookmark, gives way to the one that opens. */
function monthOfParameter(parameter: string | string[] | undefined, zone: Zone): Month | null {
  const month = typeof parameter === 'string' ? monthOf(parameter, zone) : null
  return month && month.from <= now() ? month : null
}
