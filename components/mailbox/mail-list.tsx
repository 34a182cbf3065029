'use client'

import { Mail } from 'lucide-react'
import { Link } from '@/components/ui/link'
import { EmptyState } from '@/components/ui/notice'
import type { Mode } from '@/lib/auth/mode'
import type { FirstList } from '@/lib/lists/list-view'
import type { MailRow } from '@/lib/mail/mail-list'
import { MAIL_KINDS, MAIL_STATUSES } from '@/lib/mail/status'
import { DataList } from '../list/data-list'
import { choiceFilter, type ListColumn, type ListFilter, statusFilter } from '../list/list-column'
import { Timestamp } from '../ui/timestamp'
import { MailStatusBadge } from './mail-status'

/** Polling interval while mail is on its way. */
const REFRESH_MS = 3000

const FILTERS: ListFilter[] = [
  statusFilter(MAIL_STATUSES),
  choiceFilter('about', 'About', {
    invoice: 'Invoices',
    reminder: 'Reminders',
    receipt: 'Receipts',
    refund: 'Refunds',
    credit_note: 'Credit notes',
    payout: 'Payouts',
    webhook_failing: 'Webhooks',
    recurring: 'Recurring invoices',
    portal_link: 'Portal links',
  }),
  { kind: 'days', name: 'created', label: 'Created' },
]

const COLUMNS: ListColumn<MailRow>[] = [
  {
    key: 'subject',
    title: 'Subject',
    isFixed: true,
    className: 'w-full max-w-0 sm:w-auto sm:max-w-72 lg:max-w-96 2xl:max-w-2xl',
    cell: ({ id, subject, kind, recipient }) => (
      <>
        <Link
          href={`/mailbox/${id}`}
          title={subject}
          dir="auto"
          className="block truncate rounded text-left font-medium hover:underline"
        >
          {subject}
        </Link>
        <span className="block truncate text-[0.8125rem] text-muted-foreground">
          {MAIL_KINDS[kind]}
          <span className="sm:hidden"> · {recipient}</span>
        </span>
      </>
    ),
  },
  {
    key: 'recipient',
    title: 'To',
    className: 'hidden max-w-56 sm:table-cell',
    cell: ({ recipient }) => (
      <span className="block truncate" title={recipient}>
        {recipient}
      </span>
    ),
  },
  {
    key: 'status',
    title: 'Status',
    isFixed: true,
    // The last visible column where there is no room for the time.
    className: 'max-md:pr-4 max-md:sm:pr-5',
    cell: ({ status, note }) => (
      <span title={note ?? undefined}>
        <MailStatusBadge status={status} />
      </span>
    ),
  },
  {
    key: 'created',
    title: 'Created',
    align: 'right',
    className: 'hidden md:table-cell',
    cell: ({ createdAt }) => <Timestamp at={createdAt} />,
  },
]

/** The account's mail: sent, queued, and kept here unsent. */
export function MailList({ mode, first }: { mode: Mode; first: FirstList<MailRow> }) {
  return (
    <DataList
      label="Mail"
      mode={mode}
      path="/api/dashboard/mailbox"
      first={first}
      columns={COLUMNS}
      filters={FILTERS}
      searchHint="Address or subject"
      keyOf={({ id }) => id}
      refreshMs={(rows) => rows.some(({ status }) => status === 'PENDING') && REFRESH_MS}
      empty={
        <EmptyState Icon={Mail} title={`No ${mode} emails yet`}>
          Emails to your customers and to you appear here. Create an invoice to see the first.
        </EmptyState>
      }
    />
  )
}
