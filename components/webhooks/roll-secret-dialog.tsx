'use client'

import { useState } from 'react'
import { ExactTime } from '../developers/exact-time'
import { ConfirmDialog } from '../ui/confirm-dialog'
import { Field } from '../ui/field'
import { Select } from '../ui/select'

const OVERLAPS = [
  { hours: 24, label: 'For 24 hours' },
  { hours: 72, label: 'For 3 days' },
  { hours: 1, label: 'For 1 hour' },
  { hours: 0, label: 'Not at all: it has leaked' },
]

type RollSecretDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  pending: boolean
  error: string | null
  /** Until when the secret before the current one signs too; null where there is none. */
  previousUntil: string | null
  onConfirm: (overlapHours: number) => void
}

/** Asks how long the old secret goes on signing before a new one takes its place. */
export function RollSecretDialog({ previousUntil, onConfirm, ...dialog }: RollSecretDialogProps) {
  const [overlapHours, setOverlapHours] = useState(24)
  return (
    <ConfirmDialog
      {...dialog}
      title="Roll the signing secret?"
      action="Roll secret"
      onConfirm={() => onConfirm(overlapHours)}
    >
      A new secret signs from now on. While the old one signs too, you can put the new one into place without
      missing a webhook.
      {previousUntil && (
        <p className="mt-2">
          The secret before the current one signs until <ExactTime at={previousUntil} />. Until then the
          current one can only be rolled with “Not at all”, which ends both at once.
        </p>
      )}
      <Field label="The old secret goes on signing" className="mt-4 text-foreground">
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
