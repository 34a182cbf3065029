import type { Metadata } from 'next'
import { headers } from 'next/headers'
import type { ReactNode } from 'react'
import { fontVariables } from '@/components/shell/fonts'
import { ICONS, SITE_VIEWPORT } from '@/components/shell/site-metadata'
import { buyerLocale } from '@/lib/http/buyer-locale'
import { directionOf } from '@/lib/i18n/locale'
import '../globals.css'

/** No web app manifest: a payment page is not something to install. */
export const metadata: Metadata = { icons: ICONS }

export const viewport = SITE_VIEWPORT

/**
 * The document of the buyer's pages, in the buyer's language. It loads no theme switch: light or dark follows the
 * device.
 */
export default async function BuyerLayout({ children }: { children: ReactNode }) {
  const locale = buyerLocale(await headers())
  return (
    <html lang={locale} dir={directionOf(locale)} className={`follows-system ${fontVariables}`}>
      <body className="min-h-dvh font-sans">{children}</body>
    </html>
  )
}
