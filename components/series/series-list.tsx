'use client'

import { Repeat } from 'lucide-react'
import type { ReactNode } from 'react'
import { DataList } from '@/components/list/data-list'
import { type ListColumn, type ListFilter, statusFilter } from '@/components/list/list-column'
import { Badge } from '@/components/ui/badge'
import { buttonStyle } from '@/components/ui/button'
import { Link, TitledLink } from '@/components/ui/link'
import { Money } from '@/components/ui/money'
import { EmptyState } from '@/components/ui/notice'
import { Timestamp } from '@/components/ui/timestamp'
import type { Mode } from '@/lib/auth/mode'
import type { FirstList } from '@/lib/lists/list-view'
import type { SeriesRow } from '@/lib/series/series-view'
import { SERIES_STATUSES } from '@/lib/series/status'
import { type SeriesKind, seriesPage, seriesPath } from './series-queries'

const FILTERS: ListFilter[] = [statusFilter(SERIES_STATUSES)]

const columnsOf = (kind: SeriesKind): ListColumn<SeriesRow>[] => [
  {
    key: 'customer',
    title: 'Customer',
    isFixed: true,
    className: 'w-full max-w-0 sm:w-auto sm:max-w-56',
    cell: ({ id, customerName, schedule }) => (
      <TitledLink href={`${seriesPage(kind)}/${id}`} title={customerName}>
        {schedule}
      </TitledLink>
    ),
  },
  {
    key: 'status',
    title: 'Status',
    className: 'hidden sm:table-cell',
    cell: ({ status }) => <SeriesStatusBadge status={status} />,
  },
  {
    key: 'next',
    title: `Next ${kind}`,
    className: 'hidden sm:table-cell',
    cell: ({ nextOn }) =>
      nextOn ? <Timestamp at={nextOn} /> : <span className="text-muted-foreground">—</span>,
  },
  {
    key: 'periods',
    title: kind === 'invoice' ? 'Invoices' : 'Payouts',
    align: 'right',
    className: 'hidden md:table-cell lg:pr-8',
    cell: ({ periodCount }) => <span className="tabular">{periodCount}</span>,
  },
  {
    key: 'created',
    title: 'Created',
    sort: 'created',
    className: 'hidden lg:table-cell',
    cell: ({ createdAt }) => <Timestamp at={createdAt} />,
  },
  {
    key: 'amount',
    title: 'Amount',
    sort: 'amount',
    align: 'right',
    isFixed: true,
    cell: ({ amount, status }) => (
      <>
        <Money value={amount} className="font-medium" />
        <span className="mt-0.5 block sm:hidden">
          <SeriesStatusBadge status={status} />
        </span>
      </>
    ),
  },
]

const COLUMNS = { invoice: columnsOf('invoice'), payout: columnsOf('payout') }

type SeriesListProps = {
  kind: SeriesKind
  mode: Mode
  first: FirstList<SeriesRow>
  canCreate: boolean
  /** Explains recurring invoices or payouts on an empty list. */
  children: ReactNode
}

/** The recurring invoices or recurring payouts of the account. */
export function SeriesList({ kind, mode, first, canCreate, children }: SeriesListProps) {
  return (
    <DataList
      label={`Recurring ${kind}s`}
      mode={mode}
      path={seriesPath(kind)}
      exportPath={`${seriesPath(kind)}/export`}
      first={first}
      columns={COLUMNS[kind]}
      filters={FILTERS}
      searchHint="Customer or email"
      keyOf={({ id }) => id}
      empty={
        <EmptyState
          Icon={Repeat}
          title={`No recurring ${mode} ${kind}s yet`}
          action={
            canCreate && (
              <Link href={`${seriesPage(kind)}/new`} className={buttonStyle()}>
                New recurring {kind}
              </Link>
            )
          }
        >
          {children}
        </EmptyState>
      }
    />
  )
}

export function SeriesStatusBadge({ status }: Pick<SeriesRow, 'status'>) {
  const { tone, displayStatus } = SERIES_STATUSES[status]
  return <Badge tone={tone}>{displayStatus}</Badge>
}
