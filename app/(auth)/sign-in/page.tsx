import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { NeedsScript } from '@/components/auth/auth-notices'
import { SignInForm } from '@/components/auth/sign-in-form'
import { Link } from '@/components/ui/link'
import { safeReturnPath } from '@/lib/auth/return-path'
import { currentVendor } from '@/lib/auth/session'
import { signUpRule } from '@/lib/sign-in/read-mailed-link'

export const metadata: Metadata = { title: 'Sign in' }

export default async function SignInPage({
  searchParams,
}: {
  searchParams: Promise<{ next?: string | string[] }>
}) {
  const returnPath = safeReturnPath((await searchParams).next)
  if (await currentVendor()) redirect(returnPath)
  return (
    <>
      <h1 className="mb-6 font-semibold text-2xl tracking-tight">Sign in</h1>
      <SignInForm returnPath={returnPath}>
        <NeedsScript />
        <p className="mt-6 text-muted-foreground">
          <Link href="/forgot-password" className="font-medium text-accent-text underline underline-offset-4">
            Forgot your password?
          </Link>
        </p>
        {signUpRule() === 'open' && (
          <p className="mt-2 text-muted-foreground">
            New here?{' '}
            <Link href="/sign-up" className="font-medium text-accent-text underline underline-offset-4">
              Create an account
            </Link>
          </p>
        )}
      </SignInForm>
    </>
  )
}
