import type { Metadata } from 'next'
import { NoSignUp, StaleLink } from '@/components/auth/auth-notices'
import { SignUp } from '@/components/auth/sign-up'
import { HOME_PATH } from '@/lib/auth/return-path'
import { readInvitation, signUpRule } from '@/lib/sign-in/read-mailed-link'

export const metadata: Metadata = { title: 'Create an account', robots: { index: false } }

export default async function InvitationPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params
  const rule = signUpRule()
  if (rule === 'closed') return <NoSignUp rule={rule} />
  const email = await readInvitation(token)
  if (email) return <SignUp homePath={HOME_PATH} invitation={{ token, email }} />
  return (
    <StaleLink next={{ href: '/sign-in', label: 'Go to sign in' }}>
      This invitation was already used, was replaced by another or has expired. If you have an account, sign
      in. Otherwise ask for another invitation.
    </StaleLink>
  )
}
