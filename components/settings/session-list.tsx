'use client'

import { Monitor, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { failureMessage } from '@/components/browser/request'
import type { SessionRow } from '@/lib/sign-in/security'
import { Badge } from '../ui/badge'
import { Button } from '../ui/button'
import { Card, CardHeader } from '../ui/card'
import { ConfirmDialog } from '../ui/confirm-dialog'
import { Timestamp } from '../ui/timestamp'
import { useToast } from '../ui/toast'
import { useRevokeOtherSessions, useRevokeSession } from './settings-queries'

/** The vendor's sessions: this browser first, then by last activity. */
export function SessionList({ sessions, isReadOnly }: { sessions: SessionRow[]; isReadOnly: boolean }) {
  const [isAsking, setAsking] = useState(false)
  const [revoking, setRevoking] = useState<SessionRow | null>(null)
  const others = sessions.filter(({ isCurrent }) => !isCurrent)
  const sorted = [...sessions.filter(({ isCurrent }) => isCurrent), ...others]
  return (
    <Card aria-labelledby="sessions">
      <CardHeader
        id="sessions"
        title="Sessions"
        description="Where you’re signed in. A session you sign out ends with its next request."
        action={
          others.length > 0 &&
          !isReadOnly && (
            <Button variant="secondary" size="small" onClick={() => setAsking(true)}>
              Sign out all others
            </Button>
          )
        }
      />
      <ul>
        {sorted.map((session) => (
          <Session
            key={session.id}
            session={session}
            {...(isReadOnly || session.isCurrent ? {} : { onRevoke: () => setRevoking(session) })}
          />
        ))}
      </ul>
      <RevokeOthersDialog open={isAsking} onClose={() => setAsking(false)} />
      <RevokeSessionDialog session={revoking} onClose={() => setRevoking(null)} />
    </Card>
  )
}

function Session({ session, onRevoke }: { session: SessionRow; onRevoke?: () => void }) {
  const { browser, userAgent, address, createdAt, lastSeenAt, isCurrent } = session
  const Icon = /iPhone|iPad|Android/.test(browser) ? Smartphone : Monitor
  return (
    <li className="flex items-center gap-3 border-t px-4 py-3 sm:px-5">
      <Icon aria-hidden className="size-5 shrink-0 text-muted-foreground" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium" title={userAgent ?? undefined}>
            {browser}
          </span>
          {isCurrent && <Badge tone="success">This browser</Badge>}
        </p>
        <p className="text-[0.8125rem] text-muted-foreground">
          {address && <span className="break-all">{address} · </span>}
          last seen <Timestamp at={lastSeenAt} />
          <span className="hidden sm:inline">
            {' '}
            · signed in <Timestamp at={createdAt} />
          </span>
        </p>
      </div>
      {onRevoke && (
        <Button variant="secondary" size="small" aria-label={`Sign out ${browser}`} onClick={onRevoke}>
          Sign out
        </Button>
      )}
    </li>
  )
}

function RevokeSessionDialog({ session, onClose }: { session: SessionRow | null; onClose: () => void }) {
  const revoke = useRevokeSession()
  const toast = useToast()
  const close = () => {
    revoke.reset()
    onClose()
  }
  const confirm = () => {
    if (!session) return
    revoke.mutate(session.id, {
      onSuccess: () => {
        toast('Session signed out')
        close()
      },
    })
  }
  return (
    <ConfirmDialog
      open={session !== null}
      onOpenChange={(open) => !open && close()}
      title="Sign this session out?"
      action="Sign out"
      pending={revoke.isPending}
      error={revoke.error && failureMessage(revoke.error)}
      onConfirm={confirm}
    >
      {session?.browser}
      {session?.address && <> at {session.address}</>} will have to sign in again. If you don’t recognise it,
      change your password too.
    </ConfirmDialog>
  )
}

function RevokeOthersDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const revoke = useRevokeOtherSessions()
  const toast = useToast()
  const close = () => {
    revoke.reset()
    onClose()
  }
  const confirm = () =>
    revoke.mutate(undefined, {
      onSuccess: ({ ended }) => {
        toast(ended === 1 ? '1 session signed out' : `${ended} sessions signed out`)
        close()
      },
    })
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && close()}
      title="Sign out everywhere else?"
      action="Sign out all others"
      pending={revoke.isPending}
      error={revoke.error && failureMessage(revoke.error)}
      onConfirm={confirm}
    >
      Every other browser will have to sign in again.
    </ConfirmDialog>
  )
}
