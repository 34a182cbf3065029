'use client'

import { useQuery } from '@tanstack/react-query'
import { UsersRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, TitledLink } from '@/components/ui/link'
import { EmptyState } from '@/components/ui/notice'
import type { Mode } from '@/lib/auth/mode'
import type { FirstList } from '@/lib/lists/list-view'
import type { ApprovalRow, WaitingView } from '@/lib/payouts/approval-list'
import { APPROVAL_STATUSES } from '@/lib/payouts/status'
import { BankAccountName } from '../customers/bank-account-name'
import { DataList } from '../list/data-list'
import { type ListColumn, type ListFilter, statusFilter } from '../list/list-column'
import { Badge } from '../ui/badge'
import { Card, CardHeader } from '../ui/card'
import { Money } from '../ui/money'
import { Timestamp } from '../ui/timestamp'
import { APPROVALS_PATH, waitingQuery } from './approval-queries'

export function ApprovalStatusBadge({ status }: { status: ApprovalRow['status'] }) {
  const { tone, displayStatus } = APPROVAL_STATUSES[status]
  return <Badge tone={tone}>{displayStatus}</Badge>
}

const FILTERS: ListFilter[] = [statusFilter(APPROVAL_STATUSES)]

const COLUMNS: ListColumn<ApprovalRow>[] = [
  {
    key: 'customer',
    title: 'Customer',
    isFixed: true,
    className: 'w-full max-w-0 sm:w-auto sm:max-w-64',
    cell: ({ id, customerName, requestedBy }) => (
      <TitledLink href={`/payouts/approvals/${id}`} title={customerName}>
        by {requestedBy}
      </TitledLink>
    ),
  },
  {
    key: 'account',
    title: 'Bank account',
    className: 'hidden max-w-56 md:table-cell',
    cell: ({ bankName, last4 }) => <BankAccountName bankName={bankName} last4={last4} />,
  },
  {
    key: 'status',
    title: 'Status',
    className: 'hidden sm:table-cell',
    cell: ({ status }) => <ApprovalStatusBadge status={status} />,
  },
  {
    key: 'created',
    title: 'Requested',
    sort: 'created',
    className: 'hidden sm:table-cell',
    cell: ({ createdAt }) => <Timestamp at={createdAt} />,
  },
  {
    key: 'amount',
    title: 'Amount',
    align: 'right',
    isFixed: true,
    cell: ({ amount, status }) => (
      <>
        <Money value={amount} className="font-medium" />
        <span className="mt-0.5 block sm:hidden">
          <ApprovalStatusBadge status={status} />
        </span>
      </>
    ),
  },
]

/** All payouts that required a second approver. */
export function ApprovalList({ mode, first }: { mode: Mode; first: FirstList<ApprovalRow> }) {
  return (
    <DataList
      label="Payout approvals"
      mode={mode}
      path={APPROVALS_PATH}
      first={first}
      columns={COLUMNS}
      filters={FILTERS}
      searchHint="Customer or ID"
      keyOf={({ id }) => id}
      empty={
        <EmptyState Icon={UsersRound} title={`No ${mode} payouts have needed approval yet`}>
          Under Settings → Security, the owner can set the amount from which payouts need a second person.
        </EmptyState>
      }
    />
  )
}

/** Of each kind, above the list of payouts. */
const MAX_ROWS = 5

type WaitingPayoutsProps = {
  mode: Mode
  initial: WaitingView
  /** Without the link to the page that does: up to a hundred of each kind. */
  showsAll?: boolean
}

/** Payouts, batches and scheduled payouts that wait for a second person, above all others; nothing if none do. */
export function WaitingPayouts({ mode, initial, showsAll = false }: WaitingPayoutsProps) {
  const { data } = useQuery({ ...waitingQuery(mode), initialData: initial })
  if (data.count === 0) return null
  const limit = showsAll ? undefined : MAX_ROWS
  const isCut = data.rows.length + data.batches.length + data.scheduled.length < data.count
  return (
    <Card aria-labelledby="waiting" className="overflow-hidden">
      <CardHeader
        id="waiting"
        title="Waiting for approval"
        action={
          <span className="flex items-center gap-3">
            <Badge tone="warning">{data.count}</Badge>
            {!showsAll && (
              <Link href="/payouts/approvals" className="text-[0.8125rem] underline underline-offset-4">
                View all approvals
              </Link>
            )}
          </span>
        }
      />
      <ul>
        {data.rows.slice(0, limit).map(({ id, customerName, amount, requestedBy, expiresAt }) => (
          <WaitingItem key={id} href={`/payouts/approvals/${id}`} title={customerName} amount={amount}>
            Expires <Timestamp at={expiresAt} /> · {requestedBy}
          </WaitingItem>
        ))}
        {data.batches.slice(0, limit).map(({ id, name, rowCount, sum, confirmedBy }) => (
          <WaitingItem key={id} href={`/payouts/batches/${id}`} title={name} amount={sum}>
            Batch of {rowCount === 1 ? '1 payout' : `${rowCount} payouts`}, confirmed by {confirmedBy}
          </WaitingItem>
        ))}
        {data.scheduled.slice(0, limit).map(({ id, customerName, amount, day, scheduledBy }) => (
          <WaitingItem key={id} href="/payouts/scheduled" title={customerName} amount={amount}>
            For <Timestamp at={day} />, scheduled by {scheduledBy}
          </WaitingItem>
        ))}
      </ul>
      {showsAll && isCut && (
        <p className="border-t px-4 py-3 text-[0.8125rem] text-muted-foreground sm:px-5">
          Only the first hundred of each kind are shown.
        </p>
      )}
    </Card>
  )
}

type WaitingItemProps = {
  href: string
  title: string
  amount: ApprovalRow['amount']
  children: ReactNode
}

/** A decision that waits. The line below its title may take a second one on a phone. */
function WaitingItem({ href, title, amount, children }: WaitingItemProps) {
  return (
    <li className="flex items-center gap-3 border-t px-4 py-2.5 sm:px-5">
      <div className="min-w-0 flex-1">
        <TitledLink href={href} title={title} />
        <p className="wrap-anywhere line-clamp-2 text-[0.8125rem] text-muted-foreground">{children}</p>
      </div>
      <Money value={amount} className="font-medium" />
    </li>
  )
}
