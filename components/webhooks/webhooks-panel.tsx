'use client'

import { useQuery } from '@tanstack/react-query'
import { Webhook } from 'lucide-react'
import type { WebhooksView } from '@/lib/api/dashboard/read-webhooks'
import { webhooksQuery } from '@/lib/client/webhooks'
import { Card, CardHeader } from '../ui/card'
import { EmptyState } from '../ui/empty-state'
import { PageHeader } from '../ui/page-header'
import { SigningSecret } from './signing-secret'
import { WebhookEventTable } from './webhook-event-table'

export function WebhooksPanel({ initial, isBanned }: { initial: WebhooksView; isBanned: boolean }) {
  const { data } = useQuery({ ...webhooksQuery(initial.mode), initialData: initial })
  const { mode, events, previousSecretExpiresAt } = data
  return (
    <div className="space-y-6">
      <PageHeader
        title="Webhooks"
        description="Each change of an invoice’s status is sent to the webhook_url that the invoice was created with."
      />
      <SigningSecret mode={mode} previousExpiresAt={previousSecretExpiresAt} canRoll={!isBanned} />
      <Card aria-labelledby="deliveries" className="overflow-hidden">
        <CardHeader id="deliveries" title="Latest events" />
        {events.length > 0 ? (
          <WebhookEventTable mode={mode} events={events} canRedeliver={!isBanned} />
        ) : (
          <EmptyState Icon={Webhook} title={`No ${mode} events yet`}>
            Create an invoice with a webhook_url and pay it: its event shows here, with every attempt to
            deliver it.
          </EmptyState>
        )}
      </Card>
    </div>
  )
}
