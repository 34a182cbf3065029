'use client'

import Link from 'next/link'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { PasswordField } from '@/components/auth/password-field'
import { Button, buttonStyle } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { Notice } from '@/components/ui/notice'
import { type NewPasswordFields, newPasswordFields } from '@/lib/auth/credentials'
import { resetPassword } from '@/lib/client/password-reset'
import { failureMessage } from '@/lib/client/request'
import { schemaResolver } from '@/lib/client/schema-resolver'
import { useHydrated } from '@/lib/client/use-hydrated'
import { useSingleFlight } from '@/lib/client/use-single-flight'

export function ResetPasswordForm({ token }: { token: string }) {
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isDone, setDone] = useState(false)
  const isHydrated = useHydrated()
  const { register, handleSubmit, formState } = useForm({ resolver: schemaResolver(newPasswordFields) })

  const submit = useSingleFlight(async ({ password }: NewPasswordFields) => {
    setRefusal(null)
    try {
      await resetPassword({ token, password })
      setDone(true)
    } catch (error) {
      setRefusal(failureMessage(error))
    }
  })

  if (isDone) {
    return (
      <div className="space-y-4">
        <Notice kind="success" role="status" takesFocus>
          Your new password is set.
        </Notice>
        <Link href="/sign-in" className={classNames(buttonStyle(), 'h-10 w-full')}>
          Sign in
        </Link>
      </div>
    )
  }
  return (
    <form method="post" noValidate onSubmit={handleSubmit(submit)} className="space-y-4">
      {refusal && (
        <Notice kind="danger" role="alert">
          {refusal}
        </Notice>
      )}
      <PasswordField
        label="New password"
        hint="At least 10 characters."
        error={formState.errors.password?.message}
        autoComplete="new-password"
        register={() => register('password')}
      />
      <Button
        type="submit"
        pending={formState.isSubmitting}
        disabled={!isHydrated}
        className="mt-2 h-10 w-full"
      >
        Set password
      </Button>
    </form>
  )
}
