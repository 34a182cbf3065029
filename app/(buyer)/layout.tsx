import type { Metadata } from 'next'
import localFont from 'next/font/local'
import { headers } from 'next/headers'
import type { ReactNode } from 'react'
import { ICONS, SITE_VIEWPORT } from '@/components/shell/site-metadata'
import { buyerLocale } from '@/lib/http/buyer-locale'
import { directionOf } from '@/lib/i18n/locale'
import '../globals.css'

/** No web app manifest: a payment page is not something to install. */
export const metadata: Metadata = { icons: ICONS }

export const viewport = SITE_VIEWPORT

/**
 * Preloaded, because a buyer sees one page, once. If it is late for the first paint, the page keeps the system font: text
 * shows at once even on a slow connection, and never shifts.
 */
const geistSans = localFont({
  src: '../../node_modules/geist/dist/fonts/geist-sans/Geist-Variable.woff2',
  variable: '--font-geist-sans',
  weight: '100 900',
  preload: true,
  display: 'optional',
})

/**
 * The document of the buyer's pages, in the buyer's language. It loads no theme switch: light or dark follows the
 * device.
 */
export default async function BuyerLayout({ children }: { children: ReactNode }) {
  const locale = buyerLocale(await headers())
  return (
    <html lang={locale} dir={directionOf(locale)} className={`follows-system ${geistSans.variable}`}>
      <body className="min-h-dvh font-sans">{children}</body>
    </html>
  )
}
