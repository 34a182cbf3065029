'use client'
import { useState } from 'react'
import { failureMessage } from '@/components/browser/request'
import { useDialogAction } from '@/components/forms/send-once'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Dialog, DialogForm } from '@/components/ui/dialog'
import { Field, Select } from '@/components/ui/field'
import { ExactTime } from '@/components/ui/timestamp'
import { useToast } from '@/components/ui/toast'
import { GRACE_PERIODS, type GracePeriod } from '@/lib/api-keys/api-key-expiry'
import type { ApiKeyRow } from '@/lib/api-keys/queries'
import type { Mode } from '@/lib/auth/mode'
import { useRevokeApiKey, useRotateApiKey } from './api-key-queries'
import { GeneratedKey } from './generate-key-dialog'

type RotateKeyDialogProps = { mode: Mode; apiKey: ApiKeyRow; onClose: () => void }

/** Asks how long the old key keeps working, then shows the new one. Only the Done button closes it then. */
export function RotateKeyDialog({ mode, apiKey, onClose }: RotateKeyDialogProps) {
  const rotate = useRotateApiKey(mode)
  const [grace, setGrace] = useState<GracePeriod>('24h')
  const newKey = rotate.data
  const send = useDialogAction(() => rotate.mutateAsync({ id: apiKey.id, grace }))
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={newKey ? 'Save your new key' : `Rotate the key “${apiKey.name}”?`}
      sticky={newKey !== undefined || rotate.isPending}
    >
      {newKey ? (
        <GeneratedKey
          apiKey={newKey.key}
          note={<OldKeyNote hint={apiKey.hint} expiresAt={newKey.oldExpiresAt} isNow={grace === 'none'} />}
          onDone={onClose}
        />
      ) : (
        <DialogForm
          onSubmit={() => send()}
          error={rotate.error && failureMessage(rotate.error)}
          onCancel={onClose}
          action="Rotate key"
          pending={rotate.isPending}
        >
          <p className="text-muted-foreground">
            A new key with the same name replaces{' '}
            <span className="whitespace-nowrap font-mono text-[0.8125rem]">{apiKey.hint}</span>. Update your
            server before the old key expires.
          </p>
          <Field label="Old key expires">
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
        </DialogForm>
      )}
    </Dialog>
  )
}

function OldKeyNote({ hint, expiresAt, isNow }: { hint: string; expiresAt: string; isNow: boolean }) {
  const key = <span className="whitespace-nowrap font-mono">{hint}</span>
  if (isNow) return <>The old key {key} stops working now.</>
  return (
    <>
      The old key {key} ends <ExactTime at={expiresAt} />.
    </>
  )
}

/** Open while `apiKey` is set. */
export function RevokeKeyDialog({
  mode,
  apiKey,
  onClose,
}: {
  mode: Mode
  apiKey: ApiKeyRow | null
  onClose: () => void
}) {
  const revoke = useRevokeApiKey(mode)
  const toast = useToast()
  const close = () => {
    revoke.reset()
    onClose()
  }
  const confirm = () => {
    if (!apiKey) return
    revoke.mutate(apiKey.id, {
      onSuccess: () => {
        toast(`API key “${apiKey.name}” revoked`)
        close()
      },
    })
  }
  return (
    <ConfirmDialog
      open={apiKey !== null}
      onOpenChange={(open) => !open && close()}
      title="Revoke this key?"
      action="Revoke key"
      pending={revoke.isPending}
      error={revoke.error && failureMessage(revoke.error)}
      onConfirm={confirm}
    >
      Requests that use <strong className="break-words font-medium text-foreground">{apiKey?.name}</strong>{' '}
      <span className="whitespace-nowrap font-mono text-[0.8125rem]">({apiKey?.hint})</span> will be refused.
      This can’t be undone.
    </ConfirmDialog>
  )
}
