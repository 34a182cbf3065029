'use client'

import { useState } from 'react'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Field, Select } from '@/components/ui/field'
import { ExactTime } from '@/components/ui/timestamp'

const OVERLAPS = [
  { hours: 24, label: 'For 24 hours' },
  { hours: 72, label: 'For 3 days' },
  { hours: 1, label: 'For 1 hour' },
  { hours: 0, label: 'Revoke now: it has leaked' },
]

type RotateSecretDialogProps = {
  open: boolean
  title: string
  onOpenChange: (open: boolean) => void
  pending: boolean
  error: string | null
  /** The time at which the previous secret stops signing; null if there is none. */
  previousUntil: string | null
  onConfirm: (overlapHours: number) => void
}

/** Asks how long the old secret keeps signing after the rotation. */
export function RotateSecretDialog({ previousUntil, onConfirm, ...dialog }: RotateSecretDialogProps) {
  const [overlapHours, setOverlapHours] = useState(24)
  return (
    <ConfirmDialog
      {...dialog}
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
