'use client'

import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { failureMessage, RequestFailure } from '@/components/browser/request'
import { schemaResolver } from '@/components/forms/schema-resolver'
import { useHydrated, useSingleFlight } from '@/components/forms/send-once'
import { Button } from '@/components/ui/button'
import { Field, Input } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'
import type { SignUpFields } from '@/lib/sign-in/credentials'
import { signIn, signUp } from './auth-requests'
import { EmailField, PasswordField } from './credential-fields'

const EMAIL_TAKEN = 'An account with this email already exists. Sign in instead?'

type SignUpFormProps = {
  homePath: string
  /** The invitation that is being accepted; it decides the email. */
  invitation?: { token: string; email: string }
}

export function SignUpForm({ homePath, invitation }: SignUpFormProps) {
  const [refusal, setRefusal] = useState<string | null>(null)
  const isHydrated = useHydrated()
  // No other default values: they would overwrite what was typed before hydration.
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: schemaResolver(async () => (await import('@/lib/sign-in/credentials')).signUpFields),
    ...(invitation ? { defaultValues: { email: invitation.email } } : {}),
  })
  const { errors, isSubmitting, isSubmitSuccessful } = formState

  const submit = useSingleFlight(async (fields: SignUpFields) => {
    setRefusal(null)
    try {
      const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
      await signUp({ ...fields, timeZone, ...(invitation ? { invitation: invitation.token } : {}) })
    } catch (error) {
      if (error instanceof RequestFailure && error.status === 409) {
        setError('email', { message: EMAIL_TAKEN }, { shouldFocus: true })
      } else setRefusal(failureMessage(error))
      return
    }
    // The account exists now. If the sign-in fails, the vendor tries again on the sign-in page.
    const next = await signIn(fields).then(
      () => homePath,
      () => '/sign-in',
    )
    window.location.assign(next)
  })

  const isLeaving = isSubmitSuccessful && !refusal && !errors.email
  return (
    <form method="post" noValidate onSubmit={handleSubmit(submit)} className="space-y-4">
      {refusal && (
        <Notice kind="danger" role="alert">
          {refusal}
        </Notice>
      )}
      <Field label="Business name" hint="Shown to your customers on invoices" error={errors.name?.message}>
        {(control) => (
          <Input {...control} {...register('name')} autoComplete="organization" maxLength={255} />
        )}
      </Field>
      <EmailField
        error={errors.email?.message}
        register={() => register('email')}
        fixed={invitation?.email}
      />
      <PasswordField
        label="Password"
        hint="At least 10 characters"
        error={errors.password?.message}
        autoComplete="new-password"
        register={() => register('password')}
      />
      <Button
        type="submit"
        pending={isSubmitting || isLeaving}
        disabled={!isHydrated}
        className="mt-2 h-10 w-full"
      >
        Create account
      </Button>
    </form>
  )
}
