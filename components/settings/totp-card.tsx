'use client'

import dynamic from 'next/dynamic'
import { useState } from 'react'
import { Badge } from '../ui/badge'
import { Button } from '../ui/button'
import { Card, CardHeader } from '../ui/card'
import { Notice } from '../ui/notice'
import { Timestamp } from '../ui/timestamp'

// Opened once in the life of an account: not a part of what the page loads first. Without `ssr: false` they
// have no boundary of their own: the page would be hidden while one loads, and lose the focus.
const EnableTotpDialog = dynamic(
  () => import('./enable-totp-dialog').then((module) => module.EnableTotpDialog),
  { ssr: false },
)
const SecondStepDialog = dynamic(
  () => import('./second-step-dialog').then((module) => module.SecondStepDialog),
  { ssr: false },
)

const FEW_CODES = 3

type TotpCardProps = {
  /** When it was switched on; null: it is off. */
  since: string | null
  recoveryCodesLeft: number
  isBanned: boolean
}

/** Two-step sign-in: whether it is on, and what can be done about it. */
export function TotpCard({ since, recoveryCodesLeft, isBanned }: TotpCardProps) {
  const [open, setOpen] = useState<'enable' | 'disable' | 'renew' | null>(null)
  const close = () => setOpen(null)
  return (
    <Card aria-labelledby="totp">
      <CardHeader
        id="totp"
        title="Two-step sign-in"
        description="A code of an app on your phone, asked for after the password: without the phone a stolen password opens nothing."
        action={<Badge tone={since ? 'success' : 'neutral'}>{since ? 'On' : 'Off'}</Badge>}
      />
      <div className="space-y-4 px-4 pb-4 sm:px-5 sm:pb-5">
        {since && (
          <p className="text-muted-foreground">
            On since <Timestamp at={since} />. {codesLeft(recoveryCodesLeft)}
          </p>
        )}
        {since && recoveryCodesLeft < FEW_CODES && (
          <Notice kind="warning" title="Your recovery codes run out">
            They are the way in without your phone. Make ten new ones.
          </Notice>
        )}
        {!isBanned && (
          <div className="flex flex-wrap gap-2">
            {since ? (
              <>
                <Button variant="secondary" onClick={() => setOpen('renew')}>
                  New recovery codes
                </Button>
                <Button variant="secondary" onClick={() => setOpen('disable')}>
                  Switch off
                </Button>
              </>
            ) : (
              <Button onClick={() => setOpen('enable')}>Set up</Button>
            )}
          </div>
        )}
      </div>
      {open === 'enable' && <EnableTotpDialog onClose={close} />}
      {(open === 'disable' || open === 'renew') && <SecondStepDialog purpose={open} onClose={close} />}
    </Card>
  )
}

function codesLeft(count: number): string {
  if (count === 1) return 'One recovery code is left.'
  return `${count === 0 ? 'No' : count} recovery codes are left.`
}
