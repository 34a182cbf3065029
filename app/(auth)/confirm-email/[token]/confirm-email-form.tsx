'use client'

import Link from 'next/link'
import { useState } from 'react'
import { Button, buttonStyle } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { Notice } from '@/components/ui/notice'
import { confirmEmail } from '@/lib/client/email-confirmation'
import { failureMessage } from '@/lib/client/request'
import { useHydrated } from '@/lib/client/use-hydrated'
import { useSingleFlight } from '@/lib/client/use-single-flight'

type State = { step: 'open' | 'confirming' | 'confirmed'; refusal: string | null }

/** A button, since programs that look into mail follow the links in it: opening one must change nothing. */
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
          Your address is confirmed.
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
        Confirm address
      </Button>
    </div>
  )
}
