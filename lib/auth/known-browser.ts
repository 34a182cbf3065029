import { timingSafeEqual } from 'node:crypto'
import { randomBase62 } from '@/lib/crypto/base62'
import { keyedHash, keyedHashes } from '@/lib/crypto/secrets'
import { cookieHeader, cookieName } from '@/lib/http/cookies'

/*
 * A browser that a member has signed in with, or set the password in by an emailed link, carries a mark that we
 * signed. It grants nothing: its own wrong passwords are counted apart, so that a stranger who guesses at an
 * account from elsewhere can't keep its owner out.
 */

const MARK_LENGTH = 22
const YEAR_SECONDS = 365 * 24 * 60 * 60

const COOKIE = 'counterfoil-browser'

export const knownBrowserCookieName = () => cookieName(COOKIE)

/** The `Set-Cookie` header that marks a browser as the member's. */
export function knownBrowserCookie(memberId: string): string {
  const id = randomBase62(MARK_LENGTH)
  const value = `${id}.${keyedHash('known-browser', `${memberId} ${id}`).toString('base64url')}`
  return cookieHeader(COOKIE, value, {
    path: '/',
    maxAgeSeconds: YEAR_SECONDS,
    sameSite: 'Lax',
  })
}

/** The id of a browser that is known to the member, or null. */
export function knownBrowserOf(memberId: string, mark: string | null | undefined): string | null {
  const [id = '', signature = ''] = (mark ?? '').split('.')
  const signatureBytes = Buffer.from(signature, 'base64url')
  const isOurs = keyedHashes('known-browser', `${memberId} ${id}`).some(
    (right) => signatureBytes.length === right.length && timingSafeEqual(signatureBytes, right),
  )
  return isOurs ? id : null
}
