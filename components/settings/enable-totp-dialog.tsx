'use client'

import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { CodeInput, PasswordField } from '@/components/auth/credential-fields'
import { failureMessage } from '@/components/browser/request'
import { schemaResolver } from '@/components/forms/schema-resolver'
import { useSingleFlight } from '@/components/forms/send-once'
import { type CodeFields, codeFields, type PasswordFields, passwordFields } from '@/lib/sign-in/credentials'
import { CopyButton } from '../ui/copy-button'
import { Dialog, DialogForm } from '../ui/dialog'
import { Field } from '../ui/field'
import { QrCode } from '../ui/qr-code'
import { RecoveryCodes } from './second-step-dialog'
import { type NewTotp, useConfirmTotp, useStartTotp } from './settings-queries'

/** Sets up two-step sign-in: password, authenticator app, then recovery codes, shown once. */
export function EnableTotpDialog({ onClose }: { onClose: () => void }) {
  const [totp, setTotp] = useState<NewTotp | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  const confirm = useConfirmTotp()
  // Closing the dialog now would lose the recovery codes.
  const isSticky = codes !== null || confirm.isPending
  const title = codes ? 'Save your recovery codes' : 'Set up two-step sign-in'
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={title} sticky={isSticky}>
      {codes && <RecoveryCodes codes={codes} onDone={onClose} />}
      {!codes && totp && <AppStep totp={totp} confirm={confirm} onConfirmed={setCodes} onCancel={onClose} />}
      {!codes && !totp && <PasswordStep onStarted={setTotp} onCancel={onClose} />}
    </Dialog>
  )
}

type PasswordStepProps = { onStarted: (totp: NewTotp) => void; onCancel: () => void }

function PasswordStep({ onStarted, onCancel }: PasswordStepProps) {
  const start = useStartTotp()
  const { register, handleSubmit, setError, formState } = useForm<PasswordFields>({
    resolver: schemaResolver(passwordFields),
    defaultValues: { password: '' },
  })
  const submit = useSingleFlight(async (fields: PasswordFields) => {
    try {
      onStarted(await start.mutateAsync(fields))
    } catch (error) {
      setError('password', { message: failureMessage(error) }, { shouldFocus: true })
    }
  })
  return (
    <DialogForm
      onSubmit={handleSubmit(submit)}
      onCancel={onCancel}
      action="Continue"
      pending={start.isPending}
    >
      <PasswordField
        label="Password"
        hint="Confirm that it’s you"
        error={formState.errors.password?.message}
        autoComplete="current-password"
        register={() => register('password')}
      />
    </DialogForm>
  )
}

type AppStepProps = {
  totp: NewTotp
  confirm: ReturnType<typeof useConfirmTotp>
  onConfirmed: (codes: string[]) => void
  onCancel: () => void
}

function AppStep({ totp, confirm, onConfirmed, onCancel }: AppStepProps) {
  const { register, handleSubmit, setError, formState } = useForm<CodeFields>({
    resolver: schemaResolver(codeFields),
    defaultValues: { code: '' },
  })
  const submit = useSingleFlight(async (fields: CodeFields) => {
    try {
      onConfirmed((await confirm.mutateAsync(fields)).recoveryCodes)
    } catch (error) {
      setError('code', { message: failureMessage(error) }, { shouldFocus: true })
    }
  })
  return (
    <DialogForm
      onSubmit={handleSubmit(submit)}
      onCancel={() => !confirm.isPending && onCancel()}
      action="Turn on"
      pending={confirm.isPending}
    >
      <p>Scan this with an authenticator app or your password manager.</p>
      <QrCode text={totp.uri} label="QR code for your authenticator app" className="mx-auto size-44" />
      <div>
        <p className="text-[0.8125rem] text-muted-foreground">Or enter this secret:</p>
        <p className="mt-1 flex items-center gap-2">
          <code
            data-testid="totp-secret"
            className="min-w-0 break-words font-mono text-xs sm:text-[0.8125rem]"
          >
            {totp.secret.match(/.{1,4}/g)?.join(' ')}
          </code>
          <CopyButton text={totp.secret} what="secret" />
        </p>
      </div>
      <Field label="Code" hint="The six digits shown in the app" error={formState.errors.code?.message}>
        {(control) => <CodeInput {...control} {...register('code')} autoFocus />}
      </Field>
    </DialogForm>
  )
}
