import type { Metadata } from 'next'
import { StaleLink } from '@/components/auth/auth-notices'
import { JoinForm } from '@/components/auth/join-form'
import { HOME_PATH } from '@/lib/auth/return-path'
import { readTeamInvitation } from '@/lib/sign-in/read-mailed-link'

export const metadata: Metadata = { title: 'Join a team', robots: { index: false } }

export default async function JoinPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params
  const invitation = await readTeamInvitation(token)
  if (!invitation) {
    return (
      <StaleLink next={{ href: '/sign-in', label: 'Go to sign in' }}>
        This invitation was already used, was revoked or has expired. If you have joined, sign in. Otherwise
        ask for another invitation.
      </StaleLink>
    )
  }
  return (
    <>
      <h1 className="font-semibold text-2xl tracking-tight">Join {invitation.vendor}</h1>
      <p className="mt-1 mb-6 text-muted-foreground">Choose a password of your own for Counterfoil.</p>
      <JoinForm homePath={HOME_PATH} token={token} email={invitation.email} />
    </>
  )
}
