'use client'

import { Webhook } from 'lucide-react'
import { WebhookStatusBadge } from '@/components/developers/status-badges'
import { Link } from '@/components/ui/link'
import { EmptyState } from '@/components/ui/notice'
import type { Mode } from '@/lib/auth/mode'
import type { FirstList } from '@/lib/lists/list-view'
import type { DeliveryRow } from '@/lib/webhooks/delivery-list'
import { DataList } from '../list/data-list'
import { choiceFilter, type ListColumn, type ListFilter } from '../list/list-column'
import { Badge } from '../ui/badge'
import { Timestamp } from '../ui/timestamp'
import { RedeliverButton } from './redeliver-button'
import { refreshDeliveryMs } from './webhook-queries'

const FILTERS: ListFilter[] = [
  choiceFilter('status', 'Status', { DELIVERED: 'Delivered', PENDING: 'Pending', FAILED: 'Failed' }),
  { kind: 'days', name: 'created', label: 'Created' },
]

type WebhookListProps = { mode: Mode; first: FirstList<DeliveryRow>; canRedeliver: boolean }

export function WebhookList({ mode, first, canRedeliver }: WebhookListProps) {
  return (
    <DataList
      label="Events"
      mode={mode}
      path="/api/dashboard/webhooks"
      first={first}
      columns={canRedeliver ? [...COLUMNS, redeliverColumn(mode)] : COLUMNS}
      filters={FILTERS}
      searchHint="Event or invoice ID"
      keyOf={({ id }) => id}
      refreshMs={soonestRefreshMs}
      empty={
        <EmptyState Icon={Webhook} title={`No ${mode} events yet`}>
          Events appear here with every delivery attempt. Create an invoice with a webhook_url and pay it, or
          send a test event.
        </EmptyState>
      }
    />
  )
}

const COLUMNS: ListColumn<DeliveryRow>[] = [
  {
    key: 'event',
    title: 'Event',
    isFixed: true,
    className: 'w-full max-w-0 sm:w-auto sm:max-w-72',
    cell: (delivery) => (
      <>
        <Link
          href={`/developers/webhooks/${delivery.id}`}
          className="flex items-center gap-2 rounded font-medium hover:underline"
        >
          <span className="truncate">{eventName(delivery)}</span>
          {delivery.isTest && <Badge tone="accent">Test</Badge>}
        </Link>
        <span className="block truncate text-muted-foreground text-xs leading-5" title={delivery.url}>
          {delivery.url}
        </span>
        <span className="block text-muted-foreground text-xs leading-5 sm:hidden">
          <Timestamp at={delivery.createdAt} />
        </span>
      </>
    ),
  },
  {
    key: 'status',
    title: 'Delivery',
    isFixed: true,
    className: 'max-sm:pr-4',
    cell: ({ status }) => <WebhookStatusBadge status={status} />,
  },
  {
    key: 'last',
    title: 'Last attempt',
    className: 'hidden max-w-48 md:table-cell',
    cell: (delivery) => <LastAttempt delivery={delivery} />,
  },
  {
    key: 'created',
    title: 'Created',
    className: 'hidden sm:table-cell',
    cell: ({ createdAt }) => <Timestamp at={createdAt} />,
  },
]

/** `INV-0042 · Paid`, or `invoice.paid` for an event to an endpoint. */
function eventName({ invoiceNumber, invoiceStatus, eventType }: DeliveryRow): string {
  const status = invoiceStatus ?? eventType ?? 'Event'
  return invoiceNumber ? `${invoiceNumber} · ${status}` : status
}

function redeliverColumn(mode: Mode): ListColumn<DeliveryRow> {
  return {
    key: 'redeliver',
    title: 'Actions',
    align: 'right',
    className: 'hidden lg:table-cell',
    cell: ({ id }) => <RedeliverButton mode={mode} id={id} size="small" />,
  }
}

function LastAttempt({ delivery }: { delivery: DeliveryRow }) {
  if (!delivery.lastAnswer) return <span className="text-muted-foreground">None yet</span>
  return (
    <>
      <span className="block truncate first-letter:uppercase" title={delivery.lastAnswer}>
        {delivery.lastAnswer}
      </span>
      <span className="block whitespace-nowrap text-muted-foreground text-xs leading-5">
        {delivery.attemptCount} {delivery.attemptCount === 1 ? 'attempt' : 'attempts'}
        {delivery.nextAttemptAt && (
          <>
            , next <Timestamp at={delivery.nextAttemptAt} />
          </>
        )}
      </span>
    </>
  )
}

function soonestRefreshMs(deliveries: DeliveryRow[]): number | false {
  const all = deliveries.map(refreshDeliveryMs).filter((ms) => ms !== false)
  return all.length > 0 ? Math.max(SHORTEST_REFRESH_MS, Math.min(...all)) : false
}

/** A list costs more to refresh than one delivery. */
const SHORTEST_REFRESH_MS = 3000
