import type { Metadata } from 'next'
import { NeedsScript, StaleLink } from '@/components/auth/auth-notices'
import { ConfirmEmailForm } from '@/components/auth/confirm-email-form'
import { HOME_PATH } from '@/lib/auth/return-path'
import { currentVendor } from '@/lib/auth/session'
import { readConfirmationLink } from '@/lib/sign-in/read-mailed-link'

export const metadata: Metadata = { title: 'Confirm your email address', robots: { index: false } }

export default async function ConfirmEmailPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params
  const link = await readConfirmationLink(token, await currentVendor())
  if (!link) {
    return (
      <StaleLink next={{ href: HOME_PATH, label: 'Go to Home' }}>
        This link was already used, was canceled or has expired. If your email is confirmed, you’re done.
        Otherwise get another link on Home or, for a new email, in Settings.
      </StaleLink>
    )
  }
  return (
    <>
      <h1 className="font-semibold text-2xl tracking-tight">
        {link.isChange ? 'Confirm your new email address' : 'Confirm your email address'}
      </h1>
      <p className="mt-1 mb-6 text-muted-foreground">{purposeOf(link)}</p>
      <ConfirmEmailForm token={token} homePath={HOME_PATH} {...link} />
      <NeedsScript />
    </>
  )
}

function purposeOf({ isChange, needsPassword }: { isChange: boolean; needsPassword: boolean }): string {
  if (!needsPassword) {
    return isChange ? 'From then on you sign in with it.' : 'One click confirms that our emails reach you.'
  }
  return isChange
    ? 'Enter your password to sign in with this email from now on.'
    : 'Enter your password to confirm that the account with this email is yours.'
}
