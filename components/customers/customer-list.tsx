'use client'

import { Users } from 'lucide-react'
import { Link, TitledLink } from '@/components/ui/link'
import { EmptyState } from '@/components/ui/notice'
import type { Mode } from '@/lib/auth/mode'
import type { CustomerRow } from '@/lib/customers/customer-list'
import type { FirstList } from '@/lib/lists/list-view'
import { DataList } from '../list/data-list'
import type { ListColumn, ListFilter } from '../list/list-column'
import { buttonStyle } from '../ui/button'
import { FromCode } from '../ui/code-block'
import { ShortId } from '../ui/copy-button'
import { currencyLabel, Money, type MoneyValue } from '../ui/money'
import { Timestamp } from '../ui/timestamp'

const filtersFor = (currencies: string[]): ListFilter[] => [
  ...(currencies.length > 1
    ? [
        {
          kind: 'choice',
          name: 'amounts_in',
          label: 'Currency of amounts',
          options: currencies.map((currency) => ({ value: currency, label: currencyLabel(currency) })),
          all: 'All',
        } as const,
      ]
    : []),
  { kind: 'text', name: 'group', label: 'Group', placeholder: 'Exact match' },
  {
    kind: 'choice',
    name: 'archived',
    label: 'Archived',
    options: [{ value: 'true', label: 'Archived' }],
    all: 'Not archived',
  },
  { kind: 'days', name: 'created', label: 'Created' },
]

type CustomerListProps = {
  mode: Mode
  first: FirstList<CustomerRow>
  /** Currencies the account has invoices in. */
  currencies: string[]
  canCreate: boolean
  /** Base URL of the API, for the example command. */
  baseUrl: string
}

export function CustomerList({ mode, first, currencies, canCreate, baseUrl }: CustomerListProps) {
  return (
    <DataList
      label="Customers"
      mode={mode}
      path="/api/dashboard/customers"
      viewsOf="customers"
      exportPath="/api/dashboard/customers/export"
      first={first}
      columns={COLUMNS}
      filters={filtersFor(currencies)}
      searchHint="Name, email, phone or ID"
      keyOf={({ id }) => id}
      empty={<NoCustomers mode={mode} canCreate={canCreate} baseUrl={baseUrl} />}
    />
  )
}

const COLUMNS: ListColumn<CustomerRow>[] = [
  {
    key: 'name',
    title: 'Name',
    sort: 'name',
    isFixed: true,
    className: 'w-full max-w-0 sm:w-auto sm:max-w-72 2xl:max-w-md',
    cell: ({ id, name, email }) => (
      <TitledLink href={`/customers/${id}`} title={name}>
        {email !== name && email}
      </TitledLink>
    ),
  },
  {
    key: 'group',
    title: 'Group',
    className: 'hidden max-w-40 truncate xl:table-cell',
    cell: ({ group }) => group ?? <Nothing />,
  },
  {
    key: 'currency',
    title: 'Currency',
    className: 'hidden 2xl:table-cell',
    cell: ({ preferredCurrency }) => preferredCurrency,
  },
  {
    key: 'id',
    title: 'ID',
    className: 'hidden 2xl:table-cell',
    cell: ({ id }) => <ShortId id={id} what="customer ID" />,
  },
  {
    key: 'owed',
    title: 'Owed',
    sort: 'owed',
    align: 'right',
    cell: ({ owed, isWhole }) => <Sums amounts={owed} isWhole={isWhole} />,
  },
  {
    key: 'overdue',
    title: 'Overdue',
    sort: 'overdue',
    align: 'right',
    className: 'hidden md:table-cell',
    cell: ({ overdue, isWhole }) => <Sums amounts={overdue} isWhole={isWhole} className="text-danger" />,
  },
  {
    key: 'paid',
    title: 'Paid',
    sort: 'paid',
    align: 'right',
    className: 'hidden sm:table-cell',
    cell: ({ paid, isWhole }) => <Sums amounts={paid} isWhole={isWhole} />,
  },
  {
    key: 'last_invoice',
    title: 'Last invoice',
    sort: 'last_invoice',
    align: 'right',
    className: 'hidden lg:table-cell',
    cell: ({ lastInvoiceAt }) => (lastInvoiceAt ? <Timestamp at={lastInvoiceAt} /> : <Nothing />),
  },
  {
    key: 'created',
    title: 'Created',
    sort: 'created',
    align: 'right',
    className: 'hidden xl:table-cell',
    cell: ({ createdAt }) => <Timestamp at={createdAt} />,
  },
]

/** Amounts in several currencies, one above the other. Beyond a thousand invoices of a customer they are not all. */
function Sums({
  amounts,
  isWhole,
  className,
}: {
  amounts: MoneyValue[]
  isWhole: boolean
  className?: string
}) {
  if (amounts.length === 0) return <Nothing />
  return amounts.map((amount) => (
    <span key={amount.currency} className="block whitespace-nowrap">
      {!isWhole && 'over '}
      <Money value={amount} {...(className ? { className } : {})} />
    </span>
  ))
}

function Nothing() {
  return <span className="text-muted-foreground">—</span>
}

function NoCustomers({ mode, canCreate, baseUrl }: Omit<CustomerListProps, 'first' | 'currencies'>) {
  const command = [
    `curl -X POST ${baseUrl}/api/v2/customer \\`,
    "  -H 'Content-Type: application/json' \\",
    `  -d '{"api_key":"YOUR_API_KEY","name":"Ada Lovelace","email":"ada@example.com"}'`,
  ].join('\n')
  return (
    <EmptyState
      Icon={Users}
      title={`No ${mode} customers yet`}
      action={
        canCreate && (
          <Link href="/customers/new" className={buttonStyle()}>
            New customer
          </Link>
        )
      }
      more={<FromCode command={command} />}
    >
      The people you invoice and pay out to. An invoice to a new email creates the customer for you.
    </EmptyState>
  )
}
