import type { ReactNode } from 'react'
import { SiteDocument } from '@/components/shell/site-document'
import { SITE_METADATA, SITE_VIEWPORT } from '@/components/shell/site-metadata'
import { Logo } from '@/components/ui/logo'
import { ThemeMenu } from '@/components/ui/theme-menu'
import '../globals.css'

export const metadata = SITE_METADATA

export const viewport = SITE_VIEWPORT

export default function AuthLayout({ children }: { children: ReactNode }) {
  return (
    <SiteDocument>
      <div className="flex min-h-dvh flex-col">
        <header className="flex items-center justify-between px-4 py-3 sm:px-6">
          <Logo />
          <ThemeMenu />
        </header>
        <main className="mx-auto w-full flex-1 px-4 pt-[8vh] pb-12 sm:max-w-[23rem]">{children}</main>
      </div>
    </SiteDocument>
  )
}
