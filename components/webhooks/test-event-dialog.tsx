'use client'

import { useQuery } from '@tanstack/react-query'
import { LoaderCircle } from 'lucide-react'
import { failureMessage } from '@/components/browser/request'
import { Link } from '@/components/ui/link'
import type { Mode } from '@/lib/auth/mode'
import type { DeliveryView } from '@/lib/webhooks/queries'
import { buttonStyle } from '../ui/button'
import { Notice } from '../ui/notice'
import { deliveryQuery, useSendTestEvent } from './webhook-queries'
import { WebhookUrlDialog } from './webhook-url-dialog'

type TestEventDialogProps = { mode: Mode; lastUrl: string; onClose: () => void }

/** Sends a test event to a URL and shows the receiver's answer when it arrives. */
export function TestEventDialog({ mode, lastUrl, onClose }: TestEventDialogProps) {
  const send = useSendTestEvent(mode)
  return (
    <WebhookUrlDialog
      title="Send a test event"
      description="Sends a signed example of a paid invoice to your server, once."
      initialUrl={lastUrl}
      action={send.data ? 'Send another' : 'Send test event'}
      close="Close"
      isPending={send.isPending}
      error={send.error}
      onSubmit={(url) => send.mutateAsync(url).catch(() => undefined)}
      onClose={onClose}
    >
      {send.data && <TestResult key={send.data.id} mode={mode} id={send.data.id} />}
    </WebhookUrlDialog>
  )
}

function TestResult({ mode, id }: { mode: Mode; id: string }) {
  const { data, error } = useQuery(deliveryQuery(mode, id))
  return (
    <div role="status" className="space-y-3">
      {error ? (
        <Notice kind="danger">{failureMessage(error)}</Notice>
      ) : !data || data.status === 'PENDING' ? (
        <p className="flex items-center gap-2 text-muted-foreground">
          <LoaderCircle aria-hidden className="size-4 animate-spin motion-reduce:animate-none" />
          Waiting for a response…
        </p>
      ) : (
        <Outcome delivery={data} />
      )}
      <Link
        href={`/developers/webhooks/${id}`}
        className={buttonStyle({ variant: 'secondary', size: 'small' })}
      >
        View delivery
      </Link>
    </div>
  )
}

function Outcome({ delivery }: { delivery: DeliveryView }) {
  const [last] = delivery.attempts
  const answer = last?.error ?? `HTTP ${last?.responseStatus}`
  const isDelivered = delivery.status === 'DELIVERED'
  return (
    <Notice kind={isDelivered ? 'success' : 'danger'} title={isDelivered ? 'Delivered' : 'Not delivered'}>
      <p className="break-words first-letter:uppercase">
        {answer}, after {last?.durationMs} ms
      </p>
    </Notice>
  )
}
