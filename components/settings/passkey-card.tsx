'use client'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { usePasskeySupport } from '@/components/auth/passkey-support'
import { failureMessage } from '@/components/browser/request'
import type { PasskeyRow } from '@/lib/sign-in/security'
import { Button } from '../ui/button'
import { Card, CardHeader } from '../ui/card'
import { LateConfirmDialog, lateDialog } from '../ui/late-dialog'
import { Timestamp } from '../ui/timestamp'
import { useToast } from '../ui/toast'
import { useRemovePasskey } from './settings-queries'

const PasskeyDialog = lateDialog(() => import('./passkey-dialog').then((module) => module.PasskeyDialog))

type Open = { what: 'add' } | { what: 'rename' | 'remove'; passkey: PasskeyRow }

/** The passkeys that sign the member in. */
export function PasskeyCard({ passkeys, isReadOnly }: { passkeys: PasskeyRow[]; isReadOnly: boolean }) {
  const [open, setOpen] = useState<Open | null>(null)
  const isSupported = usePasskeySupport()
  const close = () => setOpen(null)
  return (
    <Card aria-labelledby="passkeys">
      <CardHeader
        id="passkeys"
        title="Passkeys"
        description="Sign in with your fingerprint, face, screen lock or a security key, instead of your password and code."
        action={
          !isReadOnly && (
            <Button size="small" disabled={!isSupported} onClick={() => setOpen({ what: 'add' })}>
              Add passkey
            </Button>
          )
        }
      />
      {!isSupported && (
        <p className="px-4 pb-4 text-muted-foreground sm:px-5">
          This browser has no passkeys here. They need https and a recent browser.
        </p>
      )}
      {passkeys.length > 0 && (
        <ul aria-label="Passkeys">
          {passkeys.map((passkey) => (
            <Passkey key={passkey.id} passkey={passkey} isReadOnly={isReadOnly} onOpen={setOpen} />
          ))}
        </ul>
      )}
      {open?.what === 'add' && <PasskeyDialog onClose={close} />}
      {open?.what === 'rename' && <PasskeyDialog passkey={open.passkey} onClose={close} />}
      <RemoveDialog
        passkey={open?.what === 'remove' ? open.passkey : null}
        isLast={passkeys.length === 1}
        onClose={close}
      />
    </Card>
  )
}

type PasskeyProps = { passkey: PasskeyRow; isReadOnly: boolean; onOpen: (open: Open) => void }

function Passkey({ passkey, isReadOnly, onOpen }: PasskeyProps) {
  const { name, createdAt, lastUsedAt } = passkey
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t px-4 py-3 sm:px-5">
      <KeyRound aria-hidden className="size-5 shrink-0 text-muted-foreground" />
      <div className="min-w-0 flex-1">
        <p className="break-words font-medium">{name}</p>
        <p className="text-[0.8125rem] text-muted-foreground">
          added <Timestamp at={createdAt} /> ·{' '}
          {lastUsedAt ? (
            <>
              last used <Timestamp at={lastUsedAt} />
            </>
          ) : (
            'not used yet'
          )}
        </p>
      </div>
      {!isReadOnly && (
        <div className="flex gap-2">
          <Button
            variant="secondary"
            size="small"
            aria-label={`Rename ${name}`}
            onClick={() => onOpen({ what: 'rename', passkey })}
          >
            Rename
          </Button>
          <Button
            variant="secondary"
            size="small"
            aria-label={`Remove ${name}`}
            onClick={() => onOpen({ what: 'remove', passkey })}
          >
            Remove
          </Button>
        </div>
      )}
    </li>
  )
}

type RemoveDialogProps = { passkey: PasskeyRow | null; isLast: boolean; onClose: () => void }

function RemoveDialog({ passkey, isLast, onClose }: RemoveDialogProps) {
  const remove = useRemovePasskey()
  const toast = useToast()
  const close = () => {
    remove.reset()
    onClose()
  }
  const confirm = () => {
    if (!passkey) return
    remove.mutate(passkey.id, {
      onSuccess: () => {
        toast('Passkey removed')
        close()
      },
    })
  }
  if (!passkey) return null
  return (
    <LateConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && close()}
      title="Remove this passkey?"
      action="Remove passkey"
      pending={remove.isPending}
      error={remove.error && failureMessage(remove.error)}
      onConfirm={confirm}
    >
      {passkey.name} won’t sign you in any more.{' '}
      {isLast
        ? 'You’ll need your password again, so check that you know it.'
        : 'Your other passkeys still will.'}{' '}
      Delete it on the device too.
    </LateConfirmDialog>
  )
}
