'use client'

import { Repeat } from 'lucide-react'
import { DataList } from '@/components/list/data-list'
import { type ListColumn, type ListFilter, statusFilter } from '@/components/list/list-column'
import { TitledLink } from '@/components/ui/link'
import { Money } from '@/components/ui/money'
import { EmptyState } from '@/components/ui/notice'
import { Timestamp } from '@/components/ui/timestamp'
import type { Mode } from '@/lib/auth/mode'
import type { FirstList } from '@/lib/lists/list-view'
import type { RecurringRow } from '@/lib/recurring/queries'
import { RECURRING_STATUSES } from '@/lib/recurring/status'
import { RECURRING_PATH } from './recurring-queries'
import { RecurringStatusBadge } from './recurring-status'

const FILTERS: ListFilter[] = [statusFilter(RECURRING_STATUSES)]

const COLUMNS: ListColumn<RecurringRow>[] = [
  {
    key: 'customer',
    title: 'Customer',
    isFixed: true,
    className: 'w-full max-w-0 sm:w-auto sm:max-w-56',
    cell: ({ id, customerName, schedule }) => (
      <TitledLink href={`/invoices/recurring/${id}`} title={customerName}>
        {schedule}
      </TitledLink>
    ),
  },
  {
    key: 'status',
    title: 'Status',
    className: 'hidden sm:table-cell',
    cell: ({ status }) => <RecurringStatusBadge status={status} />,
  },
  {
    key: 'next',
    title: 'Next invoice',
    className: 'hidden sm:table-cell',
    cell: ({ nextOn }) =>
      nextOn ? <Timestamp at={nextOn} /> : <span className="text-muted-foreground">—</span>,
  },
  {
    key: 'issued',
    title: 'Invoices',
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
          <RecurringStatusBadge status={status} />
        </span>
      </>
    ),
  },
]

export function RecurringList({ mode, first }: { mode: Mode; first: FirstList<RecurringRow> }) {
  return (
    <DataList
      label="Recurring invoices"
      mode={mode}
      path={RECURRING_PATH}
      exportPath={`${RECURRING_PATH}/export`}
      first={first}
      columns={COLUMNS}
      filters={FILTERS}
      searchHint="Customer or email"
      keyOf={({ id }) => id}
      empty={
        <EmptyState Icon={Repeat} title={`No recurring ${mode} invoices yet`}>
          Bill a customer the same every week, month or year. Each invoice is sent on its day, or left as a
          draft for you.
        </EmptyState>
      }
    />
  )
}
