import { WebhookStatusBadge } from '@/components/developers/status-badges'
import { Link } from '@/components/ui/link'
import type { InvoiceEventRow } from '@/lib/payments/queries'
import { Card, CardHeader } from '../ui/card'
import { Cell, HeadCell, Row, Table, TableHead } from '../ui/table'
import { Timestamp } from '../ui/timestamp'

/** The webhook events of one invoice. */
export function InvoiceEvents({
  events,
  webhookUrl,
}: {
  events: InvoiceEventRow[]
  webhookUrl: string | null
}) {
  return (
    <Card aria-labelledby="events" className="overflow-hidden print:hidden">
      <CardHeader id="events" title="Webhooks" />
      {events.length === 0 ? (
        <p className="px-4 pb-4 text-muted-foreground sm:px-5">
          {webhookUrl ? (
            <>
              None sent yet. When the status changes, a webhook goes to{' '}
              <span className="wrap-anywhere">{webhookUrl}</span>
            </>
          ) : (
            'This invoice was created without a webhook URL, so no webhooks are sent.'
          )}
        </p>
      ) : (
        <EventTable events={events} />
      )}
    </Card>
  )
}

function EventTable({ events }: { events: InvoiceEventRow[] }) {
  return (
    <Table label="Webhooks">
      <TableHead>
        <HeadCell>Event</HeadCell>
        <HeadCell className="max-sm:pr-4">Delivery</HeadCell>
        <HeadCell className="hidden text-right md:table-cell">Attempts</HeadCell>
        <HeadCell className="hidden text-right sm:table-cell">Sent</HeadCell>
      </TableHead>
      <tbody>
        {events.map(({ id, sequence, url, status, attemptCount, createdAt }) => (
          <Row key={id}>
            <Cell className="w-full max-w-0 sm:w-auto sm:max-w-96">
              <Link href={`/developers/webhooks/${id}`} className="rounded font-medium hover:underline">
                Status change {sequence}
              </Link>
              <span title={url} className="block truncate text-[0.8125rem] text-muted-foreground">
                {url}
              </span>
            </Cell>
            <Cell className="max-sm:pr-4">
              <WebhookStatusBadge status={status} />
            </Cell>
            <Cell className="tabular hidden text-right md:table-cell">{attemptCount}</Cell>
            <Cell className="hidden text-right sm:table-cell">
              <Timestamp at={createdAt} />
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  )
}
