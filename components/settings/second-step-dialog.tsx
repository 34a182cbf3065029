'use client'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { CodeInput, PasswordField } from '@/components/auth/credential-fields'
import { failureMessage } from '@/components/browser/request'
import { schemaResolver } from '@/components/forms/schema-resolver'
import { useSingleFlight } from '@/components/forms/send-once'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { Dialog, DialogActions, DialogForm } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'
import { useToast } from '@/components/ui/toast'
import { type PasswordAndCodeFields, passwordAndCodeFields } from '@/lib/sign-in/credentials'
import { useDisableTotp, useRenewRecoveryCodes } from './settings-queries'

const TEXTS = {
  disable: {
    title: 'Turn off two-step sign-in?',
    description: 'You will sign in with your password only.',
    action: 'Turn off',
  },
  renew: {
    title: 'Generate recovery codes',
    description: 'Your current codes stop working.',
    action: 'Generate codes',
  },
}

type SecondStepDialogProps = { purpose: keyof typeof TEXTS; onClose: () => void }

/** Actions that take the password and a code: turning two-step sign-in off and renewing recovery codes. */
export function SecondStepDialog({ purpose, onClose }: SecondStepDialogProps) {
  const disable = useDisableTotp()
  const renew = useRenewRecoveryCodes()
  const toast = useToast()
  const [refusal, setRefusal] = useState<string | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  const { register, handleSubmit, formState } = useForm<PasswordAndCodeFields>({
    resolver: schemaResolver(passwordAndCodeFields),
    defaultValues: { password: '', code: '' },
  })
  const { errors } = formState
  const submit = useSingleFlight(async (fields: PasswordAndCodeFields) => {
    setRefusal(null)
    try {
      if (purpose === 'renew') {
        setCodes((await renew.mutateAsync(fields)).recoveryCodes)
      } else {
        await disable.mutateAsync(fields)
        toast('Two-step sign-in turned off')
        onClose()
      }
    } catch (error) {
      setRefusal(failureMessage(error))
    }
  })
  const { title, description, action } = TEXTS[purpose]
  const close = (open: boolean) => !open && onClose()
  if (codes) {
    return (
      <Dialog open onOpenChange={close} title="Save your recovery codes" sticky>
        <RecoveryCodes codes={codes} onDone={onClose} />
      </Dialog>
    )
  }
  return (
    // Closing the dialog now would lose the new codes.
    <Dialog open onOpenChange={close} title={title} description={description} sticky={renew.isPending}>
      <DialogForm
        onSubmit={handleSubmit(submit)}
        error={refusal}
        onCancel={() => !renew.isPending && onClose()}
        action={action}
        variant={purpose === 'disable' ? 'danger' : 'primary'}
        pending={disable.isPending || renew.isPending}
      >
        <PasswordField
          label="Password"
          error={errors.password?.message}
          autoComplete="current-password"
          register={() => register('password')}
        />
        <Field
          label="Code"
          hint="From your authenticator app, or a recovery code"
          error={errors.code?.message}
        >
          {(control) => <CodeInput {...control} {...register('code')} />}
        </Field>
      </DialogForm>
    </Dialog>
  )
}

/** The recovery codes, shown once. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  return (
    <div className="space-y-4">
      <Notice kind="warning" role="alert" title="These codes are shown only once">
        Each code signs you in once without your phone. Store them with your passwords, not only on your
        phone.
      </Notice>
      <ul
        aria-label="Recovery codes"
        data-testid="recovery-codes"
        className="grid grid-cols-2 gap-x-6 gap-y-1.5 rounded-lg border bg-muted/60 px-4 py-3 font-mono text-[0.8125rem] sm:text-sm"
      >
        {codes.map((code) => (
          <li key={code} className="select-all">
            {code}
          </li>
        ))}
      </ul>
      <DialogActions>
        <Button variant="secondary" onClick={onDone}>
          Done
        </Button>
        <CopyButton text={codes.join('\n')} what="recovery codes" withLabel variant="primary" />
      </DialogActions>
    </div>
  )
}
