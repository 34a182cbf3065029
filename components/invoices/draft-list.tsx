'use client'

import { FilePen } from 'lucide-react'
import { DataList } from '@/components/list/data-list'
import type { ListColumn } from '@/components/list/list-column'
import { Badge } from '@/components/ui/badge'
import { buttonStyle } from '@/components/ui/button'
import { Link, TitledLink } from '@/components/ui/link'
import { Money } from '@/components/ui/money'
import { EmptyState } from '@/components/ui/notice'
import { Timestamp } from '@/components/ui/timestamp'
import type { Mode } from '@/lib/auth/mode'
import type { DraftRow } from '@/lib/invoices/draft-list'
import type { FirstList } from '@/lib/lists/list-view'

const COLUMNS: ListColumn<DraftRow>[] = [
  {
    key: 'customer',
    title: 'Customer',
    isFixed: true,
    className: 'w-full max-w-0 sm:w-auto sm:max-w-72',
    cell: ({ id, customerName, email }) => (
      <TitledLink href={`/invoices/drafts/${id}`} title={customerName ?? 'No customer yet'}>
        {email !== customerName && email}
      </TitledLink>
    ),
  },
  {
    key: 'summary',
    title: 'First item',
    className: 'hidden max-w-72 truncate sm:table-cell',
    cell: ({ summary }) => summary ?? <span className="text-muted-foreground">—</span>,
  },
  {
    key: 'sendOn',
    title: 'Scheduled',
    cell: ({ sendOn, isRefused }) => {
      if (isRefused) return <Badge tone="danger">Not sent</Badge>
      return sendOn ? <Timestamp at={sendOn} /> : <span className="text-muted-foreground">—</span>
    },
  },
  {
    key: 'updated',
    title: 'Changed',
    sort: 'updated',
    className: 'hidden sm:table-cell',
    cell: ({ updatedAt }) => <Timestamp at={updatedAt} />,
  },
  {
    key: 'amount',
    title: 'Amount',
    align: 'right',
    isFixed: true,
    cell: ({ amount }) =>
      amount ? (
        <Money value={amount} className="font-medium" />
      ) : (
        <span className="text-muted-foreground">—</span>
      ),
  },
]

type DraftListProps = { mode: Mode; first: FirstList<DraftRow>; canCreate: boolean }

export function DraftList({ mode, first, canCreate }: DraftListProps) {
  return (
    <DataList
      label="Drafts"
      mode={mode}
      path="/api/dashboard/invoice-drafts"
      first={first}
      columns={COLUMNS}
      filters={[]}
      searchHint="Customer, email or item"
      keyOf={({ id }) => id}
      empty={
        <EmptyState
          Icon={FilePen}
          title="No drafts"
          action={
            canCreate && (
              <Link href="/invoices/new" className={buttonStyle()}>
                New invoice
              </Link>
            )
          }
        >
          What you write is saved here until you send it. Until then only your team sees it.
        </EmptyState>
      }
    />
  )
}
