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
import { passwordFields } from '@/lib/sign-in/credentials'
import { confirmEmail } from './auth-requests'
import { PasswordField } from './credential-fields'

type State = { step: 'open' | 'confirming' | 'confirmed'; refusal: string | null }

type ConfirmEmailFormProps = {
  token: string
  homePath: string
  needsPassword: boolean
  /** The email replaces the one of before. */
  isChange: boolean
}

/**
 * A button, because mail scanners follow links: opening the page must change nothing. With the password if this
 * browser isn't signed in to the account.
 */
export function ConfirmEmailForm({ token, homePath, needsPassword, isChange }: ConfirmEmailFormProps) {
  const [{ step, refusal }, setState] = useState<State>({ step: 'open', refusal: null })
  const isHydrated = useHydrated()
  const { register, handleSubmit, formState } = useForm<{ password?: string | undefined }>({
    resolver: schemaResolver(needsPassword ? passwordFields : passwordFields.partial()),
  })
  const confirm = useSingleFlight(async ({ password }: { password?: string | undefined }) => {
    setState({ step: 'confirming', refusal: null })
    try {
      await confirmEmail(token, needsPassword ? password : undefined)
      setState({ step: 'confirmed', refusal: null })
    } catch (error) {
      setState({ step: 'open', refusal: failureMessage(error) })
    }
  })
  if (step === 'confirmed') {
    return (
      <div className="space-y-4">
        <Notice kind="success" role="status">
          Your email address is confirmed
        </Notice>
        <Link href={homePath} className={classNames(buttonStyle(), 'h-10 w-full')}>
          Go to Home
        </Link>
      </div>
    )
  }
  return (
    <form method="post" noValidate onSubmit={handleSubmit(confirm)} className="space-y-4">
      {refusal && (
        <Notice kind="danger" role="alert">
          {refusal}
        </Notice>
      )}
      {needsPassword && (
        <PasswordField
          label="Password"
          error={formState.errors.password?.message}
          autoComplete="current-password"
          register={() => register('password')}
        />
      )}
      <Button type="submit" pending={step === 'confirming'} disabled={!isHydrated} className="h-10 w-full">
        Confirm email
      </Button>
      {needsPassword && isChange && (
        <p className="text-muted-foreground">
          Don’t know the password? Then somebody else asked for this. Close the page and nothing changes.
        </p>
      )}
      {needsPassword && !isChange && (
        <p className="text-muted-foreground">
          Don’t know the password, or did somebody else sign up with your email?{' '}
          <Link href="/forgot-password" className="font-medium text-accent-text underline underline-offset-4">
            Reset the password
          </Link>
          : that confirms the email too.
        </p>
      )}
    </form>
  )
}
