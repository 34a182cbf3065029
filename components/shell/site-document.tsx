import { headers } from 'next/headers'
import { ThemeProvider } from 'next-themes'
import type { ReactNode } from 'react'
import { nonceOf } from '@/lib/http/content-security-policy'
import { EarlyClicks } from './early-clicks'
import { fontVariables } from './fonts'

/**
 * The HTML document of every page but the buyer's, which has its own language and loads less. That is why no
 * root layout stands above the route groups.
 */
export async function SiteDocument({ children }: { children: ReactNode }) {
  const nonce = nonceOf(await headers())
  return (
    // The theme script sets a class before hydration, so the element differs from the server's.
    <html lang="en" className={fontVariables} suppressHydrationWarning>
      <body className="min-h-dvh font-sans">
        <EarlyClicks nonce={nonce} />
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
