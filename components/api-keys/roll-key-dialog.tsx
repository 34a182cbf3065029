'use client'

import { type FormEvent, useState } from 'react'
import type { ApiKeyRow } from '@/lib/api/dashboard/read-api-keys'
import { GRACE_PERIODS, type GracePeriod } from '@/lib/api-key-expiry'
import type { Mode } from '@/lib/auth/mode'
import { useRollApiKey } from '@/lib/client/api-keys'
import { failureMessage } from '@/lib/client/request'
import { useSingleFlight } from '@/lib/client/use-single-flight'
import { ExactTime } from '../developers/exact-time'
import { Button } from '../ui/button'
import { Dialog, DialogActions } from '../ui/dialog'
import { Field } from '../ui/field'
import { Notice } from '../ui/notice'
import { Select } from '../ui/select'
import { GeneratedKey } from './generated-key'

type RollKeyDialogProps = { mode: Mode; apiKey: ApiKeyRow; onClose: () => void }

/** Asks how long the old key stays good, then shows the new one, which only its own button closes. */
export function RollKeyDialog({ mode, apiKey, onClose }: RollKeyDialogProps) {
  const roll = useRollApiKey(mode)
  const [grace, setGrace] = useState<GracePeriod>('24h')
  const made = roll.data
  const send = useSingleFlight(() =>
    // What it refuses is shown from the mutation's own state.
    roll.mutateAsync({ id: apiKey.id, grace }).catch(() => undefined),
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={made ? 'Save your new key' : `Roll ${apiKey.name}?`}
      sticky={made !== undefined || roll.isPending}
    >
      {made ? (
        <GeneratedKey
          apiKey={made.key}
          note={<OldKeyNote hint={apiKey.hint} expiresAt={made.oldExpiresAt} isNow={grace === 'none'} />}
          onDone={onClose}
        />
      ) : (
        <form method="post" noValidate onSubmit={submit} className="space-y-4">
          {roll.error && (
            <Notice kind="danger" role="alert">
              {failureMessage(roll.error)}
            </Notice>
          )}
          <p className="text-muted-foreground">
            A new key with the same name takes the place of{' '}
            <span className="whitespace-nowrap font-mono text-[0.8125rem]">{apiKey.hint}</span>. Put it into
            your server before the old one ends.
          </p>
          <Field label="The old key ends">
            {(control) => (
              <Select
                {...control}
                value={grace}
                onChange={(event) => setGrace(event.target.value as GracePeriod)}
              >
                {GRACE_PERIODS.map(({ name, label }) => (
                  <option key={name} value={name}>
                    {label}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <DialogActions>
            <Button variant="secondary" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" pending={roll.isPending}>
              Roll key
            </Button>
          </DialogActions>
        </form>
      )}
    </Dialog>
  )
}

function OldKeyNote({ hint, expiresAt, isNow }: { hint: string; expiresAt: string; isNow: boolean }) {
  const key = <span className="whitespace-nowrap font-mono">{hint}</span>
  if (isNow) return <>The old key {key} is refused from now on.</>
  return (
    <>
      The old key {key} ends <ExactTime at={expiresAt} />.
    </>
  )
}
