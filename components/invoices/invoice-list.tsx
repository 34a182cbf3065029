'use client'

import { ReceiptText } from 'lucide-react'
import { useState } from 'react'
import { createInvoiceCommand } from '@/components/developers/curl-command'
import { listUrl } from '@/components/list/list-address'
import { lateDialog } from '@/components/ui/late-dialog'
import { Link, TitledLink } from '@/components/ui/link'
import { EmptyState } from '@/components/ui/notice'
import type { Mode } from '@/lib/auth/mode'
import type { InvoiceRow } from '@/lib/invoices/invoice-row'
import { INVOICE_STATUS_FILTER } from '@/lib/invoices/status'
import type { FirstList } from '@/lib/lists/list-view'
import { DataList } from '../list/data-list'
import { type ListColumn, type ListFilter, statusChoices, statusFilter } from '../list/list-column'
import { Button, buttonStyle } from '../ui/button'
import { FromCode } from '../ui/code-block'
import { CopyButton, ShortId } from '../ui/copy-button'
import { currencyLabel, Money } from '../ui/money'
import { ShortDay, Timestamp } from '../ui/timestamp'
import { InvoiceStatusBadge } from './invoice-table'

const InvoiceBulkDialog = lateDialog(() =>
  import('./invoice-bulk').then((module) => module.InvoiceBulkDialog),
)

const TABS = statusChoices(
  Object.fromEntries(Object.entries(INVOICE_STATUS_FILTER).filter(([, { isTab }]) => isTab)),
)

const filtersFor = (currencies: string[]): ListFilter[] => [
  statusFilter(INVOICE_STATUS_FILTER),
  {
    kind: 'choice',
    name: 'currency',
    label: 'Currency',
    options: currencies.map((currency) => ({ value: currency, label: currencyLabel(currency) })),
  },
  { kind: 'days', name: 'created', label: 'Created' },
  { kind: 'days', name: 'due', label: 'Due' },
  { kind: 'days', name: 'paid', label: 'Paid' },
]

const COLUMNS: ListColumn<InvoiceRow>[] = [
  {
    key: 'customer',
    title: 'Customer',
    isFixed: true,
    className: 'w-full max-w-0 sm:w-auto sm:max-w-56 2xl:max-w-md',
    cell: ({ id, customerName, email, number, dueDate }) => (
      <TitledLink href={`/invoices/${id}`} title={customerName}>
        {/* Customers quote the number, which has no column of its own here. */}
        <span className="tabular sm:hidden">
          {number} · due <ShortDay day={dueDate} />
        </span>
        {email !== customerName && <span className="hidden sm:inline">{email}</span>}
      </TitledLink>
    ),
  },
  {
    key: 'status',
    title: 'Status',
    className: 'hidden sm:table-cell',
    cell: (invoice) => <InvoiceStatusBadge invoice={invoice} />,
  },
  {
    key: 'number',
    title: 'Number',
    className: 'hidden lg:table-cell',
    cell: ({ number }) => (
      <span className="flex items-center gap-1">
        <span className="tabular whitespace-nowrap">{number}</span>
        <CopyButton text={number} what="invoice number" className="-my-1" />
      </span>
    ),
  },
  {
    key: 'id',
    title: 'ID',
    className: 'hidden 2xl:table-cell',
    cell: ({ id }) => <ShortId id={id} what="invoice ID" />,
  },
  {
    key: 'due',
    title: 'Due',
    sort: 'due_date',
    className: 'hidden md:table-cell',
    cell: ({ dueDate }) => <Timestamp at={dueDate} />,
  },
  {
    key: 'created',
    title: 'Created',
    sort: 'created',
    className: 'hidden md:table-cell',
    cell: ({ createdAt }) => <Timestamp at={createdAt} />,
  },
  {
    key: 'amount',
    title: 'Total',
    sort: 'amount',
    align: 'right',
    isFixed: true,
    cell: (invoice) => (
      <>
        <Money value={invoice.total} className="font-medium" />
        <span className="mt-0.5 block sm:hidden">
          <InvoiceStatusBadge invoice={invoice} />
        </span>
      </>
    ),
  },
]

type BulkActionsProps = { mode: Mode; selection: InvoiceRow[]; clear: () => void; canChange: boolean }

function BulkActions({ mode, selection, clear, canChange }: BulkActionsProps) {
  const [action, setAction] = useState<'send' | 'void' | null>(null)
  const close = () => {
    setAction(null)
    clear()
  }
  const ids = new URLSearchParams({ ids: selection.map(({ id }) => id).join(',') })
  return (
    <>
      {canChange && (
        <>
          <Button variant="secondary" size="small" onClick={() => setAction('send')}>
            Send
          </Button>
          <Button variant="secondary" size="small" onClick={() => setAction('void')}>
            Void
          </Button>
        </>
      )}
      <a
        href={listUrl(mode, '/api/dashboard/invoices/export', ids.toString())}
        download
        className={buttonStyle({ variant: 'secondary', size: 'small' })}
      >
        Export
      </a>
      {action && (
        <InvoiceBulkDialog
          mode={mode}
          action={action}
          invoices={selection}
          onClose={() => setAction(null)}
          onDone={close}
        />
      )}
    </>
  )
}

type InvoiceListProps = {
  mode: Mode
  first: FirstList<InvoiceRow>
  /** True if the reader may send and void invoices. */
  canChange: boolean
  /** Currencies the account has invoices in. */
  currencies: string[]
  /** Base URL of the API, for the example command. */
  baseUrl: string
}

export function InvoiceList({ mode, first, canChange, currencies, baseUrl }: InvoiceListProps) {
  return (
    <DataList
      label="Invoices"
      mode={mode}
      path="/api/dashboard/invoices"
      tabs={{ path: '/api/dashboard/invoices/tabs', options: TABS }}
      viewsOf="invoices"
      bulk={{
        nameOf: ({ number }) => number,
        actions: (selection, clear) => (
          <BulkActions mode={mode} selection={selection} clear={clear} canChange={canChange} />
        ),
      }}
      exportPath="/api/dashboard/invoices/export"
      first={first}
      columns={COLUMNS}
      filters={filtersFor(currencies)}
      searchHint="Customer, number, amount or ID"
      keyOf={({ id }) => id}
      empty={
        <EmptyState
          Icon={ReceiptText}
          title={`No ${mode} invoices yet`}
          action={
            canChange && (
              <Link href="/invoices/new" className={buttonStyle()}>
                New invoice
              </Link>
            )
          }
          more={<FromCode command={createInvoiceCommand(baseUrl)} />}
        >
          An invoice asks a customer to pay, by email and on a page with a card form.
        </EmptyState>
      }
    />
  )
}
