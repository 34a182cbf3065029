import type { Metadata } from 'next'
import { NeedsScript } from '@/components/auth/auth-notices'
import { ForgotPasswordForm } from '@/components/auth/reset-password-forms'
import { Link } from '@/components/ui/link'

export const metadata: Metadata = { title: 'Forgot your password?' }

export default function ForgotPasswordPage() {
  return (
    <>
      <h1 className="font-semibold text-2xl tracking-tight">Forgot your password?</h1>
      <p className="mt-1 mb-6 text-muted-foreground">
        We’ll email you a link to choose a new one. It works for an hour.
      </p>
      <ForgotPasswordForm />
      <NeedsScript />
      <p className="mt-6 text-muted-foreground">
        <Link href="/sign-in" className="font-medium text-accent-text underline underline-offset-4">
          Back to sign in
        </Link>
      </p>
    </>
  )
}
