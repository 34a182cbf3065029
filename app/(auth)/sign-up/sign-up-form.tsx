'use client'

import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { PasswordField } from '@/components/auth/password-field'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Notice } from '@/components/ui/notice'
import { type SignUpFields, signUpFields } from '@/lib/auth/credentials'
import { failureMessage, RequestFailure } from '@/lib/client/request'
import { schemaResolver } from '@/lib/client/schema-resolver'
import { signIn } from '@/lib/client/sign-in'
import { signUp } from '@/lib/client/sign-up'
import { useHydrated } from '@/lib/client/use-hydrated'
import { useSingleFlight } from '@/lib/client/use-single-flight'

const EMAIL_TAKEN = 'There is an account with this e-mail already. Sign in instead?'

export function SignUpForm({ homePath }: { homePath: string }) {
  const [refusal, setRefusal] = useState<string | null>(null)
  const isHydrated = useHydrated()
  // No default values: what was typed before the script ran would be wiped by them.
  const { register, handleSubmit, setError, formState } = useForm({ resolver: schemaResolver(signUpFields) })
  const { errors, isSubmitting, isSubmitSuccessful } = formState

  const submit = useSingleFlight(async (fields: SignUpFields) => {
    setRefusal(null)
    try {
      await signUp(fields)
    } catch (error) {
      if (error instanceof RequestFailure && error.status === 409) {
        setError('email', { message: EMAIL_TAKEN }, { shouldFocus: true })
      } else setRefusal(failureMessage(error))
      return
    }
    // The account exists now: if the sign-in fails after all, its own page is the place to try again.
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
      <Field label="Business name" hint="Your customers see it on invoices." error={errors.name?.message}>
        {(control) => (
          <Input {...control} {...register('name')} autoComplete="organization" maxLength={255} />
        )}
      </Field>
      <Field label="E-mail" error={errors.email?.message}>
        {(control) => (
          <Input
            {...control}
            {...register('email')}
            type="email"
            autoComplete="username"
            maxLength={254}
            spellCheck={false}
          />
        )}
      </Field>
      <PasswordField
        label="Password"
        hint="At least 10 characters."
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
