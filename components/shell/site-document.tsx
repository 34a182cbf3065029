import localFont from 'next/font/local'
import { headers } from 'next/headers'
import { ThemeProvider } from 'next-themes'
import type { ReactNode } from 'react'
import { nonceOf } from '@/lib/http/content-security-policy'

/**
 * Not preloaded: on a slow connection the font would delay the content. If it is late for the first paint,
 * the page keeps the system font, so that text does not shift.
 */
const geistSans = localFont({
  src: '../../node_modules/geist/dist/fonts/geist-sans/Geist-Variable.woff2',
  variable: '--font-geist-sans',
  weight: '100 900',
  preload: false,
  display: 'optional',
})

/**
 * The HTML document of every page but the buyer's, which has its own language and loads less. That is why no
 * root layout stands above the route groups.
 */
export async function SiteDocument({ children }: { children: ReactNode }) {
  const nonce = nonceOf(await headers())
  return (
    // The theme script sets a class before hydration, so the element differs from the server's.
    <html lang="en" className={geistSans.variable} suppressHydrationWarning>
      <body className="min-h-dvh font-sans">
        <ThemeProvider
          attribute="class"
          defaultTheme="system"
          enableSystem
          disableTransitionOnChange
          {...(nonce === undefined ? {} : { nonce })}
        >
          {children}
        </ThemeProvider>
      </body>
    </html>
  )
}
