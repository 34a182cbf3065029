import type { Metadata, Viewport } from 'next'
import localFont from 'next/font/local'
import { ThemeProvider } from 'next-themes'
import type { ReactNode } from 'react'

/**
 * Not preloaded: on a slow line it would hold up what the page needs to be read and used. Where it is not
 * there at once the device's own font is kept, so that nothing is drawn twice; the next page has it.
 */
const geistSans = localFont({
  src: '../../node_modules/geist/dist/fonts/geist-sans/Geist-Variable.woff2',
  variable: '--font-geist-sans',
  weight: '100 900',
  preload: false,
  display: 'optional',
})

export const SITE_METADATA: Metadata = {
  title: { default: 'Counterfoil', template: '%s · Counterfoil' },
  description: 'Invoicing and instant bank payouts',
}

export const SITE_VIEWPORT: Viewport = {
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#fafaf9' },
    { media: '(prefers-color-scheme: dark)', color: '#0d0d0f' },
  ],
}

/**
 * The document of every page but the buyers': theirs are in the language of whoever reads them, and load
 * less. That is why there is no layout above the groups.
 */
export function SiteDocument({ children }: { children: ReactNode }) {
  return (
    // The theme's script sets the class before the first paint, which React then finds on the element.
    <html lang="en" className={geistSans.variable} suppressHydrationWarning>
      <body className="min-h-dvh font-sans">
        <ThemeProvider attribute="class" defaultTheme="system" enableSystem disableTransitionOnChange>
          {children}
        </ThemeProvider>
      </body>
    </html>
  )
}
