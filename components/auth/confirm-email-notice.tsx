'use client'

import { useState } from 'react'
import { sendConfirmation } from '@/lib/client/email-confirmation'
import { failureMessage } from '@/lib/client/request'
import { useSingleFlight } from '@/lib/client/use-single-flight'
import { Button } from '../ui/button'
import { Notice } from '../ui/notice'

type State = { isSending: boolean; outcome: string | null }

/** Until the vendor has shown that mail reaches it: what to do, and what waits for that. */
export function ConfirmEmailNotice({ email }: { email: string }) {
  const [{ isSending, outcome }, setState] = useState<State>({ isSending: false, outcome: null })
  const send = useSingleFlight(async () => {
    setState({ isSending: true, outcome: null })
    const words = await sendConfirmation().then(() => 'Another link is on its way.', failureMessage)
    setState({ isSending: false, outcome: words })
  })
  return (
    <Notice kind="warning" title="Confirm your e-mail address" className="mb-6">
      <p>
        Open the link that was mailed to {email}. Until then, mail to your customers stays in the mailbox.
      </p>
      <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button variant="secondary" size="small" pending={isSending} onClick={send}>
          Send another link
        </Button>
        <span role="status">{outcome}</span>
      </div>
    </Notice>
  )
}
