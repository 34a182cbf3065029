import type { ReactNode } from 'react'
import { SiteDocument } from '@/components/shell/site-document'
import { SITE_METADATA, SITE_VIEWPORT } from '@/components/shell/site-metadata'
import '../globals.css'

export const metadata = SITE_METADATA

export const viewport = SITE_VIEWPORT

export default function DocsLayout({ children }: { children: ReactNode }) {
  return <SiteDocument>{children}</SiteDocument>
}
