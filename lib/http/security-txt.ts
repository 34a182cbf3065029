import { env } from '@/lib/env'
import { DAY_MS } from '@/lib/time/units'

const VALID_DAYS = 90

/**
 * The answer to `/.well-known/security.txt` (RFC 9116). Generated per request, because the contact is the
 * operator's and an `Expires` in a static file would lapse unnoticed.
 */
export function securityTxt(now: Date): Response {
  const policy = `${env.PUBLIC_URL}/docs/security`
  const expires = new Date(now.getTime() + VALID_DAYS * DAY_MS)
  const fields = [
    ['Contact', env.SECURITY_CONTACT ?? policy],
    ['Expires', expires.toISOString().replace(/\.\d+Z$/, 'Z')],
    ['Preferred-Languages', 'en'],
    ['Canonical', `${env.PUBLIC_URL}/.well-known/security.txt`],
    ['Policy', policy],
  ]
  return new Response(fields.map(([name, value]) => `${name}: ${value}\n`).join(''), {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  })
}
