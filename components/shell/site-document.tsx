import { cookies, headers } from 'next/headers'
import type { ReactNode } from 'react'
import { nonceOf } from '@/lib/http/content-security-policy'
import { cookieName } from '@/lib/http/cookies'
import { EarlyClicks } from './early-clicks'
import { fontVariables } from './fonts'

/**
 * The HTML document of every page but the buyer's, which has its own language and loads less. That is why no
 * root layout stands above the route groups.
 */
export async function SiteDocument({ children }: { children: ReactNode }) {
  const themeCookie = (await cookies()).get(cookieName('theme'))?.value ?? ''
  const theme = /^(light|dark)$/.test(themeCookie) ? themeCookie : 'follows-system'
  return (
    <html lang="en" className={`${theme} ${fontVariables}`}>
      <body className="min-h-dvh font-sans">
        {children}
        {/* Last: a script in the HTML waits for the styles, and what stands below it would wait with it. */}
        <EarlyClicks nonce={nonceOf(await headers())} />
      </body>
    </html>
  )
}
