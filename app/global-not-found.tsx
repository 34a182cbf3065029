import { SearchX } from 'lucide-react'
import { headers } from 'next/headers'
import { DashboardShell } from '@/components/shell/dashboard-shell'
import { SiteDocument } from '@/components/shell/site-document'
import { SITE_METADATA, SITE_VIEWPORT } from '@/components/shell/site-metadata'
import { buttonStyle } from '@/components/ui/button'
import { Logo } from '@/components/ui/logo'
import { EmptyState } from '@/components/ui/notice'
import { currentMode } from '@/lib/auth/mode'
import { currentVendor } from '@/lib/auth/session'
import { env } from '@/lib/env'
import { dateOrderOf } from '@/lib/i18n/date-order'
import './globals.css'

export const metadata = { ...SITE_METADATA, title: 'Not found · Counterfoil' }

export const viewport = SITE_VIEWPORT

/** For a URL that matches no page: within the dashboard for a vendor, with the ways in for a visitor. */
export default async function NotFound() {
  const vendor = await currentVendor()
  if (vendor) {
    return (
      <SiteDocument>
        <DashboardShell
          mode={await currentMode()}
          isRehearsal={env.PROVIDERS === 'rehearsal'}
          dateOrder={dateOrderOf((await headers()).get('accept-language'))}
          vendor={vendor}
        >
          <Missing href="/home" label="Go to Home">
            This page doesn’t exist. Check the address, or start from the navigation.
          </Missing>
        </DashboardShell>
      </SiteDocument>
    )
  }
  return (
    <SiteDocument>
      <header className="flex h-14 items-center justify-between gap-4 border-b px-4 sm:px-6">
        <a href="/" className="rounded-lg py-1">
          <Logo />
        </a>
        <nav aria-label="Site" className="flex gap-1">
          <a href="/docs" className={buttonStyle({ variant: 'ghost', size: 'small' })}>
            Documentation
          </a>
          <a href="/sign-in" className={buttonStyle({ variant: 'ghost', size: 'small' })}>
            Sign in
          </a>
        </nav>
      </header>
      <main className="px-4 pt-16">
        <Missing href="/" label="Go to the start page">
          This page doesn’t exist. Check the address for a typo.
        </Missing>
      </main>
    </SiteDocument>
  )
}

function Missing({ href, label, children }: { href: string; label: string; children: string }) {
  return (
    <EmptyState
      Icon={SearchX}
      title={<h1 className="text-base">Page not found</h1>}
      action={
        <a href={href} className={buttonStyle({ variant: 'secondary' })}>
          {label}
        </a>
      }
    >
      {children}
    </EmptyState>
  )
}
