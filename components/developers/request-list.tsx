'use client'

import { ScrollText } from 'lucide-react'
import { Link } from '@/components/ui/link'
import { EmptyState } from '@/components/ui/notice'
import type { Mode } from '@/lib/auth/mode'
import type { FirstList } from '@/lib/lists/list-view'
import type { ApiRequestRow } from '@/lib/request-log/request-list'
import { DataList } from '../list/data-list'
import { choiceFilter, type ListColumn, type ListFilter } from '../list/list-column'
import { buttonStyle } from '../ui/button'
import { Timestamp } from '../ui/timestamp'
import { ResponseStatusBadge } from './status-badges'

const FILTERS: ListFilter[] = [
  choiceFilter('status', 'Status', { '2xx': '2xx Success', '4xx': '4xx Refused', '5xx': '5xx Failed' }),
  {
    kind: 'choice',
    name: 'method',
    label: 'Method',
    options: ['GET', 'POST', 'HEAD'].map((method) => ({ value: method, label: method })),
  },
  { kind: 'text', name: 'path', label: 'Path starts with', placeholder: '/api/v2/invoice' },
  { kind: 'days', name: 'created', label: 'Time' },
]

/** With each id as its end, so that what follows the id can be seen; the whole path is the link’s title. */
function shortPath(path: string): string {
  return path.replace(/\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{4}([0-9a-f]{8})\b/gi, '…$1')
}

const COLUMNS: ListColumn<ApiRequestRow>[] = [
  {
    key: 'request',
    title: 'Request',
    isFixed: true,
    className: 'w-full max-w-0 sm:w-auto sm:max-w-96 2xl:max-w-2xl',
    cell: ({ id, method, path, createdAt }) => (
      <>
        <Link
          href={`/developers/requests/${id}`}
          title={path}
          className="flex gap-2 rounded font-mono text-[0.8125rem] hover:underline"
        >
          <span className="shrink-0 font-medium">{method}</span>
          {/* Cut at its beginning: its end says more. */}
          <span className="truncate text-left [direction:rtl]">
            <bdi>{shortPath(path)}</bdi>
          </span>
        </Link>
        <span className="block text-muted-foreground text-xs leading-5 sm:hidden">
          <Timestamp at={createdAt} />
        </span>
      </>
    ),
  },
  {
    key: 'status',
    title: 'Status',
    isFixed: true,
    className: 'max-sm:pr-4',
    cell: ({ responseStatus }) => <ResponseStatusBadge status={responseStatus} />,
  },
  {
    key: 'key',
    title: 'API key',
    className: 'hidden max-w-48 lg:table-cell',
    cell: ({ keyName, keyHint }) => (
      <span className="block truncate" title={keyHint ?? undefined}>
        {keyName ?? 'Unknown'}
      </span>
    ),
  },
  {
    key: 'duration',
    title: 'Duration',
    align: 'right',
    className: 'hidden md:table-cell',
    cell: ({ durationMs }) => <span className="tabular whitespace-nowrap">{durationMs} ms</span>,
  },
  {
    key: 'created',
    title: 'Time',
    align: 'right',
    className: 'hidden sm:table-cell',
    cell: ({ createdAt }) => <Timestamp at={createdAt} />,
  },
]

/** API requests made with the account's keys. */
export function RequestList({ mode, first }: { mode: Mode; first: FirstList<ApiRequestRow> }) {
  return (
    <DataList
      label="Requests"
      mode={mode}
      path="/api/dashboard/requests"
      first={first}
      columns={COLUMNS}
      filters={FILTERS}
      searchHint="Request ID"
      keyOf={({ id }) => id}
      empty={
        <EmptyState
          Icon={ScrollText}
          title={`No ${mode} requests yet`}
          action={
            <Link href="/docs/quick-start" className={buttonStyle({ variant: 'secondary' })}>
              Make your first request
            </Link>
          }
        >
          Each request that your server makes with a {mode} key appears here, with its request and response.
        </EmptyState>
      }
    />
  )
}
