'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import type { WebhookEventView } from '@/lib/api/dashboard/read-webhook-event'
import { webhookEventQuery } from '@/lib/client/webhooks'
import { ExactTime } from '../developers/exact-time'
import { Payload } from '../developers/payload'
import { BackLink } from '../ui/back-link'
import { Badge } from '../ui/badge'
import { Card, CardHeader } from '../ui/card'
import { CopyButton } from '../ui/copy-button'
import { Description, DescriptionList } from '../ui/description-list'
import { PageHeader } from '../ui/page-header'
import { Timestamp } from '../ui/timestamp'
import { RedeliverButton } from './redeliver-button'
import { WebhookAttempt } from './webhook-attempt'
import { WebhookStatusBadge } from './webhook-status-badge'

type WebhookEventProps = { initial: WebhookEventView; isBanned: boolean }

/** An event, what it says, and every attempt to deliver it. */
export function WebhookEvent({ initial, isBanned }: WebhookEventProps) {
  const { data: event } = useQuery({ ...webhookEventQuery(initial.mode, initial.id), initialData: initial })
  return (
    <div className="space-y-6">
      <div className="space-y-2">
        <BackLink href="/developers/webhooks">Webhooks</BackLink>
        <PageHeader
          title="Webhook event"
          badge={
            <>
              <WebhookStatusBadge status={event.status} />
              {event.invoiceId === null && <Badge tone="accent">Test</Badge>}
            </>
          }
          action={!isBanned && <RedeliverButton mode={event.mode} id={event.id} />}
        />
      </div>
      <Card aria-labelledby="details">
        <CardHeader id="details" title="Details" />
        <EventDetails event={event} />
      </Card>
      <Card aria-labelledby="attempts">
        <CardHeader
          id="attempts"
          title="Attempts"
          description={event.attemptCount === 0 ? 'None has been made yet.' : null}
        />
        {event.attempts.map((attempt, index) => (
          <WebhookAttempt key={attempt.number} attempt={attempt} isOpen={index === 0} />
        ))}
      </Card>
      <Card aria-labelledby="body">
        <CardHeader id="body" title="Body" description="Every attempt sends the same bytes." />
        <div className="px-4 pb-4 sm:px-5">
          <Payload title="JSON, indented for reading" text={event.payload} />
        </div>
      </Card>
    </div>
  )
}

function EventDetails({ event }: { event: WebhookEventView }) {
  return (
    <DescriptionList>
      <Description term="Id">
        <span className="flex flex-wrap items-center gap-1">
          <code className="break-all font-mono text-[0.8125rem]">{event.id}</code>
          <CopyButton text={event.id} what="event id" className="-my-1" />
        </span>
      </Description>
      <Description term="Sent to">
        <span className="break-all">{event.url}</span>
      </Description>
      <Description term="Invoice">
        {event.invoiceId ? (
          <Link href={`/invoices/${event.invoiceId}`} className="break-all text-accent-text hover:underline">
            {event.invoiceId}
          </Link>
        ) : (
          'None: this is a test event'
        )}
      </Description>
      <Description term="Sequence">{event.sequence}</Description>
      <Description term="Created">
        <ExactTime at={event.createdAt} />
      </Description>
      <Description term="Next attempt">
        {event.nextAttemptAt ? (
          <>
            <ExactTime at={event.nextAttemptAt} /> (<Timestamp at={event.nextAttemptAt} />)
          </>
        ) : (
          'None'
        )}
      </Description>
    </DescriptionList>
  )
}
