import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import { fontVariables } from '@/components/shell/fonts'
import { ICONS, SITE_VIEWPORT } from '@/components/shell/site-metadata'
import '../globals.css'

export const metadata: Metadata = { icons: ICONS }

export const viewport = SITE_VIEWPORT

/**
 * The document of the sandbox's pages, in English only, as a provider's pages for tests are. Light or dark follows the
 * device.
 */
export default function SandboxLayout({ children }: { children: ReactNode }) {
  return (
    <html lang="en" className={`follows-system ${fontVariables}`}>
      <body className="min-h-dvh font-sans">{children}</body>
    </html>
  )
}
