'use client'
import { useRouter } from 'next/navigation'
import { useRef, useState } from 'react'
import { failureMessage } from '@/components/browser/request'
import { Button } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { CopyButton } from '@/components/ui/copy-button'
import { Field, Select } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'
import { ExactTime } from '@/components/ui/timestamp'
import type { Mode } from '@/lib/auth/mode'
import { useSigningSecret } from './webhook-queries'

type SigningSecretProps = { mode: Mode; previousExpiresAt: string | null; canRoll: boolean }

/** The account's webhook signing secret, shown on request. */
export function SigningSecret({ mode, previousExpiresAt, canRoll }: SigningSecretProps) {
  const router = useRouter()
  const secretState = useSigningSecret(mode)
  const [isRolling, setRolling] = useState(false)
  const output = useRef<HTMLOutputElement>(null)
  const secret = secretState.data?.secret
  const previousUntil = secretState.data ? secretState.data.previousSecretExpiresAt : previousExpiresAt
  return (
    <Card aria-labelledby="signing-secret">
      <CardHeader
        id="signing-secret"
        title="Signing secret"
        description="Your server uses it to verify that a webhook is genuine."
        action={
          canRoll && (
            <Button variant="secondary" size="small" onClick={() => setRolling(true)}>
              Rotate secret
            </Button>
          )
        }
      />
      <div className="space-y-3 px-4 pb-4 sm:px-5">
        {secretState.error && !isRolling && (
          <Notice kind="danger" role="alert">
            {failureMessage(secretState.error)}
          </Notice>
        )}
        <div className="flex items-center gap-2">
          <output
            ref={output}
            tabIndex={-1}
            aria-labelledby="signing-secret"
            className="min-w-0 select-all break-all rounded-lg border bg-muted/60 px-3 py-1.5 font-mono text-[0.8125rem] leading-5"
          >
            {secret ?? 'whsec_••••••••••••••••'}
          </output>
          {secret ? (
            <CopyButton text={secret} what="signing secret" />
          ) : (
            <Button
              variant="secondary"
              pending={secretState.isPending && !isRolling}
              // The button disappears once the secret is shown.
              onClick={() => secretState.mutate(null, { onSuccess: () => output.current?.focus() })}
            >
              Show
            </Button>
          )}
        </div>
        {previousUntil && (
          <p className="text-[0.8125rem] text-muted-foreground">
            Webhooks are also signed with the previous secret until <ExactTime at={previousUntil} />.
          </p>
        )}
      </div>
      <RollSecretDialog
        open={isRolling}
        onOpenChange={setRolling}
        pending={secretState.isPending}
        error={secretState.error && failureMessage(secretState.error)}
        previousUntil={previousUntil}
        onConfirm={(overlapHours) =>
          secretState.mutate(
            { overlapHours },
            // Refused because the secret was rotated elsewhere; refresh the page to show until when the old
            // one signs.
            { onSuccess: () => setRolling(false), onError: () => router.refresh() },
          )
        }
      />
    </Card>
  )
}

const OVERLAPS = [
  { hours: 24, label: 'For 24 hours' },
  { hours: 72, label: 'For 3 days' },
  { hours: 1, label: 'For 1 hour' },
  { hours: 0, label: 'Revoke now: it has leaked' },
]

type RollSecretDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  pending: boolean
  error: string | null
  /** The time at which the previous secret stops signing; null if there is none. */
  previousUntil: string | null
  onConfirm: (overlapHours: number) => void
}

/** Asks how long the old secret keeps signing after the rotation. */
function RollSecretDialog({ previousUntil, onConfirm, ...dialog }: RollSecretDialogProps) {
  const [overlapHours, setOverlapHours] = useState(24)
  return (
    <ConfirmDialog
      {...dialog}
      title="Rotate the signing secret?"
      action="Rotate secret"
      // With an overlap nothing is lost.
      variant={overlapHours === 0 ? 'danger' : 'primary'}
      onConfirm={() => onConfirm(overlapHours)}
    >
      New webhooks are signed with a new secret. During the overlap the old secret signs too, so you can
      switch without missing a webhook.
      {previousUntil && (
        <p className="mt-2">
          The previous secret also signs until <ExactTime at={previousUntil} />. Until then you can only
          rotate with “Revoke now”, which ends both at once.
        </p>
      )}
      <Field label="Keep the old secret valid" className="mt-4 text-foreground">
        {(control) => (
          <Select
            {...control}
            value={overlapHours}
            onChange={({ target }) => setOverlapHours(Number(target.value))}
          >
            {OVERLAPS.map(({ hours, label }) => (
              <option key={hours} value={hours}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </ConfirmDialog>
  )
}
