'use client'

import { useQuery } from '@tanstack/react-query'
import { LoaderCircle } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { failureMessage } from '@/components/browser/request'
import { useSingleFlight } from '@/components/forms/send-once'
import { Input } from '@/components/ui/field'
import { Link } from '@/components/ui/link'
import type { Mode } from '@/lib/auth/mode'
import { isWebUrl, URL_LENGTH } from '@/lib/http/web-url'
import type { WebhookEventView } from '@/lib/webhooks/queries'
import { Button, buttonStyle } from '../ui/button'
import { Dialog, DialogActions } from '../ui/dialog'
import { Field } from '../ui/field'
import { Notice } from '../ui/notice'
import { useSendTestEvent, webhookEventQuery } from './webhook-queries'

type TestEventDialogProps = { mode: Mode; lastUrl: string; onClose: () => void }

/** Sends a test event to a URL and shows the receiver's answer when it arrives. */
export function TestEventDialog({ mode, lastUrl, onClose }: TestEventDialogProps) {
  const send = useSendTestEvent(mode)
  const [url, setUrl] = useState(lastUrl)
  const [urlError, setUrlError] = useState<string>()
  const submit = useSingleFlight(() => send.mutateAsync(url.trim()).catch(() => undefined))
  const check = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const isUrl = isWebUrl(url.trim())
    setUrlError(isUrl ? undefined : 'Enter a URL that starts with https:// or http://')
    if (isUrl) void submit()
    else event.currentTarget.querySelector('input')?.focus()
  }
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Send a test event"
      description="Sends a signed example of a paid invoice to your server, once."
    >
      <form method="post" noValidate onSubmit={check} className="space-y-4">
        {send.error && (
          <Notice kind="danger" role="alert">
            {failureMessage(send.error)}
          </Notice>
        )}
        <Field label="URL" error={urlError}>
          {(control) => (
            <Input
              {...control}
              type="url"
              inputMode="url"
              value={url}
              maxLength={URL_LENGTH}
              autoComplete="off"
              placeholder="https://example.com/webhooks"
              onChange={({ target }) => setUrl(target.value)}
            />
          )}
        </Field>
        {send.data && <TestResult key={send.data.id} mode={mode} id={send.data.id} />}
        <DialogActions>
          <Button variant="secondary" onClick={onClose}>
            Close
          </Button>
          <Button type="submit" pending={send.isPending}>
            {send.data ? 'Send another' : 'Send test event'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

function TestResult({ mode, id }: { mode: Mode; id: string }) {
  const { data, error } = useQuery(webhookEventQuery(mode, id))
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
        <Outcome event={data} />
      )}
      <Link
        href={`/developers/webhooks/${id}`}
        className={buttonStyle({ variant: 'secondary', size: 'small' })}
      >
        View event
      </Link>
    </div>
  )
}

function Outcome({ event }: { event: WebhookEventView }) {
  const [last] = event.attempts
  const answer = last?.error ?? `HTTP ${last?.responseStatus}`
  const isDelivered = event.status === 'DELIVERED'
  return (
    <Notice kind={isDelivered ? 'success' : 'danger'} title={isDelivered ? 'Delivered' : 'Not delivered'}>
      <p className="break-words first-letter:uppercase">
        {answer}, after {last?.durationMs} ms
      </p>
    </Notice>
  )
}
