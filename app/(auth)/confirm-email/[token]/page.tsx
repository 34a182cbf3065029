import type { Metadata } from 'next'
import { NeedsScript, StaleLink } from '@/components/auth/auth-notices'
import { ConfirmEmailForm } from '@/components/auth/confirm-email-form'
import { HOME_PATH } from '@/lib/auth/return-path'
import { currentVendor } from '@/lib/auth/session'
import { memberOfConfirmationLink } from '@/lib/sign-in/read-mailed-link'

export const metadata: Metadata = { title: 'Confirm your email address', robots: { index: false } }

export default async function ConfirmEmailPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params
  const vendorId = await memberOfConfirmationLink(token)
  if (!vendorId) {
    return (
      <StaleLink next={{ href: HOME_PATH, label: 'Go to Home' }}>
        This link was already used or has expired. If your email is confirmed, you’re done. Otherwise get
        another link on Home.
      </StaleLink>
    )
  }
  const isSignedIn = (await currentVendor())?.id === vendorId
  return (
    <>
      <h1 className="font-semibold text-2xl tracking-tight">Confirm your email address</h1>
      <p className="mt-1 mb-6 text-muted-foreground">
        {isSignedIn
          ? 'One click confirms that our emails reach you.'
          : 'Enter your password to confirm that the account with this email is yours.'}
      </p>
      <ConfirmEmailForm token={token} homePath={HOME_PATH} needsPassword={!isSignedIn} />
      <NeedsScript />
    </>
  )
}
