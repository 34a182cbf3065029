'use client'

import { type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import { useForm } from 'react-hook-form'
import { failureMessage } from '@/components/browser/request'
import { schemaResolver } from '@/components/forms/schema-resolver'
import { useHydrated, useSingleFlight } from '@/components/forms/send-once'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'
import type { SignInFields } from '@/lib/sign-in/credentials'
import { CodeNeeded, signIn } from './auth-requests'
import { CodeInput, EmailField, PasswordField } from './credential-fields'
import { PasskeySignIn } from './passkey-sign-in'

type SignInFormProps = {
  /** A path on this site, already checked by the page. */
  returnPath: string
  /** The other ways on, below the first step. */
  children: ReactNode
}

export function SignInForm({ returnPath, children }: SignInFormProps) {
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isLeaving, setLeaving] = useState(false)
  const [needsCode, setNeedsCode] = useState(false)
  const isHydrated = useHydrated()
  // No default values: they would overwrite what was typed before hydration.
  const { register, handleSubmit, setError, resetField, setFocus, formState } = useForm({
    resolver: schemaResolver(async () => (await import('@/lib/sign-in/credentials')).signInFields),
  })
  const { errors, isSubmitting } = formState

  const leave = () => {
    setLeaving(true)
    // A full page load, so that nothing from an earlier session stays in memory.
    window.location.assign(returnPath)
  }
  const submit = useSingleFlight(async (fields: SignInFields) => {
    setRefusal(null)
    if (needsCode && !fields.code) {
      setError('code', { message: 'Enter the code' }, { shouldFocus: true })
      return
    }
    try {
      await signIn(fields)
      leave()
    } catch (error) {
      if (error instanceof CodeNeeded) return setNeedsCode(true)
      setRefusal(failureMessage(error))
      if (needsCode) {
        resetField('code')
        setFocus('code')
      }
    }
  })
  const startOver = () => {
    setRefusal(null)
    resetField('code')
    // The button disappears, so the field has to be visible before it takes the focus.
    flushSync(() => setNeedsCode(false))
    setFocus('email')
  }

  return (
    <>
      <form method="post" noValidate onSubmit={handleSubmit(submit)} className="space-y-4">
        {refusal && (
          <Notice kind="danger" role="alert">
            {refusal}
          </Notice>
        )}
        {/* Stays mounted during the second step, so that email and password are sent with the code. */}
        <div hidden={needsCode} className="space-y-4">
          <EmailField withPasskeys error={errors.email?.message} register={() => register('email')} />
          <PasswordField
            label="Password"
            error={errors.password?.message}
            autoComplete="current-password"
            register={() => register('password')}
          />
        </div>
        {needsCode && (
          <Field
            label="Code"
            hint="From your authenticator app, or a recovery code"
            error={errors.code?.message}
          >
            {(control) => <CodeInput {...control} {...register('code')} autoFocus />}
          </Field>
        )}
        <Button
          type="submit"
          pending={isSubmitting || isLeaving}
          disabled={!isHydrated}
          className="mt-2 h-10 w-full"
        >
          {needsCode ? 'Continue' : 'Sign in'}
        </Button>
        {needsCode && (
          <Button variant="ghost" className="h-10 w-full" onClick={startOver}>
            Use another account
          </Button>
        )}
      </form>
      {!needsCode && <PasskeySignIn onSignedIn={leave} onRefusal={setRefusal} />}
      {!needsCode && children}
    </>
  )
}
