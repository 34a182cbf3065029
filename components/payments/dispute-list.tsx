'use client'

import { ShieldAlert } from 'lucide-react'
import { TitledLink } from '@/components/ui/link'
import { EmptyState } from '@/components/ui/notice'
import type { Mode } from '@/lib/auth/mode'
import type { FirstList } from '@/lib/lists/list-view'
import type { DisputeRow } from '@/lib/payments/dispute-row'
import { DISPUTE_STATUSES } from '@/lib/payments/status'
import { DataList } from '../list/data-list'
import { type ListColumn, type ListFilter, statusChoices, statusFilter } from '../list/list-column'
import { Badge } from '../ui/badge'
import { ShortId } from '../ui/copy-button'
import { Money } from '../ui/money'
import { Timestamp } from '../ui/timestamp'
import { AnswerLink } from './dispute-notice'

const FILTERS: ListFilter[] = [
  statusFilter(DISPUTE_STATUSES),
  { kind: 'days', name: 'created', label: 'Opened' },
]

export function DisputeList({ mode, first }: { mode: Mode; first: FirstList<DisputeRow> }) {
  return (
    <DataList
      label="Disputes"
      mode={mode}
      path="/api/dashboard/disputes"
      tabs={{ path: '/api/dashboard/disputes/tabs', options: statusChoices(DISPUTE_STATUSES) }}
      exportPath="/api/dashboard/disputes/export"
      first={first}
      columns={COLUMNS}
      filters={FILTERS}
      searchHint="Invoice, customer or amount"
      keyOf={({ id }) => id}
      empty={<NoDisputes mode={mode} />}
    />
  )
}

const COLUMNS: ListColumn<DisputeRow>[] = [
  {
    key: 'invoice',
    title: 'Invoice',
    isFixed: true,
    className: 'w-full max-w-0 sm:w-auto sm:max-w-64 2xl:max-w-md',
    cell: ({ invoiceId, invoiceNumber, customerName, reason, answerBy, answerUrl }) => (
      <>
        <TitledLink href={`/invoices/${invoiceId}`} title={customerName}>
          {invoiceNumber}
        </TitledLink>
        <span className="block text-[0.8125rem] text-muted-foreground sm:hidden">{reason}</span>
        <span className="block sm:hidden">
          {answerBy && (
            <span className="block">
              Answer by <Timestamp at={answerBy} />
            </span>
          )}
          <AnswerLink url={answerUrl} />
        </span>
      </>
    ),
  },
  {
    key: 'reason',
    title: 'Reason',
    className: 'hidden max-w-48 sm:table-cell',
    cell: ({ reason }) => reason ?? <span className="text-muted-foreground">Not given</span>,
  },
  {
    key: 'status',
    title: 'Status',
    isFixed: true,
    cell: ({ status }) => (
      <Badge tone={DISPUTE_STATUSES[status].tone}>{DISPUTE_STATUSES[status].displayStatus}</Badge>
    ),
  },
  {
    key: 'answer_by',
    title: 'Answer by',
    sort: 'answer_by',
    className: 'hidden sm:table-cell',
    cell: ({ answerBy, answerUrl }) => (
      <>
        {answerBy && (
          <span className="block">
            <Timestamp at={answerBy} />
          </span>
        )}
        <AnswerLink url={answerUrl} />
      </>
    ),
  },
  {
    key: 'id',
    title: 'ID',
    className: 'hidden 2xl:table-cell',
    cell: ({ id }) => <ShortId id={id} what="dispute ID" />,
  },
  {
    key: 'created',
    title: 'Opened',
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
    cell: ({ amount }) => <Money value={amount} className="font-medium" />,
  },
]

function NoDisputes({ mode }: { mode: Mode }) {
  return (
    <EmptyState Icon={ShieldAlert} title={`No ${mode} disputes`}>
      <p>
        When a customer disputes a payment with their bank, it is listed here with the day you have to answer
        by.
      </p>
    </EmptyState>
  )
}
