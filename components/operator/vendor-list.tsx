'use client'

import { Building2 } from 'lucide-react'
import { Link } from '@/components/ui/link'
import { EmptyState } from '@/components/ui/notice'
import type { Mode } from '@/lib/auth/mode'
import type { FirstList } from '@/lib/lists/list-view'
import type { OperatorVendorRow } from '@/lib/vendors/vendor-list'
import { DataList } from '../list/data-list'
import type { ListColumn, ListFilter } from '../list/list-column'
import { ListPageSkeleton } from '../list/list-skeleton'
import { Money } from '../ui/money'
import { Timestamp } from '../ui/timestamp'
import { VendorBadges } from './vendor-badges'

const FILTERS: ListFilter[] = [
  {
    kind: 'choice',
    name: 'status',
    label: 'Status',
    options: [
      { value: 'active', label: 'Active' },
      { value: 'banned', label: 'Banned' },
      { value: 'live', label: 'Live' },
      { value: 'operator', label: 'Operator' },
    ],
  },
]

const usd = (amount: string) => ({ amount, currency: 'USD' })

const COLUMNS: ListColumn<OperatorVendorRow>[] = [
  {
    key: 'vendor',
    title: 'Vendor',
    sort: 'email',
    isFixed: true,
    className: 'w-full max-w-0 sm:w-auto sm:max-w-80',
    cell: ({ id, name, email }) => (
      <>
        <Link
          href={`/operator/vendors/${id}`}
          className="block truncate font-medium underline-offset-4 hover:underline"
        >
          {name}
        </Link>
        <span className="block truncate text-[0.8125rem] text-muted-foreground" title={email}>
          {email}
        </span>
      </>
    ),
  },
  {
    key: 'status',
    title: 'Status',
    isFixed: true,
    className: 'max-sm:pr-4',
    cell: (vendor) => <VendorBadges {...vendor} />,
  },
  {
    key: 'limit',
    title: 'Payout limit',
    align: 'right',
    className: 'hidden md:table-cell',
    cell: ({ payoutLimit }) => <Money value={usd(payoutLimit)} />,
  },
  {
    key: 'fee',
    title: 'Fee',
    align: 'right',
    className: 'hidden lg:table-cell',
    cell: ({ feePercent, feeFixed }) => (
      <span className="tabular whitespace-nowrap">
        {feePercent} % + <Money value={usd(feeFixed)} />
      </span>
    ),
  },
  {
    key: 'created',
    title: 'Created',
    sort: 'created',
    align: 'right',
    className: 'hidden sm:table-cell',
    cell: ({ createdAt }) => <Timestamp at={createdAt} />,
  },
]

/** Every vendor of the instance. */
/** Shown until the rows are there. */
export function VendorListSkeleton() {
  return <ListPageSkeleton columns={COLUMNS} secondLine="always" hasDescription hasAction={false} />
}

export function VendorList({ mode, first }: { mode: Mode; first: FirstList<OperatorVendorRow> }) {
  return (
    <DataList
      label="Vendors"
      mode={mode}
      path="/api/dashboard/operator/vendors"
      first={first}
      columns={COLUMNS}
      filters={FILTERS}
      searchHint="Name, email or ID"
      defaultSort="-created"
      keyOf={({ id }) => id}
      empty={
        <EmptyState Icon={Building2} title="No vendors yet">
          Vendors sign up themselves, or you create them with the command <code>vendor create</code>.
        </EmptyState>
      }
    />
  )
}
