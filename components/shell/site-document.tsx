import localFont from 'next/font/local'
import { ThemeProvider } from 'next-themes'
import type { ReactNode } from 'react'

/**
 * Not preloaded: on a slow line the font would delay what the page needs to be readable. If it has not
 * arrived by the first paint the page keeps the device's own font, so that no text is drawn twice.
 */
const geistSans = localFont({
  src: '../../node_modules/geist/dist/fonts/geist-sans/Geist-Variable.woff2',
  variable: '--font-geist-sans',
  weight: '100 900',
  preload: false,
  display: 'optional',
})

/**
 * The HTML document of every page except the buyer's, whose document has another language and loads less.
 * For that reason no root layout stands above the route groups.
 */
export function SiteDocument({ children }: { children: ReactNode }) {
  return (
    // The theme script sets a class before React hydrates, so the element differs from the server's.
    <html lang="en" className={geistSans.variable} suppressHydrationWarning>
      <body className="min-h-dvh font-sans">
        <ThemeProvider attribute="class" defaultTheme="system" enableSystem disableTransitionOnChange>
          {children}
        </ThemeProvider>
      </body>
    </html>
  )
}
