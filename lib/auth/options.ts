import type { NextAuthOptions } from 'next-auth'
import credentialsProvider from 'next-auth/providers/credentials'
import { database } from '@/lib/db/client'
import { findVendorToSignIn } from '@/lib/domain/vendors/find-vendor'
import { log } from '@/lib/log'
import { sessionSecret } from '@/lib/secrets'
import { signInFields } from './credentials'
import { verifyPassword } from './password'
import { HOME_PATH, safeReturnPath } from './return-path'
import { vendorOfToken } from './session'
import { usesSecureCookies } from './session-token'

const SESSION_DAYS = 30

declare module 'next-auth' {
  interface User {
    sessionVersion: number
  }
}

declare module 'next-auth/jwt' {
  interface JWT {
    sessionVersion: number
  }
}

/** Checks a sign-in; null for any pair of e-mail and password that is not a vendor's. */
async function authorize(given: Record<string, unknown> | undefined) {
  const fields = signInFields.safeParse(given)
  if (!fields.success) return null
  const vendor = await findVendorToSignIn(database(), fields.data.email)
  const isRight = await verifyPassword(vendor?.passwordHash ?? null, fields.data.password)
  if (!vendor || !isRight) return null
  return { id: vendor.id, sessionVersion: vendor.sessionVersion }
}

/** Made at the first request and not when the module is loaded: a build has no secret. */
export function authOptions(): NextAuthOptions {
  return {
    secret: sessionSecret(),
    useSecureCookies: usesSecureCookies(),
    session: { strategy: 'jwt', maxAge: SESSION_DAYS * 24 * 60 * 60 },
    pages: { signIn: '/sign-in', signOut: '/sign-in', error: '/sign-in' },
    providers: [
      credentialsProvider({
        credentials: { email: { type: 'email' }, password: { type: 'password' } },
        authorize,
      }),
    ],
    callbacks: {
      async jwt({ token, user }) {
        if (user) return { sub: user.id, sessionVersion: user.sessionVersion }
        const vendor = await vendorOfToken({
          vendorId: token.sub ?? '',
          sessionVersion: token.sessionVersion,
        })
        // Next-auth clears the cookie of a session that throws here.
        if (!vendor) throw new Error('the session was revoked')
        return {
          sub: vendor.id,
          sessionVersion: token.sessionVersion,
          name: vendor.name,
          email: vendor.email,
        }
      },
      session: ({ session, token }) => ({
        expires: session.expires,
        user: { name: token.name ?? null, email: token.email ?? null },
      }),
      // Always a path of ours: the service may be open under more names than PUBLIC_URL.
      redirect: ({ url, baseUrl }) => (url === baseUrl ? HOME_PATH : safeReturnPath(url)),
    },
    logger: {
      error: (code) => log.warn({ code }, 'sign-in handler failed'),
      warn: () => undefined,
      debug: () => undefined,
    },
  }
}
