import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { NeedsScript } from '@/components/auth/auth-notices'
import { SignUpForm } from '@/components/auth/sign-up-form'
import { Link } from '@/components/ui/link'
import { HOME_PATH } from '@/lib/auth/return-path'
import { currentVendor } from '@/lib/auth/session'

export const metadata: Metadata = { title: 'Create an account' }

export default async function SignUpPage() {
  if (await currentVendor()) redirect(HOME_PATH)
  return (
    <>
      <h1 className="font-semibold text-2xl tracking-tight">Create an account</h1>
      <p className="mt-1 mb-6 text-muted-foreground">
        You start in test mode: try everything without real money.
      </p>
      <SignUpForm homePath={HOME_PATH} />
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
