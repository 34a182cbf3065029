'use client'

import type { WebhookEventRow } from '@/lib/api/dashboard/read-webhooks'
import type { Mode } from '@/lib/auth/mode'
import { failureMessage } from '@/lib/client/request'
import { useRedeliver } from '@/lib/client/webhooks'
import { Badge, type Tone } from '../ui/badge'
import { Button } from '../ui/button'
import { Notice } from '../ui/notice'
import { Cell, HeadCell, Row, Table, TableHead } from '../ui/table'
import { Timestamp } from '../ui/timestamp'
import { useToast } from '../ui/toast'

const STATUSES: Record<WebhookEventRow['status'], { label: string; tone: Tone }> = {
  PENDING: { label: 'Pending', tone: 'accent' },
  DELIVERED: { label: 'Delivered', tone: 'success' },
  FAILED: { label: 'Failed', tone: 'danger' },
}

type WebhookEventTableProps = { mode: Mode; events: WebhookEventRow[]; canRedeliver: boolean }

export function WebhookEventTable({ mode, events, canRedeliver }: WebhookEventTableProps) {
  const redeliver = useRedeliver(mode)
  const toast = useToast()
  const send = (id: string) =>
    redeliver.mutate(id, { onSuccess: () => toast('The event is being delivered again') })
  return (
    <>
      {redeliver.error && (
        <Notice kind="danger" role="alert" className="m-4">
          {failureMessage(redeliver.error)}
        </Notice>
      )}
      <Table label="Latest events">
        <TableHead>
          <HeadCell>Event</HeadCell>
          <HeadCell>Status</HeadCell>
          <HeadCell className="hidden md:table-cell">Created</HeadCell>
          <HeadCell className="hidden sm:table-cell">Last attempt</HeadCell>
          <HeadCell>
            <span className="sr-only">Actions</span>
          </HeadCell>
        </TableHead>
        <tbody>
          {events.map((event) => (
            <Row key={event.id}>
              <Cell className="max-w-32 sm:max-w-64">
                <span className="block truncate" title={event.url}>
                  {event.url}
                </span>
                <span
                  className="block truncate font-mono text-muted-foreground text-xs leading-5"
                  title={event.id}
                >
                  {event.id}
                </span>
              </Cell>
              <Cell>
                <Badge tone={STATUSES[event.status].tone}>{STATUSES[event.status].label}</Badge>
              </Cell>
              <Cell className="hidden md:table-cell">
                <Timestamp at={event.createdAt} />
              </Cell>
              <Cell className="hidden max-w-48 sm:table-cell">
                <LastAttempt event={event} />
              </Cell>
              <Cell className="text-right">
                {canRedeliver && (
                  <Button
                    variant="secondary"
                    size="small"
                    aria-label={`Redeliver event ${event.id}`}
                    disabled={redeliver.isPending}
                    onClick={() => send(event.id)}
                  >
                    Redeliver
                  </Button>
                )}
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </>
  )
}

function LastAttempt({ event }: { event: WebhookEventRow }) {
  if (!event.lastAnswer) return <span className="text-muted-foreground">None yet</span>
  return (
    <>
      <span className="block truncate" title={event.lastAnswer}>
        {event.lastAnswer}
      </span>
      <span className="block text-muted-foreground text-xs leading-5">
        {event.attemptCount} {event.attemptCount === 1 ? 'attempt' : 'attempts'}
        {event.nextAttemptAt && (
          <>
            , next <Timestamp at={event.nextAttemptAt} />
          </>
        )}
      </span>
    </>
  )
}
