import type { ComponentProps } from 'react'
import { Link } from '@/components/ui/link'
import { NeedsScript } from './auth-notices'
import { SignUpForm } from './sign-up-form'

/** The form that creates an account, and what to know before. */
export function SignUp(props: ComponentProps<typeof SignUpForm>) {
  return (
    <>
      <h1 className="font-semibold text-2xl tracking-tight">Create an account</h1>
      <p className="mt-1 mb-6 text-muted-foreground">
        You start in test mode: try everything without real money.
      </p>
      <SignUpForm {...props} />
      <NeedsScript />
      <p className="mt-6 text-muted-foreground">
        Have an account?{' '}
        <Link href="/sign-in" className="font-medium text-accent-text underline underline-offset-4">
          Sign in
        </Link>
      </p>
    </>
  )
}
