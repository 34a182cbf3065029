'use client'

import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { PasswordInput } from '@/components/auth/password-input'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Notice } from '@/components/ui/notice'
import { type SignInFields, signInFields } from '@/lib/auth/credentials'
import { failureMessage } from '@/lib/client/request'
import { schemaResolver } from '@/lib/client/schema-resolver'
import { signIn } from '@/lib/client/sign-in'
import { useHydrated } from '@/lib/client/use-hydrated'
import { useSingleFlight } from '@/lib/client/use-single-flight'

/** `returnPath` is a path of ours: the page has checked it. */
export function SignInForm({ returnPath }: { returnPath: string }) {
  const [refusal, setRefusal] = useState<string | null>(null)
  const isHydrated = useHydrated()
  // No default values: what was typed before the script ran would be wiped by them.
  const { register, handleSubmit, formState } = useForm({ resolver: schemaResolver(signInFields) })
  const { errors, isSubmitting, isSubmitSuccessful } = formState

  const submit = useSingleFlight(async (fields: SignInFields) => {
    setRefusal(null)
    try {
      await signIn(fields)
      // A whole new page: nothing of another session stays in memory.
      window.location.assign(returnPath)
    } catch (error) {
      setRefusal(failureMessage(error))
    }
  })

  return (
    <form method="post" noValidate onSubmit={handleSubmit(submit)} className="space-y-4">
      {refusal && (
        <Notice kind="danger" role="alert">
          {refusal}
        </Notice>
      )}
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
      <Field label="Password" error={errors.password?.message}>
        {(control) => (
          <PasswordInput
            {...control}
            {...register('password')}
            autoComplete="current-password"
            maxLength={200}
          />
        )}
      </Field>
      <Button
        type="submit"
        pending={isSubmitting || (isSubmitSuccessful && !refusal)}
        disabled={!isHydrated}
        className="mt-2 h-10 w-full"
      >
        Sign in
      </Button>
    </form>
  )
}
