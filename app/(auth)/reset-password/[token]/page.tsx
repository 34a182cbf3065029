import type { Metadata } from 'next'
import { NeedsScript, StaleLink } from '@/components/auth/auth-notices'
import { ResetPasswordForm } from '@/components/auth/reset-password-forms'
import { isPasswordResetLinkGood } from '@/lib/sign-in/read-mailed-link'

export const metadata: Metadata = { title: 'Choose a new password', robots: { index: false } }

export default async function ResetPasswordPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params
  if (!(await isPasswordResetLinkGood(token))) {
    return (
      <StaleLink next={{ href: '/forgot-password', label: 'Get another link' }}>
        This link was already used or has expired.
      </StaleLink>
    )
  }
  return (
    <>
      <h1 className="font-semibold text-2xl tracking-tight">Choose a new password</h1>
      <p className="mt-1 mb-6 text-muted-foreground">This signs out every session of your account.</p>
      <ResetPasswordForm token={token} />
      <NeedsScript />
    </>
  )
}
