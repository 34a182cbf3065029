'use client'

import { useState } from 'react'
import { failureMessage } from '@/components/browser/request'
import { useSingleFlight } from '@/components/forms/send-once'
import { Input } from '@/components/ui/field'
import type { Mode } from '@/lib/auth/mode'
import { DAY_MS } from '@/lib/time/units'
import { Button } from '../ui/button'
import { Dialog, DialogActions } from '../ui/dialog'
import { Field } from '../ui/field'
import { Notice } from '../ui/notice'
import { useToast } from '../ui/toast'
import { useFailedCount, useRedeliverFailed } from './webhook-queries'

type RedeliverFailedDialogProps = { mode: Mode; onClose: () => void }

/** Asks for a start time, shows how many deliveries failed since then, and redelivers them all. */
export function RedeliverFailedDialog({ mode, onClose }: RedeliverFailedDialogProps) {
  const [since, setSince] = useState(() => localTime(new Date(Date.now() - DAY_MS)))
  const instant = instantOf(since)
  const failed = useFailedCount(mode, instant)
  const redeliver = useRedeliverFailed(mode)
  const toast = useToast()
  const confirm = useSingleFlight(async () => {
    if (!instant) return
    const outcome = await redeliver.mutateAsync(instant).catch(() => null)
    if (!outcome) return
    toast(outcome.count === 1 ? '1 delivery queued' : `${outcome.count} deliveries queued`)
    if (outcome.remaining === 0) onClose()
  })
  const count = failed.data?.count ?? null
  const error = failed.error ?? redeliver.error
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Redeliver failed deliveries"
      description="Sends again every delivery that has failed or is waiting for a retry."
    >
      <div className="space-y-4">
        {error && (
          <Notice kind="danger" role="alert">
            {failureMessage(error)}
          </Notice>
        )}
        <Field
          label="Created since"
          hint="In your time zone"
          {...(instant ? {} : { error: 'Choose a date and time' })}
        >
          {(control) => (
            <Input
              {...control}
              type="datetime-local"
              value={since}
              onChange={({ target }) => setSince(target.value)}
            />
          )}
        </Field>
        <p role="status" className="text-muted-foreground">
          {instant && count === null && !error && 'Counting…'}
          {count !== null && <CountText count={count} limit={failed.data?.limit ?? 0} />}
        </p>
        <DialogActions>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button
            pending={redeliver.isPending}
            disabled={!instant || !count}
            onClick={confirm}
            className="disabled:opacity-60"
          >
            {count ? `Redeliver ${Math.min(count, failed.data?.limit ?? count)}` : 'Redeliver'}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  )
}

function CountText({ count, limit }: { count: number; limit: number }) {
  if (count === 0) return <>No deliveries have failed since then.</>
  const deliveries = count === 1 ? '1 delivery has' : `${count} deliveries have`
  if (count <= limit) return <>{deliveries} failed since then. They are sent one at a time.</>
  return (
    <>
      {deliveries} failed since then. The oldest {limit} are sent first. Then you can send the rest.
    </>
  )
}

/** The format of an `<input type="datetime-local">`. */
function localTime(date: Date): string {
  const localDate = new Date(date.getTime() - date.getTimezoneOffset() * 60_000)
  return localDate.toISOString().slice(0, 16)
}

function instantOf(local: string): string | null {
  const date = new Date(local)
  return local === '' || Number.isNaN(date.getTime()) ? null : date.toISOString()
}
