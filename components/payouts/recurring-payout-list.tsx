'use client'

import { Repeat } from 'lucide-react'
import { DataList } from '@/components/list/data-list'
import { type ListColumn, type ListFilter, statusFilter } from '@/components/list/list-column'
import { Badge } from '@/components/ui/badge'
import { TitledLink } from '@/components/ui/link'
import { Money } from '@/components/ui/money'
import { EmptyState } from '@/components/ui/notice'
import { Timestamp } from '@/components/ui/timestamp'
import type { Mode } from '@/lib/auth/mode'
import type { FirstList } from '@/lib/lists/list-view'
import type { RecurringPayoutRow } from '@/lib/payouts/recurring-payout-view'
import { RECURRING_PAYOUT_STATUSES } from '@/lib/payouts/status'
import { RECURRING_PAYOUTS_PATH } from './recurring-payout-queries'

const FILTERS: ListFilter[] = [statusFilter(RECURRING_PAYOUT_STATUSES)]

const COLUMNS: ListColumn<RecurringPayoutRow>[] = [
  {
    key: 'customer',
    title: 'Customer',
    isFixed: true,
    className: 'w-full max-w-0 sm:w-auto sm:max-w-56',
    cell: ({ id, customerName, schedule }) => (
      <TitledLink href={`/payouts/recurring/${id}`} title={customerName}>
        {schedule}
      </TitledLink>
    ),
  },
  {
    key: 'status',
    title: 'Status',
    className: 'hidden sm:table-cell',
    cell: ({ status }) => <RecurringPayoutStatusBadge status={status} />,
  },
  {
    key: 'next',
    title: 'Next payout',
    className: 'hidden sm:table-cell',
    cell: ({ nextOn }) =>
      nextOn ? <Timestamp at={nextOn} /> : <span className="text-muted-foreground">—</span>,
  },
  {
    key: 'payouts',
    title: 'Payouts',
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
          <RecurringPayoutStatusBadge status={status} />
        </span>
      </>
    ),
  },
]

export function RecurringPayoutList({ mode, first }: { mode: Mode; first: FirstList<RecurringPayoutRow> }) {
  return (
    <DataList
      label="Recurring payouts"
      mode={mode}
      path={RECURRING_PAYOUTS_PATH}
      exportPath={`${RECURRING_PAYOUTS_PATH}/export`}
      first={first}
      columns={COLUMNS}
      filters={FILTERS}
      searchHint="Customer or email"
      keyOf={({ id }) => id}
      empty={
        <EmptyState Icon={Repeat} title={`No recurring ${mode} payouts yet`}>
          Pay a customer the same amount every week, month or year. Each payout is sent on its day.
        </EmptyState>
      }
    />
  )
}

export function RecurringPayoutStatusBadge({ status }: Pick<RecurringPayoutRow, 'status'>) {
  const { tone, displayStatus } = RECURRING_PAYOUT_STATUSES[status]
  return <Badge tone={tone}>{displayStatus}</Badge>
}
