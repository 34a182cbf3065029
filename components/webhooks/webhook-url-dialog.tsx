'use client'

import { type FormEvent, type ReactNode, useState } from 'react'
import { failureMessage } from '@/components/browser/request'
import { useSingleFlight } from '@/components/forms/send-once'
import { isWebUrl, URL_LENGTH } from '@/lib/http/web-url'
import { Dialog, DialogForm } from '../ui/dialog'
import { Field, Input } from '../ui/field'

type WebhookUrlDialogProps = {
  title: string
  description: string
  initialUrl?: string
  action: string
  /** The label of the button that closes the dialog. */
  close: string
  isPending: boolean
  error: Error | null
  onSubmit: (url: string) => Promise<unknown>
  onClose: () => void
  children?: ReactNode
}

/** Asks for the URL of a receiver. `children` stand below the field. */
export function WebhookUrlDialog(props: WebhookUrlDialogProps) {
  const [url, setUrl] = useState(props.initialUrl ?? '')
  const [urlError, setUrlError] = useState<string>()
  const submit = useSingleFlight(() => props.onSubmit(url.trim()))
  const check = (event: FormEvent<HTMLFormElement>) => {
    const isUrl = isWebUrl(url.trim())
    setUrlError(isUrl ? undefined : 'Enter a URL that starts with https:// or http://')
    if (isUrl) void submit()
    else event.currentTarget.querySelector('input')?.focus()
  }
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && props.onClose()}
      title={props.title}
      description={props.description}
    >
      <DialogForm
        onSubmit={check}
        error={props.error && failureMessage(props.error)}
        onCancel={props.onClose}
        cancel={props.close}
        action={props.action}
        pending={props.isPending}
      >
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
        {props.children}
      </DialogForm>
    </Dialog>
  )
}
