import { z } from 'zod'
import { env } from '@/lib/env'
import type { JsonAnswer } from './operation'
import { Refusal } from './refusals'

/**
 * Refuses a browser's request that another site made (cross-site request forgery). A client that sends
 * neither header is no browser, and so carries nobody's cookies without meaning to.
 */
export function refuseOtherOrigins({ headers }: { headers: Pick<Headers, 'get'> }): void {
  const site = headers.get('sec-fetch-site')
  const origin = headers.get('origin')
  // Browsers leave Sec-Fetch-Site out on plain HTTP, where Origin alone tells.
  const isOwn = site !== null ? site === 'same-origin' : origin === null || isOwnOrigin(origin, headers)
  if (!isOwn) throw new Refusal('cross_site_request')
}

/** The service may be open under more names than PUBLIC_URL: the one it was asked under counts too. */
function isOwnOrigin(origin: string, headers: Pick<Headers, 'get'>): boolean {
  if (!URL.canParse(origin)) return false
  const { host } = new URL(origin)
  return host === headers.get('host') || host === new URL(env.PUBLIC_URL).host
}

/** The answer to `seeOther`'s 303, for programs that read bodies. */
export const redirectAnswer = z.object({ redirect_url: z.string() })

/** Sends the browser of a plain form on: to an address, by a GET. */
export function seeOther(url: string, cookie?: string): JsonAnswer<303, z.input<typeof redirectAnswer>> {
  return {
    status: 303,
    body: { redirect_url: url },
    headers: { Location: url, ...(cookie ? { 'Set-Cookie': cookie } : {}) },
  }
}
