'use client'

import type { ApiKeyRow } from '@/lib/api/dashboard/read-api-keys'
import type { Mode } from '@/lib/auth/mode'
import { useRevokeApiKey } from '@/lib/client/api-keys'
import { failureMessage } from '@/lib/client/request'
import { ConfirmDialog } from '../ui/confirm-dialog'
import { useToast } from '../ui/toast'

/** Open while there is a key to revoke. */
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
        toast(`“${apiKey.name}” is revoked`)
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
      Requests with <strong className="break-words font-medium text-foreground">{apiKey?.name}</strong>{' '}
      <span className="whitespace-nowrap font-mono text-[0.8125rem]">({apiKey?.hint})</span> are refused from
      then on. This can’t be undone.
    </ConfirmDialog>
  )
}
