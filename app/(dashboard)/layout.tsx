import { headers } from 'next/headers'
import type { ReactNode } from 'react'
import { DashboardShell } from '@/components/shell/dashboard-shell'
import { PageBoundary } from '@/components/shell/page-boundary'
import { SiteDocument } from '@/components/shell/site-document'
import { SITE_METADATA, SITE_VIEWPORT } from '@/components/shell/site-metadata'
import { currentMode } from '@/lib/auth/mode'
import { currentVendor } from '@/lib/auth/session'
import { env } from '@/lib/env'
import { dateOrderOf } from '@/lib/i18n/date-order'
import '../globals.css'

export const metadata = SITE_METADATA

export const viewport = SITE_VIEWPORT

export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const vendor = await currentVendor()
  // The page redirects visitors who are not signed in.
  if (!vendor) return <SiteDocument>{children}</SiteDocument>
  return (
    <SiteDocument>
      <DashboardShell
        mode={await currentMode()}
        isRehearsal={env.PROVIDERS === 'rehearsal'}
        dateOrder={dateOrderOf((await headers()).get('accept-language'))}
        vendor={vendor}
      >
        <PageBoundary>{children}</PageBoundary>
      </DashboardShell>
    </SiteDocument>
  )
}
