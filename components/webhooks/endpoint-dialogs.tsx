'use client'

import { failureMessage } from '@/components/browser/request'
import { useDialogAction } from '@/components/forms/send-once'
import type { Mode } from '@/lib/auth/mode'
import type { EndpointsView } from '@/lib/webhooks/delivery-list'
import { Button } from '../ui/button'
import { ConfirmDialog } from '../ui/confirm-dialog'
import { CopyButton } from '../ui/copy-button'
import { Dialog, DialogActions } from '../ui/dialog'
import { Notice } from '../ui/notice'
import { useToast } from '../ui/toast'
import { EndpointForm, type EndpointInput } from './endpoint-form'
import { RotateSecretDialog } from './rotate-secret-dialog'
import {
  useAddEndpoint,
  useChangeEndpoint,
  useDeleteEndpoint,
  useRotateEndpointSecret,
} from './webhook-queries'

type Endpoint = EndpointsView['endpoints'][number]
type EndpointDialogProps = { mode: Mode; endpoint: Endpoint; onClose: () => void }

/** Asks for an endpoint, then shows its secret. After that only the Done button closes the dialog. */
export function AddEndpointDialog({ mode, onClose }: { mode: Mode; onClose: () => void }) {
  const add = useAddEndpoint(mode)
  const secret = add.data?.secret
  const submit = useDialogAction((input: EndpointInput) => add.mutateAsync(input))
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={secret ? 'Save the endpoint’s secret' : 'Add an endpoint'}
      description={
        secret ? undefined : 'We send events to this URL from now on, signed with a secret of its own.'
      }
      sticky={secret !== undefined || add.isPending}
    >
      {secret ? (
        <EndpointSecret secret={secret} onDone={onClose} />
      ) : (
        <EndpointForm
          action="Add endpoint"
          isPending={add.isPending}
          refusal={add.error && failureMessage(add.error)}
          onSubmit={submit}
          onCancel={onClose}
        />
      )}
    </Dialog>
  )
}

export function EditEndpointDialog({ mode, endpoint, onClose }: EndpointDialogProps) {
  const change = useChangeEndpoint(mode)
  const toast = useToast()
  const submit = useDialogAction(async (input: EndpointInput) => {
    await change.mutateAsync({ id: endpoint.id, ...input })
    toast('Endpoint updated')
    onClose()
  })
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()} title="Edit endpoint">
      <EndpointForm
        initial={endpoint}
        action="Save changes"
        isPending={change.isPending}
        refusal={change.error && failureMessage(change.error)}
        onSubmit={submit}
        onCancel={onClose}
      />
    </Dialog>
  )
}

/** Asks before an endpoint is disabled, or enabled again. */
export function SwitchEndpointDialog({ mode, endpoint, onClose }: EndpointDialogProps) {
  const change = useChangeEndpoint(mode)
  const toast = useToast()
  const isEnabled = endpoint.status === 'ENABLED'
  const confirm = useDialogAction(async () => {
    await change.mutateAsync({ id: endpoint.id, status: isEnabled ? 'DISABLED' : 'ENABLED' })
    toast(isEnabled ? 'Endpoint disabled' : 'Endpoint enabled')
    onClose()
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={isEnabled ? 'Disable this endpoint?' : 'Enable this endpoint?'}
      action={isEnabled ? 'Disable endpoint' : 'Enable endpoint'}
      variant={isEnabled ? 'danger' : 'primary'}
      pending={change.isPending}
      error={change.error && failureMessage(change.error)}
      onConfirm={confirm}
    >
      <span className="break-all">{endpoint.url}</span>{' '}
      {isEnabled
        ? 'receives nothing until you enable it again. Events that are waiting for another attempt fail, and you can redeliver them later.'
        : 'receives new events from now on. Redeliver those that it missed.'}
    </ConfirmDialog>
  )
}

/** Asks how long the old secret keeps signing, then shows the new one. */
export function RotateEndpointSecretDialog({ mode, endpoint, onClose }: EndpointDialogProps) {
  const rotate = useRotateEndpointSecret(mode)
  const secret = rotate.data?.secret
  const submit = useDialogAction((overlapHours: number) =>
    rotate.mutateAsync({ id: endpoint.id, overlapHours }),
  )
  if (secret) {
    return (
      <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()} title="Save the new secret" sticky>
        <EndpointSecret secret={secret} onDone={onClose} />
      </Dialog>
    )
  }
  return (
    <RotateSecretDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Rotate the endpoint’s secret?"
      pending={rotate.isPending}
      error={rotate.error && failureMessage(rotate.error)}
      previousUntil={endpoint.previousSecretExpiresAt}
      onConfirm={submit}
    />
  )
}

/** Shows a secret, once. */
function EndpointSecret({ secret, onDone }: { secret: string; onDone: () => void }) {
  return (
    <div className="space-y-4">
      <Notice kind="warning" role="alert" title="This secret is shown only once">
        Copy it now, to the server that receives the events. If you lose it, rotate it.
      </Notice>
      <div className="space-y-1.5">
        <p id="endpoint-secret" className="font-medium text-[0.8125rem]">
          Signing secret
        </p>
        <output
          aria-labelledby="endpoint-secret"
          className="block select-all break-all rounded-lg border bg-muted/60 px-3 py-2.5 font-mono text-[0.8125rem] leading-5"
        >
          {secret}
        </output>
      </div>
      <DialogActions>
        <Button variant="secondary" onClick={onDone}>
          Done
        </Button>
        <CopyButton text={secret} what="signing secret" withLabel variant="primary" />
      </DialogActions>
    </div>
  )
}

export function DeleteEndpointDialog({ mode, endpoint, onClose }: EndpointDialogProps) {
  const remove = useDeleteEndpoint(mode)
  const toast = useToast()
  const confirm = useDialogAction(async () => {
    await remove.mutateAsync(endpoint.id)
    toast('Endpoint deleted')
    onClose()
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Delete this endpoint?"
      action="Delete endpoint"
      pending={remove.isPending}
      error={remove.error && failureMessage(remove.error)}
      onConfirm={confirm}
    >
      <span className="break-all">{endpoint.url}</span> stops receiving events, including those that are
      waiting for another attempt.
    </ConfirmDialog>
  )
}
