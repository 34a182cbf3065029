'use client'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { ActivityIcon, ArrowUpRight, Check, CircleX, type LucideIcon, ReceiptText, Undo2 } from 'lucide-react'
import { requestJson } from '@/components/browser/request'
import { LiveModeSteps, missingSteps } from '@/components/shell/live-mode-steps'
import { buttonStyle } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { Link } from '@/components/ui/link'
import { Money, type MoneyValue } from '@/components/ui/money'
import { EmptyState } from '@/components/ui/notice'
import { PageHeader } from '@/components/ui/page-header'
import { Timestamp } from '@/components/ui/timestamp'
import { BalanceDetails } from '@/components/wallet/balance-details'
import type { Mode } from '@/lib/auth/mode'
import type { ActivityView, HomeView, OutstandingView } from '@/lib/home/queries'
import type { BalanceView } from '@/lib/wallet/present-entry'
import { Attention } from './attention'
import { FirstSteps, useFirstSteps } from './first-steps'
import { RangePicker } from './range-picker'
import { VolumeChart } from './volume-chart'

type HomeOverviewProps = { initial: HomeView; isReadOnly: boolean; mayManageKeys: boolean }

export function HomeOverview({ initial, isReadOnly, mayManageKeys }: HomeOverviewProps) {
  const { data: home } = useQuery({ ...homeQuery(initial.mode, initial.range), initialData: initial })
  const { stepsLeft } = useFirstSteps(home.firstSteps)
  return (
    <div data-wide className="space-y-6">
      <PageHeader
        title="Home"
        action={
          !isReadOnly && (
            <Link href="/invoices/new" className={buttonStyle()}>
              New invoice
            </Link>
          )
        }
      />
      <LiveModeSteps liveMode={home.liveMode} />
      {home.mode === 'test' && mayManageKeys && <FirstSteps steps={home.firstSteps} baseUrl={home.baseUrl} />}
      <div className="grid items-start gap-4 lg:grid-cols-[2fr_1fr]">
        <div className="space-y-4 lg:col-start-2 lg:row-start-1">
          <Attention
            attention={home.attention}
            outstanding={home.outstanding}
            openSteps={openStepsOf(home, mayManageKeys ? stepsLeft : 0)}
          />
          <Balances balances={home.balances} />
          <Outstanding outstanding={home.outstanding} />
        </div>
        <div className="min-w-0 space-y-4 lg:col-start-1 lg:row-start-1">
          <RangePicker range={home.range} today={home.today} />
          <VolumeChart volumes={home.volumes} range={home.range} today={home.today} />
          <RecentActivity activity={home.activity} />
        </div>
      </div>
    </div>
  )
}

function openStepsOf({ mode, liveMode }: HomeView, firstStepsLeft: number) {
  if (mode === 'test') {
    return { id: 'first-steps', count: firstStepsLeft }
  }
  return { id: 'live-mode-steps', count: liveMode && !liveMode.isOn ? missingSteps(liveMode) : 0 }
}

const homeQuery = (mode: Mode, { from, to }: HomeView['range']) =>
  queryOptions({
    queryKey: [mode, 'home', from, to],
    queryFn: ({ signal }) =>
      requestJson<HomeView>(`/api/dashboard/home?mode=${mode}&from=${from}&to=${to}`, { signal }),
  })

/** Available and held balance per currency. */
function Balances({ balances }: { balances: BalanceView[] }) {
  return (
    <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-1">
      {balances.map((balance) => (
        <Card key={balance.currency} aria-label={`${balance.currency} balance`} className="px-4 py-4 sm:px-5">
          <p className="text-muted-foreground">Available {balance.currency}</p>
          <p className="mt-1 font-semibold text-2xl tracking-tight">
            <Money value={balance.available} />
          </p>
          <BalanceDetails balance={balance} />
        </Card>
      ))}
    </div>
  )
}

/** Unpaid amounts, with links to the invoices behind them. */
function Outstanding({ outstanding }: { outstanding: OutstandingView[] }) {
  return (
    <Card aria-labelledby="outstanding" className="px-4 py-4 sm:px-5">
      <h2 id="outstanding" className="text-muted-foreground">
        Open invoices
      </h2>
      {outstanding.length === 0 && <p className="mt-2">No invoices are waiting for payment</p>}
      {outstanding.map(({ currency, open, openCount, overdue, overdueCount }) => (
        <dl key={currency} className="mt-2 space-y-1 border-t pt-2 first-of-type:border-t-0">
          {openCount > 0 && (
            <Sum
              label="Open"
              href={`/invoices?status=open&currency=${currency}`}
              value={open}
              count={openCount}
            />
          )}
          {overdueCount > 0 && (
            <Sum
              label="Overdue"
              href={`/invoices?status=overdue&currency=${currency}`}
              value={overdue}
              count={overdueCount}
              isLate
            />
          )}
        </dl>
      ))}
    </Card>
  )
}

type SumProps = { label: string; href: string; value: MoneyValue; count: number; isLate?: boolean }

function Sum({ label, href, value, count, isLate }: SumProps) {
  return (
    <div className="flex items-baseline justify-between gap-3">
      <dt className={isLate ? 'text-danger' : undefined}>
        <Link href={href} className="hover:underline">
          {label}
          <span className="tabular ml-1.5 text-[0.8125rem] text-muted-foreground">{count}</span>
        </Link>
      </dt>
      <dd className="font-medium">
        <Money value={value} />
      </dd>
    </div>
  )
}

const ICONS: Record<ActivityView['kind'], LucideIcon> = {
  invoice_created: ReceiptText,
  invoice_paid: Check,
  payout: ArrowUpRight,
}

/** Of payouts whose money came back. */
const FAILED_ICONS: Record<string, LucideIcon> = { FAILED: CircleX, RETURNED: Undo2 }

const PAYOUT_WORDS: Record<string, string> = {
  PROCESSING: 'Payout sent to',
  PAID: 'Payout paid to',
  FAILED: 'Payout failed for',
  RETURNED: 'Payout returned from',
}

function RecentActivity({ activity }: { activity: ActivityView[] }) {
  return (
    <Card aria-labelledby="recent-activity" className="overflow-hidden">
      <CardHeader id="recent-activity" title="Recent activity" />
      {activity.length > 0 ? (
        <ul>
          {activity.map((entry) => (
            <Entry key={`${entry.kind} ${entry.id}`} entry={entry} />
          ))}
        </ul>
      ) : (
        <EmptyState Icon={ActivityIcon} title="No activity yet">
          New invoices, payments and payouts appear here.
        </EmptyState>
      )}
    </Card>
  )
}

function Entry({ entry }: { entry: ActivityView }) {
  const { kind, id, status, customerName, amount, at } = entry
  const FailedIcon = FAILED_ICONS[status ?? '']
  const Icon = FailedIcon ?? ICONS[kind]
  return (
    <li className="flex items-center gap-3 border-t px-4 py-2.5 sm:px-5">
      <Icon
        aria-hidden
        className={FailedIcon ? 'size-4 shrink-0 text-danger' : 'size-4 shrink-0 text-muted-foreground'}
      />
      <div className="min-w-0 flex-1 sm:flex sm:items-baseline sm:gap-3">
        <Link
          href={kind === 'payout' ? `/payouts/${id}` : `/invoices/${id}`}
          className="block truncate hover:underline sm:flex-1"
        >
          {wordsOf(entry)} <span className="font-medium">{customerName}</span>
        </Link>
        <span className="text-[0.8125rem] text-muted-foreground">
          <Timestamp at={at} />
        </span>
      </div>
      <Money value={amount} className="text-right font-medium sm:w-28" />
    </li>
  )
}

function wordsOf({ kind, status }: ActivityView): string {
  if (kind === 'payout') return PAYOUT_WORDS[status ?? ''] ?? 'Payout to'
  return kind === 'invoice_paid' ? 'Invoice paid by' : 'Invoice sent to'
}
