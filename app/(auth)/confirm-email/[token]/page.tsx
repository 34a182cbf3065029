import type { Metadata } from 'next'
import { NeedsScript, StaleLink } from '@/components/auth/auth-notices'
import { ConfirmEmailForm } from '@/components/auth/confirm-email'
import { HOME_PATH } from '@/lib/auth/return-path'
import { isConfirmationLinkGood } from '@/lib/sign-in/read-mailed-link'

export const metadata: Metadata = { title: 'Confirm your e-mail address', robots: { index: false } }

export default async function ConfirmEmailPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params
  if (!(await isConfirmationLinkGood(token))) {
    return (
      <StaleLink next={{ href: HOME_PATH, label: 'Go to Home' }}>
        It was used already, or its day is over. If your address is confirmed there is nothing left to do;
        otherwise Home has a button for another link.
      </StaleLink>
    )
  }
  return (
    <>
      <h1 className="font-semibold text-2xl tracking-tight">Confirm your e-mail address</h1>
      <p className="mt-1 mb-6 text-muted-foreground">One click, and we know that mail reaches you.</p>
      <ConfirmEmailForm token={token} homePath={HOME_PATH} />
      <NeedsScript />
    </>
  )
}
