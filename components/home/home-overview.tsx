'use client'

import { useQuery } from '@tanstack/react-query'
import { ReceiptText } from 'lucide-react'
import type { HomeView } from '@/lib/api/dashboard/read-home'
import { homeQuery } from '@/lib/client/home'
import { InvoiceTable } from '../invoices/invoice-table'
import { Card, CardHeader } from '../ui/card'
import { EmptyState } from '../ui/empty-state'
import { Notice } from '../ui/notice'
import { PageHeader } from '../ui/page-header'
import { Balances } from './balances'
import { FirstSteps } from './first-steps'

export function HomeOverview({ initial, isBanned }: { initial: HomeView; isBanned: boolean }) {
  const { data: home } = useQuery({ ...homeQuery(initial.mode), initialData: initial })
  return (
    <div className="space-y-6">
      <PageHeader title="Home" />
      {home.mode === 'live' && !home.isLiveModeAvailable && (
        <Notice kind="warning" title="Live mode is not set up">
          No payment and payout provider is configured yet, so live API keys can’t be made. Everything works
          in test mode.
        </Notice>
      )}
      <Balances balances={home.balances} />
      {home.mode === 'test' && <FirstSteps steps={home.firstSteps} baseUrl={home.baseUrl} />}
      <Card aria-labelledby="recent-invoices">
        <CardHeader id="recent-invoices" title="Recent invoices" />
        {home.recentInvoices.length > 0 ? (
          <InvoiceTable
            label="Recent invoices"
            invoices={home.recentInvoices}
            withCustomer
            canMarkPaid={home.mode === 'test' && !isBanned}
          />
        ) : (
          <EmptyState Icon={ReceiptText} title="No invoices yet">
            An invoice made through the API appears here, with its status and its total.
          </EmptyState>
        )}
      </Card>
    </div>
  )
}
