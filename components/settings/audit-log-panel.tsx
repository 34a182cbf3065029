'use client'

import { History } from 'lucide-react'
import { EmptyState } from '@/components/ui/notice'
import type { AuditRow } from '@/lib/audit/audit-list'
import { AUDIT_KINDS, actionWords } from '@/lib/audit/audit-words'
import type { Mode } from '@/lib/auth/mode'
import type { FirstList } from '@/lib/lists/list-view'
import { DataList } from '../list/data-list'
import { choiceFilter, type ListColumn, type ListFilter } from '../list/list-column'
import { Badge } from '../ui/badge'
import { Link } from '../ui/link'
import { PageHeader } from '../ui/page-header'
import { Timestamp } from '../ui/timestamp'

/** The acts of the service by itself. */
const BY_THE_SERVICE = new Set<string>([
  'recurring_invoice.stopped',
  'recurring_payout.stopped',
  'sweep.stopped',
  'sweep.passed',
])

const COLUMNS: ListColumn<AuditRow>[] = [
  {
    key: 'action',
    title: 'Action',
    isFixed: true,
    className: 'min-w-44',
    cell: (row) => (
      <>
        <span className="flex flex-wrap items-center gap-x-2">
          <span className="font-medium">{actionWords(row.action)}</span>
          {row.mode === 'live' && <Badge tone="accent">Live</Badge>}
          {row.record && (
            <Link href={row.record.href} className="wrap-anywhere underline underline-offset-4">
              {row.record.name}
            </Link>
          )}
        </span>
        {row.detail && (
          <span className="block max-w-md wrap-anywhere text-[0.8125rem] text-muted-foreground">
            {row.detail}
          </span>
        )}
      </>
    ),
  },
  {
    key: 'actor',
    title: 'User',
    className: 'hidden sm:table-cell',
    cell: (row) =>
      row.actor === 'operator'
        ? 'Operator'
        : BY_THE_SERVICE.has(row.action)
          ? 'Counterfoil'
          : (row.member ?? 'Your account'),
  },
  {
    key: 'address',
    title: 'IP address',
    className: 'hidden md:table-cell',
    cell: (row) => <span className="font-mono text-[0.8125rem]">{row.address ?? '—'}</span>,
  },
  { key: 'created', title: 'Time', align: 'right', cell: (row) => <Timestamp at={row.createdAt} /> },
]

const FILTERS: ListFilter[] = [
  choiceFilter('kind', 'Category', AUDIT_KINDS),
  choiceFilter('actor', 'User', { vendor: 'Your account', operator: 'Operator' }),
  { kind: 'days', name: 'created', label: 'Time' },
]

/** Manual changes to the account: who, from where and when. */
export function AuditLogPanel({ mode, first }: { mode: Mode; first: FirstList<AuditRow> }) {
  return (
    <div className="space-y-6">
      <PageHeader
        title="Audit log"
        description="What your team, API keys and the operator did, in test and live mode. Entries can’t be changed."
      />
      <DataList
        label="Audit log"
        mode={mode}
        path="/api/dashboard/settings/audit-log"
        first={first}
        columns={COLUMNS}
        filters={FILTERS}
        searchHint="Action, name, IP address or ID"
        keyOf={(row) => row.id}
        empty={
          <EmptyState Icon={History} title="Nothing yet">
            Sign-ins, API keys, payouts and settings changes appear here.
          </EmptyState>
        }
      />
    </div>
  )
}
