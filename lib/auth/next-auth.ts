import type { NextApiRequest, NextApiResponse } from 'next'
import type { NextAuthOptions } from 'next-auth'
import nextAuthModule from 'next-auth'
import credentialsProviderModule from 'next-auth/providers/credentials'
import { sessionSecret } from '@/lib/crypto/secrets'
import { database } from '@/lib/db/client'
import { cookieName, readCookie, usesSecureCookies } from '@/lib/http/cookies'
import { log } from '@/lib/log'
import { decodeSession, sessionCookieName, sessionOfToken, vendorOfSession } from './session-vendor'
import { SESSION_MS, type SessionKey, signOutSession } from './sessions'
import { SignInRefusal } from './sign-in-refusal'

const nextAuth = defaultOf(nextAuthModule)
const credentialsProvider = defaultOf(credentialsProviderModule)

/** Next.js and Node.js disagree on the default export of a CommonJS module: the export, or all exports. */
function defaultOf<Export>(module: Export | { default: Export }): Export {
  return typeof module === 'object' && module !== null && 'default' in module ? module.default : module
}

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
 * Starts a session from the submitted form; null if email and password don't match a member. Throws
 * `SignInRefusal` if they do and something else is missing.
 */
export type SignInCheck = (credentials: unknown) => Promise<SessionKey | null>

const cookieOptions = () => ({
  httpOnly: true,
  sameSite: 'lax' as const,
  path: '/',
  secure: usesSecureCookies(),
})

const csrfCookieName = () => cookieName('next-auth.csrf-token')

/** Created on the first request rather than on import: a build has no secret. */
function authOptions(checkSignIn: SignInCheck): NextAuthOptions {
  return {
    secret: sessionSecret(),
    cookies: {
      sessionToken: { name: sessionCookieName(), options: cookieOptions() },
      csrfToken: { name: csrfCookieName(), options: cookieOptions() },
    },
    session: { strategy: 'jwt', maxAge: SESSION_MS / 1000 },
    jwt: { decode: async ({ token }) => (token ? decodeSession(token) : null) },
    pages: { signIn: '/sign-in', signOut: '/sign-in', error: '/sign-in' },
    providers: [
      credentialsProvider({
        credentials: {
          email: { type: 'email' },
          password: { type: 'password' },
          code: { type: 'text' },
          passkey: { type: 'text' },
        },
        authorize: (credentials) => authorize(checkSignIn, credentials),
      }),
    ],
    callbacks: {
      async jwt({ token, user }) {
        if (user) return { sub: user.id, sessionId: user.sessionId }
        const vendor = await vendorOfSession(sessionOfToken(token))
        // NextAuth clears the cookie of a session that throws here.
        if (!vendor) throw new Error('the session was ended')
        return { sub: vendor.memberId, sessionId: token.sessionId, name: vendor.name, email: vendor.email }
      },
      session: ({ session, token }) => ({
        expires: session.expires,
        user: { name: token.name ?? null, email: token.email ?? null },
      }),
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

async function authorize(check: SignInCheck, credentials: unknown) {
  try {
    const session = await check(credentials)
    return session && { id: session.memberId, sessionId: session.sessionId }
  } catch (error) {
    if (error instanceof SignInRefusal) throw error
    // Any other message would be shown to anyone who tries. Log it instead.
    log.error({ error }, 'a sign-in failed')
    throw new Error('failed')
  }
}

type NextAuthRoute = { method: 'GET' | 'POST'; segments: string[]; fields?: Record<string, string> }
type NextAuthAnswer = { status: number; body: unknown; cookies: string[] }

/**
 * Asks one of NextAuth's routes; `segments` is the path after `/api/auth/`. It sees the fields and its own
 * two cookies only: it fails on a callback URL that it does not like, and would store one in a cookie.
 */
export async function askNextAuth(
  { method, segments, fields = {} }: NextAuthRoute,
  headers: Pick<Headers, 'get'>,
  checkSignIn: SignInCheck = async () => null,
): Promise<NextAuthAnswer> {
  const { callbackUrl: _, ...body } = fields
  const names = [sessionCookieName(), csrfCookieName()]
  const cookies = Object.fromEntries(names.map((name) => [name, decoded(readCookie(headers, name) ?? '')]))
  const request = {
    method,
    query: { nextauth: segments },
    // The answer is then data instead of a redirect.
    body: { ...body, json: 'true' },
    cookies,
    headers: {},
  }
  const answer: NextAuthAnswer = { status: 200, body: null, cookies: [] }
  const response = collectingResponse(answer)
  await nextAuth(
    request as unknown as NextApiRequest,
    response as unknown as NextApiResponse,
    authOptions(checkSignIn),
  )
  answer.cookies = answer.cookies.filter((cookie) => names.some((name) => cookie.startsWith(`${name}=`)))
  return answer
}

/** The part of Next.js's response that NextAuth uses. */
function collectingResponse(answer: NextAuthAnswer) {
  const end = (body: unknown) => {
    answer.body = body
  }
  const response = {
    status(status: number) {
      answer.status = status
      return response
    },
    getHeader: (name: string) => (name === 'Set-Cookie' ? answer.cookies : undefined),
    setHeader(name: string, value: string | string[]) {
      if (name === 'Set-Cookie') answer.cookies = [value].flat()
      return response
    },
    json: end,
    send: end,
  }
  return response
}

/** NextAuth encodes its cookies' values. */
function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch (error) {
    if (error instanceof URIError) return ''
    throw error
  }
}
