'use client'

import { useForm } from 'react-hook-form'
import { type ChangePasswordFields, changePasswordFields } from '@/lib/auth/credentials'
import { failureMessage, RequestFailure } from '@/lib/client/request'
import { schemaResolver } from '@/lib/client/schema-resolver'
import { useChangePassword } from '@/lib/client/settings'
import { useSingleFlight } from '@/lib/client/use-single-flight'
import { useUnsavedGuard } from '@/lib/client/use-unsaved-guard'
import { PasswordField } from '../auth/password-field'
import { useToast } from '../ui/toast'
import { SettingsForm } from './settings-form'

export function ChangePasswordForm() {
  const change = useChangePassword()
  const toast = useToast()
  const { register, handleSubmit, setError, reset, formState } = useForm<ChangePasswordFields>({
    resolver: schemaResolver(changePasswordFields),
    defaultValues: { password: '', next: '' },
  })
  useUnsavedGuard(formState.isDirty)
  const isWrongPassword = change.error instanceof RequestFailure && change.error.status === 403
  const submit = useSingleFlight(async (fields: ChangePasswordFields) => {
    try {
      await change.mutateAsync(fields)
      reset()
      toast('Your new password is set, and all other sessions are signed out')
    } catch (error) {
      if (error instanceof RequestFailure && error.status === 403) {
        setError('password', { message: error.message }, { shouldFocus: true })
      }
    }
  })
  return (
    <SettingsForm
      title="Password"
      description="A new one signs all your other sessions out."
      action="Change password"
      refusal={change.error && !isWrongPassword ? failureMessage(change.error) : null}
      pending={change.isPending}
      onSubmit={handleSubmit(submit)}
    >
      <PasswordField
        label="Current password"
        error={formState.errors.password?.message}
        autoComplete="current-password"
        register={() => register('password')}
      />
      <PasswordField
        label="New password"
        hint="At least 10 characters."
        error={formState.errors.next?.message}
        autoComplete="new-password"
        register={() => register('next')}
      />
    </SettingsForm>
  )
}
