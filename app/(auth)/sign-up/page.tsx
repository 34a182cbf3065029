import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { NoSignUp } from '@/components/auth/auth-notices'
import { SignUp } from '@/components/auth/sign-up'
import { HOME_PATH } from '@/lib/auth/return-path'
import { currentVendor } from '@/lib/auth/session'
import { signUpRule } from '@/lib/sign-in/read-mailed-link'

export const metadata: Metadata = { title: 'Create an account' }

export default async function SignUpPage() {
  if (await currentVendor()) redirect(HOME_PATH)
  const rule = signUpRule()
  return rule === 'open' ? <SignUp homePath={HOME_PATH} /> : <NoSignUp rule={rule} />
}
