import type { ReactNode } from 'react'
import { buttonStyle } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { Link } from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'

type StaleLinkProps = { children: ReactNode; next: { href: string; label: string } }

/** Shown for a mailed link that no longer works: the reason and the next step. */
export function StaleLink({ children, next }: StaleLinkProps) {
  return (
    <>
      <h1 className="font-semibold text-2xl tracking-tight">This link can’t be used</h1>
      <p className="mt-1 mb-6 text-muted-foreground">{children}</p>
      <Link href={next.href} className={classNames(buttonStyle(), 'h-10 w-full')}>
        {next.label}
      </Link>
    </>
  )
}

/** Tells a browser without JavaScript why the page does nothing. */
export function NeedsScript({ className = 'mt-4' }: { className?: string }) {
  return (
    <noscript>
      <Notice kind="warning" className={className}>
        This page needs JavaScript. Turn it on in your browser and reload.
      </Notice>
    </noscript>
  )
}

/** Shown in place of the sign-up form if people can't sign up by themselves. */
export function NoSignUp({ rule }: { rule: 'invite' | 'closed' }) {
  const isByInvitation = rule === 'invite'
  return (
    <>
      <h1 className="font-semibold text-2xl tracking-tight">
        {isByInvitation ? 'Sign-up is by invitation' : 'Sign-up is closed'}
      </h1>
      <p className="mt-1 mb-6 text-muted-foreground">
        {isByInvitation
          ? 'To create an account, open the link in your invitation email.'
          : 'Ask the operator of this service for an account.'}
      </p>
      <Link href="/sign-in" className={classNames(buttonStyle(), 'h-10 w-full')}>
        Go to sign in
      </Link>
    </>
  )
}
