import type { Viewport } from 'next'
import { headers } from 'next/headers'
import type { ReactNode } from 'react'
import { buyerLocale } from '@/lib/buyer-locale'
import { directionOf } from '@/lib/locale'
import '../globals.css'

export const viewport: Viewport = {
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#fafaf9' },
    { media: '(prefers-color-scheme: dark)', color: '#0d0d0f' },
  ],
}

/**
 * The document of the pages for buyers, in their language. They load no font and no theme switch: the
 * first words are there with the first bytes, also over a slow line, and light or dark is as the device is.
 */
export default async function BuyerLayout({ children }: { children: ReactNode }) {
  const locale = buyerLocale(await headers())
  return (
    <html lang={locale} dir={directionOf(locale)} className="follows-system">
      <body className="min-h-dvh font-sans">{children}</body>
    </html>
  )
}
