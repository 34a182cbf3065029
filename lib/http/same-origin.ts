import { z } from 'zod'
import { env } from '@/lib/env'
import type { JsonAnswer } from './operation'
import { Refusal } from './refusals'

/**
 * Refuses a browser's request from another site (cross-site request forgery). A client that sends neither
 * header is not a browser, and so can't be tricked into sending cookies.
 */
export function refuseOtherOrigins({ headers }: { headers: Pick<Headers, 'get'> }): void {
  const site = headers.get('sec-fetch-site')
  const origin = headers.get('origin')
  // Browsers omit Sec-Fetch-Site on plain HTTP, where only Origin tells.
  const isOwn = site !== null ? site === 'same-origin' : origin === null || isOwnOrigin(origin, headers)
  if (!isOwn) throw new Refusal('cross_site_request')
}

/** The service may be reachable under more names than PUBLIC_URL; the requested host counts too. */
function isOwnOrigin(origin: string, headers: Pick<Headers, 'get'>): boolean {
  if (!URL.canParse(origin)) return false
  const { host } = new URL(origin)
  return host === headers.get('host') || host === new URL(env.PUBLIC_URL).host
}

/** The body of a `seeOther` answer, for programs. */
export const redirectAnswer = z.object({ redirect_url: z.string() })

/** Redirects a plain form's browser with a 303, so that it continues with a GET. */
export function seeOther(url: string, ...cookies: string[]): JsonAnswer<303, z.input<typeof redirectAnswer>> {
  return {
    status: 303,
    body: { redirect_url: url },
    headers: { Location: url },
    cookies,
  }
}
