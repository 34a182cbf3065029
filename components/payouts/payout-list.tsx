'use client'

import { ArrowUpRight } from 'lucide-react'
import { Link } from '@/components/ui/link'
import { EmptyState } from '@/components/ui/notice'
import type { Mode } from '@/lib/auth/mode'
import type { FirstList } from '@/lib/lists/list-view'
import type { PayoutRow } from '@/lib/payouts/queries'
import { PAYOUT_STATUSES } from '@/lib/payouts/status'
import { BankAccountName } from '../customers/bank-account-name'
import { DataList } from '../list/data-list'
import { type ListColumn, type ListFilter, statusChoices, statusFilter } from '../list/list-column'
import { buttonStyle } from '../ui/button'
import { FromCode } from '../ui/code-block'
import { ShortId } from '../ui/copy-button'
import { Money } from '../ui/money'
import { Timestamp } from '../ui/timestamp'
import { UNSETTLED_REFRESH_MS } from './payout-queries'
import { PayoutStatusBadge } from './payout-table'

// All payouts are in USD so far, so there is no currency filter.
const FILTERS: ListFilter[] = [
  statusFilter(PAYOUT_STATUSES),
  { kind: 'days', name: 'created', label: 'Created' },
]

type PayoutListProps = {
  mode: Mode
  first: FirstList<PayoutRow>
  canPay: boolean
  /** Base URL of the API, for the example command. */
  baseUrl: string
}

export function PayoutList({ mode, first, canPay, baseUrl }: PayoutListProps) {
  return (
    <DataList
      label="Payouts"
      mode={mode}
      path="/api/dashboard/payouts"
      tabs={{ path: '/api/dashboard/payouts/tabs', options: statusChoices(PAYOUT_STATUSES) }}
      viewsOf="payouts"
      exportPath="/api/dashboard/payouts/export"
      first={first}
      columns={COLUMNS}
      filters={FILTERS}
      searchHint="Customer, bank, amount or ID"
      keyOf={({ id }) => id}
      refreshMs={(rows) => rows.some(({ status }) => status === 'PROCESSING') && UNSETTLED_REFRESH_MS}
      empty={<NoPayouts mode={mode} canPay={canPay} baseUrl={baseUrl} />}
    />
  )
}

const COLUMNS: ListColumn<PayoutRow>[] = [
  {
    key: 'customer',
    title: 'Customer',
    isFixed: true,
    className: 'w-full max-w-0 sm:w-auto sm:max-w-64 2xl:max-w-md',
    cell: ({ id, customerName, createdAt }) => (
      <>
        <Link href={`/payouts/${id}`} className="block truncate font-medium hover:underline">
          {customerName}
        </Link>
        <span className="block text-[0.8125rem] text-muted-foreground sm:hidden">
          <Timestamp at={createdAt} />
        </span>
      </>
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
    isFixed: true,
    cell: ({ status }) => <PayoutStatusBadge status={status} />,
  },
  {
    key: 'id',
    title: 'ID',
    className: 'hidden 2xl:table-cell',
    cell: ({ id }) => <ShortId id={id} what="payout ID" />,
  },
  {
    key: 'created',
    title: 'Created',
    sort: 'created',
    className: 'hidden sm:table-cell',
    cell: ({ createdAt }) => <Timestamp at={createdAt} />,
  },
  {
    key: 'amount',
    title: 'Amount',
    sort: 'amount',
    align: 'right',
    isFixed: true,
    cell: ({ amount }) => <Money value={amount} className="font-medium" />,
  },
]

function NoPayouts({ mode, canPay, baseUrl }: Omit<PayoutListProps, 'first'>) {
  const command = [
    `curl -X POST ${baseUrl}/api/v2/customer/CUSTOMER_ID/payout \\`,
    "  -H 'Content-Type: application/json' \\",
    "  -H 'Idempotency-Key: my-payout-1' \\",
    `  -d '{"api_key":"YOUR_API_KEY","bank_account_id":"BANK_ACCOUNT_ID","amount":25}'`,
  ].join('\n')
  return (
    <EmptyState
      Icon={ArrowUpRight}
      title={`No ${mode} payouts yet`}
      action={
        canPay && (
          <Link href="/payouts/new" className={buttonStyle()}>
            New payout
          </Link>
        )
      }
      more={<FromCode command={command} />}
    >
      Payouts send money from your wallet to a customer’s bank account.
    </EmptyState>
  )
}
