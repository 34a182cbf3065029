'use client'

import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { type PasswordAndCodeFields, passwordAndCodeFields } from '@/lib/auth/credentials'
import { failureMessage } from '@/lib/client/request'
import { schemaResolver } from '@/lib/client/schema-resolver'
import { useDisableTotp, useRenewRecoveryCodes } from '@/lib/client/settings'
import { useSingleFlight } from '@/lib/client/use-single-flight'
import { CodeInput } from '../auth/code-input'
import { PasswordField } from '../auth/password-field'
import { Button } from '../ui/button'
import { Dialog, DialogActions } from '../ui/dialog'
import { Field } from '../ui/field'
import { Notice } from '../ui/notice'
import { useToast } from '../ui/toast'
import { RecoveryCodes } from './recovery-codes'

const TEXTS = {
  disable: {
    title: 'Switch two-step sign-in off?',
    description: 'From then on the password alone signs in.',
    action: 'Switch off',
  },
  renew: {
    title: 'Make new recovery codes',
    description: 'The ones you have are worthless from then on.',
    action: 'Make new codes',
  },
}

type SecondStepDialogProps = { purpose: keyof typeof TEXTS; onClose: () => void }

/** What takes the password and a code: switching two-step sign-in off, and new recovery codes. */
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
        toast('Two-step sign-in is off')
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
    // Left while they are made, new codes would never be seen.
    <Dialog open onOpenChange={close} title={title} description={description} sticky={renew.isPending}>
      <form method="post" noValidate onSubmit={handleSubmit(submit)} className="space-y-4">
        {refusal && (
          <Notice kind="danger" role="alert">
            {refusal}
          </Notice>
        )}
        <PasswordField
          label="Password"
          error={errors.password?.message}
          autoComplete="current-password"
          register={() => register('password')}
        />
        <Field
          label="Code"
          hint="From your authenticator app, or a recovery code."
          error={errors.code?.message}
        >
          {(control) => <CodeInput {...control} {...register('code')} />}
        </Field>
        <DialogActions>
          <Button variant="secondary" onClick={() => !renew.isPending && onClose()}>
            Cancel
          </Button>
          <Button
            type="submit"
            variant={purpose === 'disable' ? 'danger' : 'primary'}
            pending={disable.isPending || renew.isPending}
          >
            {action}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
