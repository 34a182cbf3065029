'use client'

import { Eye, EyeOff } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { failureMessage } from '@/components/browser/request'
import { useSingleFlight } from '@/components/forms/send-once'
import type { Mode } from '@/lib/auth/mode'
import { Button } from '../ui/button'
import { CopyButton } from '../ui/copy-button'
import { MaskedNumber } from './bank-account-name'
import { revealBankAccount } from './customer-queries'

/** A revealed number is hidden again after this time. */
const SHOWN_MS = 30_000

type RevealNumberProps = { mode: Mode; id: string; last4: string; holder: string; canReveal: boolean }

/** A masked account number that can be revealed for a short time; revealing it is recorded. */
export function RevealNumber({ mode, id, last4, holder, canReveal }: RevealNumberProps) {
  const [number, setNumber] = useState<string | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isAsking, setAsking] = useState(false)

  const toggle = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (!number) return
    const timer = setTimeout(() => {
      // The copy button disappears with the number, so hand its focus to the toggle.
      if (toggle.current?.parentElement?.contains(document.activeElement)) toggle.current.focus()
      setNumber(null)
    }, SHOWN_MS)
    return () => clearTimeout(timer)
  }, [number])

  const reveal = useSingleFlight(async () => {
    setRefusal(null)
    setAsking(true)
    try {
      setNumber(await revealBankAccount(mode, id))
    } catch (error) {
      setRefusal(failureMessage(error))
    } finally {
      setAsking(false)
    }
  })

  return (
    <div>
      <span className="flex flex-wrap items-center gap-x-1.5">
        {number ? (
          <>
            <span className="tabular font-mono text-[0.8125rem]" data-testid="account-number">
              {number}
            </span>
            <CopyButton text={number} what="account number" className="-my-1" />
          </>
        ) : (
          <MaskedNumber last4={last4} />
        )}
        {canReveal && (
          <Button
            ref={toggle}
            variant="ghost"
            size="icon"
            className="-my-1 size-7 rounded-md"
            pending={isAsking}
            aria-label={
              number
                ? `Hide the account number of ${holder}`
                : `Reveal the account number of ${holder} ending in ${last4}`
            }
            title={number ? 'Hide' : 'Reveal (recorded in the audit log)'}
            onClick={() => (number ? setNumber(null) : reveal())}
          >
            {!isAsking &&
              (number ? <EyeOff aria-hidden className="size-4" /> : <Eye aria-hidden className="size-4" />)}
          </Button>
        )}
      </span>
      <span role="status" className="sr-only">
        {number ? 'Account number shown for 30 seconds' : ''}
      </span>
      {refusal && (
        <p role="alert" className="text-[0.8125rem] text-danger">
          {refusal}
        </p>
      )}
    </div>
  )
}
