'use client'
import { useState } from 'react'
import { failureMessage } from '@/components/browser/request'
import { useHydrated, useSingleFlight } from '@/components/forms/send-once'
import { Button, buttonStyle } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { Link } from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import { confirmEmail, sendConfirmation } from './auth-requests'

type State = { step: 'open' | 'confirming' | 'confirmed'; refusal: string | null }

/** A button, because mail scanners follow links: opening the page must change nothing. */
export function ConfirmEmailForm({ token, homePath }: { token: string; homePath: string }) {
  const [{ step, refusal }, setState] = useState<State>({ step: 'open', refusal: null })
  const isHydrated = useHydrated()
  const confirm = useSingleFlight(async () => {
    setState({ step: 'confirming', refusal: null })
    try {
      await confirmEmail(token)
      setState({ step: 'confirmed', refusal: null })
    } catch (error) {
      setState({ step: 'open', refusal: failureMessage(error) })
    }
  })
  if (step === 'confirmed') {
    return (
      <div className="space-y-4">
        <Notice kind="success" role="status">
          Your email address is confirmed
        </Notice>
        <Link href={homePath} className={classNames(buttonStyle(), 'h-10 w-full')}>
          Go to Home
        </Link>
      </div>
    )
  }
  return (
    <div className="space-y-4">
      {refusal && (
        <Notice kind="danger" role="alert">
          {refusal}
        </Notice>
      )}
      <Button
        pending={step === 'confirming'}
        disabled={!isHydrated}
        onClick={confirm}
        className="h-10 w-full"
      >
        Confirm email
      </Button>
    </div>
  )
}

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
