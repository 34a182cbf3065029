import { NextRequest } from 'next/server'
import type { NextAuthOptions } from 'next-auth'
import nextAuth from 'next-auth'
import credentialsProvider from 'next-auth/providers/credentials'
import { sessionSecret } from '@/lib/crypto/secrets'
import { database } from '@/lib/db/client'
import { usesSecureCookies } from '@/lib/http/cookies'
import { clientAddress } from '@/lib/http/served-request'
import { log } from '@/lib/log'
import { HOME_PATH, safeReturnPath } from './return-path'
import { sessionOfToken, vendorOfSession } from './session-vendor'
import { SESSION_MS, type SessionKey, type SignInOrigin, signOutSession } from './sessions'
import { SignInRefusal } from './sign-in-refusal'

declare module 'next-auth' {
  interface User {
    sessionId: string
  }
}

declare module 'next-auth/jwt' {
  interface JWT {
    sessionId: string
  }
}

/**
 * Starts a session from the submitted form; null if email and password don't match a vendor. Throws
 * `SignInRefusal` if they do and something else is missing.
 */
export type SignInCheck = (given: unknown, origin: SignInOrigin) => Promise<SessionKey | null>

/** Created on the first request rather than on import: a build has no secret. */
function authOptions(checkSignIn: SignInCheck): NextAuthOptions {
  return {
    secret: sessionSecret(),
    useSecureCookies: usesSecureCookies(),
    session: { strategy: 'jwt', maxAge: SESSION_MS / 1000 },
    pages: { signIn: '/sign-in', signOut: '/sign-in', error: '/sign-in' },
    providers: [
      credentialsProvider({
        credentials: { email: { type: 'email' }, password: { type: 'password' }, code: { type: 'text' } },
        authorize: (given, request) => authorize(checkSignIn, given, request.headers ?? {}),
      }),
    ],
    callbacks: {
      async jwt({ token, user }) {
        if (user) return { sub: user.id, sessionId: user.sessionId }
        const vendor = await vendorOfSession(sessionOfToken(token))
        // NextAuth clears the cookie of a session that throws here.
        if (!vendor) throw new Error('the session was ended')
        return { sub: vendor.id, sessionId: token.sessionId, name: vendor.name, email: vendor.email }
      },
      session: ({ session, token }) => ({
        expires: session.expires,
        user: { name: token.name ?? null, email: token.email ?? null },
      }),
      // Always a path on this site: the service may be reachable under more names than PUBLIC_URL.
      redirect: ({ url, baseUrl }) => (url === baseUrl ? HOME_PATH : safeReturnPath(url)),
    },
    events: {
      async signOut({ token }) {
        const session = sessionOfToken(token)
        // Delete the session's row, so that no copy of the cookie works any more.
        if (session) await signOutSession(database(), session)
      },
    },
    logger: {
      error: (code) => log.warn({ code }, 'sign-in handler failed'),
      warn: () => undefined,
      debug: () => undefined,
    },
  }
}

async function authorize(check: SignInCheck, given: unknown, headers: Record<string, unknown>) {
  try {
    const session = await check(given, {
      address: clientAddress(),
      userAgent: textOf(headers['user-agent']),
    })
    return session && { id: session.vendorId, sessionId: session.sessionId }
  } catch (error) {
    if (error instanceof SignInRefusal) throw error
    // Any other message would be shown to anyone who tries. Log it instead.
    log.error({ error: error instanceof Error ? error.stack : 'unknown' }, 'a sign-in failed')
    throw new Error('failed')
  }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

/** NextAuth's own handler. `segments` is the path after `/api/auth/`. */
export async function handleByNextAuth(
  request: Request,
  segments: string[],
  checkSignIn: SignInCheck,
): Promise<Response> {
  const context = { params: Promise.resolve({ nextauth: segments }) }
  const response: Response = await nextAuth(new NextRequest(request), context, authOptions(checkSignIn))
  const location = response.headers.get('location')
  if (location) response.headers.set('Location', pathOf(location))
  return response
}

/** The URL without its origin: NextAuth knows one name of the service, but it may have several. */
function pathOf(location: string): string {
  const { pathname, search } = new URL(location, 'http://localhost')
  return pathname + search
}
