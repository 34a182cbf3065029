'use client'
import { useRouter } from 'next/navigation'
import { useRef, useState } from 'react'
import { failureMessage } from '@/components/browser/request'
import { Button } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { CopyButton } from '@/components/ui/copy-button'
import { Notice } from '@/components/ui/notice'
import { ExactTime } from '@/components/ui/timestamp'
import type { Mode } from '@/lib/auth/mode'
import { RotateSecretDialog } from './rotate-secret-dialog'
import { useSigningSecret } from './webhook-queries'

type SigningSecretProps = { mode: Mode; previousExpiresAt: string | null; canRoll: boolean }

/** The secret that signs what goes to invoices' own webhook URLs, shown on request. */
export function SigningSecret({ mode, previousExpiresAt, canRoll }: SigningSecretProps) {
  const router = useRouter()
  const secretState = useSigningSecret(mode)
  const [isRolling, setRolling] = useState(false)
  const output = useRef<HTMLOutputElement>(null)
  const secret = secretState.data?.secret
  const previousUntil = secretState.data ? secretState.data.previousSecretExpiresAt : previousExpiresAt
  return (
    <Card aria-labelledby="signing-secret">
      <CardHeader
        id="signing-secret"
        title="Signing secret"
        description="Signs what we send to the webhook_url of an invoice. Your server uses it to verify that a webhook is genuine."
        action={
          canRoll && (
            <Button variant="secondary" size="small" onClick={() => setRolling(true)}>
              Rotate secret
            </Button>
          )
        }
      />
      <div className="space-y-3 px-4 pb-4 sm:px-5">
        {secretState.error && !isRolling && (
          <Notice kind="danger" role="alert">
            {failureMessage(secretState.error)}
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
              pending={secretState.isPending && !isRolling}
              // The button disappears once the secret is shown.
              onClick={() => secretState.mutate(null, { onSuccess: () => output.current?.focus() })}
            >
              Show
            </Button>
          )}
        </div>
        {previousUntil && (
          <p className="text-[0.8125rem] text-muted-foreground">
            Webhooks are also signed with the previous secret until <ExactTime at={previousUntil} />.
          </p>
        )}
      </div>
      <RotateSecretDialog
        title="Rotate the signing secret?"
        open={isRolling}
        onOpenChange={setRolling}
        pending={secretState.isPending}
        error={secretState.error && failureMessage(secretState.error)}
        previousUntil={previousUntil}
        onConfirm={(overlapHours) =>
          secretState.mutate(
            { overlapHours },
            // Refused because the secret was rotated elsewhere; refresh the page to show until when the old
            // one signs.
            { onSuccess: () => setRolling(false), onError: () => router.refresh() },
          )
        }
      />
    </Card>
  )
}
