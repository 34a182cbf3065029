'use client'

import { useRouter } from 'next/navigation'
import { useRef, useState } from 'react'
import type { Mode } from '@/lib/auth/mode'
import { failureMessage } from '@/lib/client/request'
import { useSigningSecret } from '@/lib/client/webhooks'
import { ExactTime } from '../developers/exact-time'
import { Button } from '../ui/button'
import { Card, CardHeader } from '../ui/card'
import { CopyButton } from '../ui/copy-button'
import { Notice } from '../ui/notice'
import { RollSecretDialog } from './roll-secret-dialog'

type SigningSecretProps = { mode: Mode; previousExpiresAt: string | null; canRoll: boolean }

/** The secret that the account's webhooks are signed with, shown when it is asked for. */
export function SigningSecret({ mode, previousExpiresAt, canRoll }: SigningSecretProps) {
  const router = useRouter()
  const shown = useSigningSecret(mode)
  const [isRolling, setRolling] = useState(false)
  const output = useRef<HTMLOutputElement>(null)
  const secret = shown.data?.secret
  const previousUntil = shown.data ? shown.data.previousSecretExpiresAt : previousExpiresAt
  return (
    <Card aria-labelledby="signing-secret">
      <CardHeader
        id="signing-secret"
        title="Signing secret"
        description="Your server checks with it that a webhook is from us and unchanged."
        action={
          canRoll && (
            <Button variant="secondary" size="small" onClick={() => setRolling(true)}>
              Roll secret
            </Button>
          )
        }
      />
      <div className="space-y-3 px-4 pb-4 sm:px-5">
        {shown.error && !isRolling && (
          <Notice kind="danger" role="alert">
            {failureMessage(shown.error)}
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
              pending={shown.isPending && !isRolling}
              // The button goes once the secret is there.
              onClick={() => shown.mutate(null, { onSuccess: () => output.current?.focus() })}
            >
              Show
            </Button>
          )}
        </div>
        {previousUntil && (
          <p className="text-[0.8125rem] text-muted-foreground">
            Webhooks are signed with the secret before this one as well, until{' '}
            <ExactTime at={previousUntil} />.
          </p>
        )}
      </div>
      <RollSecretDialog
        open={isRolling}
        onOpenChange={setRolling}
        pending={shown.isPending}
        error={shown.error && failureMessage(shown.error)}
        previousUntil={previousUntil}
        onConfirm={(overlapHours) =>
          shown.mutate(
            { overlapHours },
            // Refused: it was rolled elsewhere since this page was drawn, which then shows until when.
            { onSuccess: () => setRolling(false), onError: () => router.refresh() },
          )
        }
      />
    </Card>
  )
}
