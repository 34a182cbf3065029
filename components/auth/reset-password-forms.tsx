'use client'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { failureMessage } from '@/components/browser/request'
import { schemaResolver } from '@/components/forms/schema-resolver'
import { useHydrated, useSingleFlight } from '@/components/forms/send-once'
import { Button, buttonStyle } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { Link } from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import {
  type ForgotPasswordFields,
  forgotPasswordFields,
  type NewPasswordFields,
  newPasswordFields,
} from '@/lib/sign-in/credentials'
import { requestPasswordReset, resetPassword } from './auth-requests'
import { EmailField, PasswordField } from './credential-fields'

export function ForgotPasswordForm() {
  const [refusal, setRefusal] = useState<string | null>(null)
  const [email, setEmail] = useState<string | null>(null)
  const isHydrated = useHydrated()
  // No default values: they would overwrite what was typed before hydration.
  const { register, handleSubmit, formState } = useForm({ resolver: schemaResolver(forgotPasswordFields) })

  const submit = useSingleFlight(async (fields: ForgotPasswordFields) => {
    setRefusal(null)
    try {
      await requestPasswordReset(fields)
      setEmail(fields.email)
    } catch (error) {
      setRefusal(failureMessage(error))
    }
  })

  if (email) {
    return (
      <Notice kind="success" role="status" takesFocus title="Check your email">
        If {email} has an account, we sent a link to it. If nothing arrives, check your spam folder or ask the
        operator of this service.
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
      <EmailField error={formState.errors.email?.message} register={() => register('email')} />
      <Button
        type="submit"
        pending={formState.isSubmitting}
        disabled={!isHydrated}
        className="mt-2 h-10 w-full"
      >
        Send link
      </Button>
    </form>
  )
}

export function ResetPasswordForm({ token }: { token: string }) {
  const [refusal, setRefusal] = useState<string | null>(null)
  const [outcome, setOutcome] = useState<{ isTakenOver: boolean } | null>(null)
  const isHydrated = useHydrated()
  const { register, handleSubmit, formState } = useForm({ resolver: schemaResolver(newPasswordFields) })

  const submit = useSingleFlight(async ({ password }: NewPasswordFields) => {
    setRefusal(null)
    try {
      setOutcome(await resetPassword({ token, password }))
    } catch (error) {
      setRefusal(failureMessage(error))
    }
  })

  if (outcome) {
    return (
      <div className="space-y-4">
        {outcome.isTakenOver ? (
          <Notice kind="success" role="status" takesFocus title="Password changed, email confirmed">
            Your email wasn’t confirmed before, so somebody else may have set up this account. Everybody else
            is kept out of it, and two-step sign-in, API keys and what acts by itself are off. We emailed you
            the list.
          </Notice>
        ) : (
          <Notice kind="success" role="status" takesFocus>
            Password changed
          </Notice>
        )}
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
        hint="At least 10 characters"
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
