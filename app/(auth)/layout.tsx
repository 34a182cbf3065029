import type { ReactNode } from 'react'
import { NoMoneyBand } from '@/components/shell/no-money-band'
import { SiteDocument } from '@/components/shell/site-document'
import { SITE_METADATA, SITE_VIEWPORT } from '@/components/shell/site-metadata'
import { Link } from '@/components/ui/link'
import { Logo } from '@/components/ui/logo'
import { ThemeMenu } from '@/components/ui/theme-menu'
import { env, hasLiveProvider } from '@/lib/env'
import '../globals.css'

export const metadata = SITE_METADATA

export const viewport = SITE_VIEWPORT

export default function AuthLayout({ children }: { children: ReactNode }) {
  return (
    <SiteDocument>
      <div className="flex min-h-dvh flex-col">
        {/* No mode is chosen before sign-in, so test mode has no band here: only a service without real money has one. */}
        {env.PROVIDERS === 'rehearsal' && hasLiveProvider() && <NoMoneyBand title="Rehearsal" />}
        <header className="flex items-center justify-between px-4 py-3 sm:px-6">
          <Logo />
          <ThemeMenu />
        </header>
        <main className="mx-auto w-full flex-1 px-4 pt-[8vh] pb-12 sm:max-w-[23rem]">{children}</main>
        <footer className="flex flex-wrap items-center justify-center gap-x-4 gap-y-1 px-4 py-5 text-[0.8125rem] text-muted-foreground sm:px-6">
          <span>Invoicing and instant bank payouts</span>
          <Link href="/docs" className="underline underline-offset-4 hover:text-foreground">
            Documentation
          </Link>
        </footer>
      </div>
    </SiteDocument>
  )
}
