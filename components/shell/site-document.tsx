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
  const sent = await headers()
  const keys = hasCommandKey(sent.get('user-agent') ?? '') ? 'has-command-key' : ''
  return (
    <html lang="en" className={`${theme} ${keys} ${fontVariables}`}>
      <body className="min-h-dvh font-sans">
        {children}
        {/* Last: a script in the HTML waits for the styles, and what stands below it would wait with it. */}
        <EarlyClicks nonce={nonceOf(sent)} />
      </body>
    </html>
  )
}

/** Whether the device has a ⌘ key. The server says it, so that the first paint is right and hydration finds the same. */
function hasCommandKey(userAgent: string): boolean {
  return /Macintosh|iPhone|iPad/.test(userAgent)
}
