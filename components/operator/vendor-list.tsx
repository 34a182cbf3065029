'use client'

import { Building2 } from 'lucide-react'
import { TitledLink } from '@/components/ui/link'
import { EmptyState } from '@/components/ui/notice'
import type { Mode } from '@/lib/auth/mode'
import type { FirstList } from '@/lib/lists/list-view'
import type { OperatorVendorListRow } from '@/lib/operator/vendor-view'
import { DataList } from '../list/data-list'
import { choiceFilter, type ListColumn, type ListFilter } from '../list/list-column'
import { Money, type MoneyValue } from '../ui/money'
import { Timestamp } from '../ui/timestamp'
import { VendorBadges } from './vendor-badges'

const FILTERS: ListFilter[] = [
  choiceFilter('status', 'Status', {
    active: 'Active',
    banned: 'Banned',
    live: 'Live',
    operator: 'Operator',
  }),
]

const usd = (amount: string) => ({ amount, currency: 'USD' })

const NOTHING = <span className="text-muted-foreground">—</span>

/** In each currency. */
function Amounts({ amounts }: { amounts: MoneyValue[] }) {
  if (amounts.length === 0) return NOTHING
  return amounts.map((amount) => <Money key={amount.currency} value={amount} className="block" />)
}

const COLUMNS: ListColumn<OperatorVendorListRow>[] = [
  {
    key: 'vendor',
    title: 'Vendor',
    sort: 'email',
    isFixed: true,
    className: 'w-full max-w-0 sm:w-auto sm:max-w-80',
    cell: ({ id, name, email }) => (
      <TitledLink href={`/operator/vendors/${id}`} title={name}>
        <span title={email}>{email}</span>
      </TitledLink>
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
    key: 'balance',
    title: 'Balance',
    align: 'right',
    className: 'hidden sm:table-cell',
    cell: ({ balances }) => <Amounts amounts={balances} />,
  },
  {
    key: 'paid',
    title: 'Paid in 30 days',
    align: 'right',
    className: 'hidden md:table-cell',
    cell: ({ paid }) => <Amounts amounts={paid} />,
  },
  {
    key: 'active',
    title: 'Last active',
    align: 'right',
    className: 'hidden lg:table-cell',
    cell: ({ lastActiveAt }) => (lastActiveAt ? <Timestamp at={lastActiveAt} /> : NOTHING),
  },
  {
    key: 'limit',
    title: 'Payout limit',
    align: 'right',
    className: 'hidden 2xl:table-cell',
    cell: ({ payoutLimit }) => <Money value={usd(payoutLimit)} />,
  },
  {
    key: 'fee',
    title: 'Fee',
    align: 'right',
    className: 'hidden 2xl:table-cell',
    cell: ({ feePercent, feeFixed }) => (
      <span className="tabular whitespace-nowrap">
        {feePercent}% + <Money value={usd(feeFixed)} />
      </span>
    ),
  },
  {
    key: 'created',
    title: 'Created',
    sort: 'created',
    align: 'right',
    className: 'hidden lg:table-cell',
    cell: ({ createdAt }) => <Timestamp at={createdAt} />,
  },
]

export function VendorList({ mode, first }: { mode: Mode; first: FirstList<OperatorVendorListRow> }) {
  return (
    <DataList
      label="Vendors"
      mode={mode}
      path="/api/dashboard/operator/vendors"
      first={first}
      columns={COLUMNS}
      filters={FILTERS}
      searchHint="Name, email or ID"
      keyOf={({ id }) => id}
      empty={
        <EmptyState Icon={Building2} title="No vendors yet">
          Vendors sign up themselves, or you create them with the command <code>vendor create</code>.
        </EmptyState>
      }
    />
  )
}
