'use client'
import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { Payload } from '@/components/developers/payload'
import { WebhookStatusBadge } from '@/components/developers/status-badges'
import { Badge } from '@/components/ui/badge'
import { Card, CardHeader, Description, DescriptionList } from '@/components/ui/card'
import { CopyableId } from '@/components/ui/copy-button'
import { Link } from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import { BackLink, PageHeader } from '@/components/ui/page-header'
import { ExactTime, Timestamp } from '@/components/ui/timestamp'
import type { DeliveryView, WebhookAttemptView } from '@/lib/webhooks/queries'
import { RedeliverButton } from './redeliver-button'
import { deliveryQuery } from './webhook-queries'

type WebhookDeliveryProps = { initial: DeliveryView; isReadOnly: boolean }

/** A delivery, its payload and every attempt. */
export function WebhookDelivery({ initial, isReadOnly }: WebhookDeliveryProps) {
  const { data: delivery } = useQuery({ ...deliveryQuery(initial.mode, initial.id), initialData: initial })
  return (
    <div className="space-y-6">
      <div className="space-y-2">
        <BackLink href="/developers/webhooks">Webhooks</BackLink>
        <PageHeader
          title="Webhook delivery"
          badge={
            <>
              <WebhookStatusBadge status={delivery.status} />
              {delivery.isTest && <Badge tone="accent">Test</Badge>}
            </>
          }
          action={!isReadOnly && <RedeliverButton mode={delivery.mode} id={delivery.id} />}
        />
      </div>
      <Card aria-labelledby="details">
        <CardHeader id="details" title="Details" />
        <DeliveryDetails delivery={delivery} />
      </Card>
      <Card aria-labelledby="attempts">
        <CardHeader
          id="attempts"
          title="Attempts"
          description={delivery.attemptCount === 0 ? 'No attempts yet' : null}
        />
        {delivery.attempts.map((attempt, index) => (
          <WebhookAttempt key={attempt.number} attempt={attempt} isOpen={index === 0} />
        ))}
      </Card>
      <Card aria-labelledby="body">
        <CardHeader
          id="body"
          title="Body"
          description="Every attempt sends the same bytes. Indented here for reading, copied as sent."
        />
        <div className="px-4 pb-4 sm:px-5">
          <Payload title="JSON" text={delivery.payload} />
        </div>
      </Card>
    </div>
  )
}

function DeliveryDetails({ delivery }: { delivery: DeliveryView }) {
  return (
    <DescriptionList>
      <Description term="Delivery ID">
        <CopyableId id={delivery.id} what="delivery ID" />
      </Description>
      <Description term="Sent to">
        <span className="break-all">{delivery.url}</span>
      </Description>
      {delivery.isTest && <Description term="Invoice">None: this is a test event</Description>}
      {delivery.invoiceId && (
        <Description term="Invoice">
          <Link href={`/invoices/${delivery.invoiceId}`} className="text-accent-text hover:underline">
            {delivery.invoiceNumber}
          </Link>
        </Description>
      )}
      {delivery.eventType && (
        <Description term="Event type">
          <span className="font-mono text-[0.8125rem]">{delivery.eventType}</span>
        </Description>
      )}
      {delivery.eventId && (
        <Description term="Event ID">
          <CopyableId id={delivery.eventId} what="event ID" />
        </Description>
      )}
      <Description term="Sequence">{delivery.sequence}</Description>
      <Description term="Created">
        <ExactTime at={delivery.createdAt} />
      </Description>
      <Description term="Next attempt">
        {delivery.nextAttemptAt ? (
          <>
            <ExactTime at={delivery.nextAttemptAt} /> (<Timestamp at={delivery.nextAttemptAt} />)
          </>
        ) : (
          'None'
        )}
      </Description>
    </DescriptionList>
  )
}

type WebhookAttemptProps = { attempt: WebhookAttemptView; isOpen: boolean }

/** One attempt: a row that opens to show request and answer. */
function WebhookAttempt({ attempt, isOpen }: WebhookAttemptProps) {
  const { number, at, durationMs, responseStatus } = attempt
  const isSuccess = responseStatus !== null && responseStatus >= 200 && responseStatus < 300
  return (
    <details open={isOpen} className="group border-t">
      <summary className="flex cursor-pointer list-none flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3 hover:bg-muted/50 sm:px-5 [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden
          className="size-4 shrink-0 text-muted-foreground transition-transform group-open:rotate-90 motion-reduce:transition-none"
        />
        <span className="font-medium">Attempt {number}</span>
        <Badge tone={isSuccess ? 'success' : 'danger'}>
          {responseStatus === null ? 'No response' : `HTTP ${responseStatus}`}
        </Badge>
        <span className="tabular ml-auto flex gap-4 text-[0.8125rem] text-muted-foreground">
          <span>{durationMs} ms</span>
          <ExactTime at={at} />
        </span>
      </summary>
      <AttemptDetails attempt={attempt} />
    </details>
  )
}

function AttemptDetails({ attempt }: { attempt: WebhookAttemptView }) {
  const { requestHeaders, signedText, responseStatus, responseBody, error } = attempt
  return (
    <div className="space-y-5 px-4 pt-1 pb-5 sm:px-5">
      {error && (
        <Notice kind="danger" title="No response">
          <p className="break-words first-letter:uppercase">{error}</p>
        </Notice>
      )}
      {requestHeaders && (
        <section>
          <h3 className="font-medium text-[0.8125rem]">Request headers</h3>
          <dl className="mt-1 space-y-1.5 rounded-lg border bg-muted/60 px-3.5 py-3 font-mono text-[0.8125rem] leading-5">
            {requestHeaders.map(({ name, value }) => (
              <div key={name} className="sm:flex sm:gap-3">
                <dt className="w-44 shrink-0 text-muted-foreground">{name}</dt>
                <dd className="min-w-0 break-all">{value}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      {signedText && (
        <Payload
          title="Signed string"
          text={signedText}
          isExact
          note="ID, timestamp and body, joined by dots. Each signature is the HMAC-SHA256 of this string."
        />
      )}
      {responseStatus !== null && (
        <Payload title="Response" text={responseBody ?? ''} note="Only the first 4,096 characters are kept" />
      )}
    </div>
  )
}
