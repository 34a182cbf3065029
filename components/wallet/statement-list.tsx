'use client'

import { Wallet } from 'lucide-react'
import { Link } from '@/components/ui/link'
import { EmptyState } from '@/components/ui/notice'
import type { Mode } from '@/lib/auth/mode'
import type { FirstList } from '@/lib/lists/list-view'
import type { StatementRow } from '@/lib/wallet/statement'
import { DataList } from '../list/data-list'
import { choiceFilter, type ListColumn, type ListFilter } from '../list/list-column'
import { Button, buttonStyle } from '../ui/button'
import { currencyLabel, Money } from '../ui/money'
import { Timestamp } from '../ui/timestamp'

const REASON = choiceFilter('reason', 'Reason', {
  invoice: 'Invoices paid',
  release: 'Holds ended',
  refund: 'Refunds',
  dispute: 'Disputes',
  payout: 'Payouts',
  reversal: 'Returned payouts',
  funds: 'Funds added',
})

type StatementListProps = {
  mode: Mode
  first: FirstList<StatementRow>
  currencies: string[]
  /** Adds test funds; null where that is not possible. */
  onAdd: (() => void) | null
}

/** The wallet's statement in one currency: each entry and the balance after it. */
export function StatementList({ mode, first, currencies, onAdd }: StatementListProps) {
  const currency: ListFilter = {
    kind: 'choice',
    name: 'currency',
    label: 'Currency',
    // Without a currency the statement is in US dollars.
    options: currencies
      .filter((code) => code !== 'USD')
      .map((code) => ({ value: code, label: currencyLabel(code) })),
    all: currencyLabel('USD'),
  }
  return (
    <DataList
      label="Statement"
      mode={mode}
      path="/api/dashboard/wallet/statement"
      exportPath="/api/dashboard/wallet/statement/export"
      first={first}
      columns={COLUMNS}
      filters={[
        REASON,
        ...(currencies.length > 1 ? [currency] : []),
        { kind: 'days', name: 'created', label: 'Time' },
      ]}
      searchHint="Customer, email, amount or ID"
      keyOf={({ id }) => id}
      empty={<NothingYet mode={mode} onAdd={onAdd} />}
    />
  )
}

const COLUMNS: ListColumn<StatementRow>[] = [
  {
    key: 'what',
    title: 'Description',
    isFixed: true,
    className: 'w-full max-w-0 sm:w-auto sm:max-w-72',
    cell: ({ title, note, href, at }) => (
      <>
        {href ? (
          <Link href={href} className="block truncate font-medium hover:underline">
            {title}
          </Link>
        ) : (
          <span className="block truncate font-medium">{title}</span>
        )}
        {note && (
          <span className="block truncate text-[0.8125rem] text-muted-foreground" title={note}>
            {note}
          </span>
        )}
        <span className="block text-[0.8125rem] text-muted-foreground sm:hidden">
          <Timestamp at={at} />
        </span>
      </>
    ),
  },
  {
    key: 'time',
    title: 'Time',
    sort: 'line',
    className: 'hidden sm:table-cell',
    cell: ({ at }) => <Timestamp at={at} />,
  },
  {
    key: 'in',
    title: 'In',
    align: 'right',
    className: 'hidden sm:table-cell',
    cell: ({ moneyIn }) => moneyIn && <Money value={moneyIn} className="text-success" />,
  },
  {
    key: 'out',
    title: 'Out',
    align: 'right',
    className: 'hidden sm:table-cell',
    cell: ({ moneyOut }) => moneyOut && <Money value={moneyOut} />,
  },
  {
    key: 'balance',
    title: 'Balance',
    align: 'right',
    isFixed: true,
    cell: ({ balance, moneyIn, moneyOut }) => (
      <>
        <span className="block whitespace-nowrap sm:hidden">
          {moneyIn && (
            <span className="text-success">
              +<Money value={moneyIn} />
            </span>
          )}
          {moneyOut && (
            <span>
              −<Money value={moneyOut} />
            </span>
          )}
        </span>
        <Money value={balance} className="font-medium" />
      </>
    ),
  },
]

function NothingYet({ mode, onAdd }: Pick<StatementListProps, 'mode' | 'onAdd'>) {
  return (
    <EmptyState
      Icon={Wallet}
      title={`No ${mode} transactions yet`}
      action={
        onAdd ? (
          <Button variant="secondary" onClick={onAdd}>
            Add test funds
          </Button>
        ) : (
          <Link href="/invoices/new" className={buttonStyle({ variant: 'secondary' })}>
            New invoice
          </Link>
        )
      }
    >
      Paid invoices add to your wallet and payouts take from it.
    </EmptyState>
  )
}
