import { RequestError } from '@/lib/api/errors'
import type { JsonAnswer } from '@/lib/api/operation'
import { env } from '@/lib/env'

/**
 * Refuses a browser's request that another site made (cross-site request forgery). A client that sends
 * neither header is no browser, and so carries nobody's cookies without meaning to.
 */
export function refuseOtherOrigins(request: Request): void {
  const site = request.headers.get('sec-fetch-site')
  const origin = request.headers.get('origin')
  // Browsers leave Sec-Fetch-Site out on plain HTTP, where Origin alone tells.
  const isOwn = site !== null ? site === 'same-origin' : origin === null || isOwnOrigin(origin, request)
  if (!isOwn) throw new RequestError(403, 'This request came from another site')
}

/** The service may be open under more names than PUBLIC_URL: the one it was asked under counts too. */
function isOwnOrigin(origin: string, request: Request): boolean {
  if (!URL.canParse(origin)) return false
  const { host } = new URL(origin)
  return host === request.headers.get('host') || host === new URL(env.PUBLIC_URL).host
}

/** Sends the browser of a plain form on: to an address, by a GET. */
export function seeOther(url: string, cookie?: string): JsonAnswer {
  return {
    status: 303,
    body: { redirect_url: url },
    headers: { Location: url, ...(cookie ? { 'Set-Cookie': cookie } : {}) },
  }
}
