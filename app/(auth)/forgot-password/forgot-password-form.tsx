'use client'

import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Notice } from '@/components/ui/notice'
import { type ForgotPasswordFields, forgotPasswordFields } from '@/lib/auth/credentials'
import { requestPasswordReset } from '@/lib/client/password-reset'
import { failureMessage } from '@/lib/client/request'
import { schemaResolver } from '@/lib/client/schema-resolver'
import { useHydrated } from '@/lib/client/use-hydrated'
import { useSingleFlight } from '@/lib/client/use-single-flight'

export function ForgotPasswordForm() {
  const [refusal, setRefusal] = useState<string | null>(null)
  const [askedFor, setAskedFor] = useState<string | null>(null)
  const isHydrated = useHydrated()
  // No default values: what was typed before the script ran would be wiped by them.
  const { register, handleSubmit, formState } = useForm({ resolver: schemaResolver(forgotPasswordFields) })

  const submit = useSingleFlight(async (fields: ForgotPasswordFields) => {
    setRefusal(null)
    try {
      await requestPasswordReset(fields)
      setAskedFor(fields.email)
    } catch (error) {
      setRefusal(failureMessage(error))
    }
  })

  if (askedFor) {
    return (
      <Notice kind="success" role="status" takesFocus title="Check your e-mail">
        If {askedFor} has an account, a link is on its way. Where nothing comes, look for it among the spam,
        or ask whoever runs this service.
      </Notice>
    )
  }
  return (
    <form method="post" noValidate onSubmit={handleSubmit(submit)} className="space-y-4">
      {refusal && (
        <Notice kind="danger" role="alert">
          {refusal}
        </Notice>
      )}
      <Field label="E-mail" error={formState.errors.email?.message}>
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
      <Button
        type="submit"
        pending={formState.isSubmitting}
        disabled={!isHydrated}
        className="mt-2 h-10 w-full"
      >
        Mail me a link
      </Button>
    </form>
  )
}
