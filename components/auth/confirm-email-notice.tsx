'use client'
import { useState } from 'react'
import { failureMessage } from '@/components/browser/request'
import { useSingleFlight } from '@/components/forms/send-once'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { sendConfirmation } from './auth-requests'

type NoticeState = { isSending: boolean; outcome: string | null }

/** Shown until the vendor confirms its email: what to do, and what is unavailable until then. */
export function ConfirmEmailNotice({ email }: { email: string }) {
  const [{ isSending, outcome }, setState] = useState<NoticeState>({ isSending: false, outcome: null })
  const send = useSingleFlight(async () => {
    setState({ isSending: true, outcome: null })
    const words = await sendConfirmation().then(() => 'We sent another link', failureMessage)
    setState({ isSending: false, outcome: words })
  })
  return (
    <Notice kind="warning" title="Confirm your email address" className="mb-6">
      <p>Open the link we sent to {email}. Until then, emails to your customers stay in your mailbox.</p>
      <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button variant="secondary" size="small" pending={isSending} onClick={send}>
          Send another link
        </Button>
        <span role="status">{outcome}</span>
      </div>
    </Notice>
  )
}
