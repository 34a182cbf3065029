'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import type { HomeView } from '@/lib/api/dashboard/read-home'
import { homeQuery } from '@/lib/client/home'
import { buttonStyle } from '../ui/button'
import { LiveModeNotice } from '../ui/live-mode-notice'
import { PageHeader } from '../ui/page-header'
import { Balances } from './balances'
import { FirstSteps } from './first-steps'
import { Outstanding } from './outstanding'
import { RecentActivity } from './recent-activity'
import { VolumeChart } from './volume-chart'

export function HomeOverview({ initial, isBanned }: { initial: HomeView; isBanned: boolean }) {
  const { data: home } = useQuery({ ...homeQuery(initial.mode), initialData: initial })
  return (
    <div className="space-y-6">
      <PageHeader
        title="Home"
        action={
          !isBanned && (
            <Link href="/invoices/new" className={buttonStyle()}>
              New invoice
            </Link>
          )
        }
      />
      {home.mode === 'live' && !home.isLiveModeAvailable && (
        <LiveModeNotice consequence="so live API keys can’t be made" />
      )}
      {home.mode === 'test' && !isBanned && <FirstSteps steps={home.firstSteps} baseUrl={home.baseUrl} />}
      <div className="grid items-start gap-4 lg:grid-cols-[2fr_1fr]">
        <div className="space-y-4 lg:col-start-2 lg:row-start-1">
          <Balances balances={home.balances} />
          <Outstanding outstanding={home.outstanding} />
        </div>
        <div className="min-w-0 space-y-4 lg:col-start-1 lg:row-start-1">
          <VolumeChart volumes={home.volumes} days={home.volumeDays} />
          <RecentActivity activity={home.activity} />
        </div>
      </div>
    </div>
  )
}
