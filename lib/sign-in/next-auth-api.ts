import { z } from 'zod'
import { knownBrowserCookie, knownBrowserCookieName } from '@/lib/auth/known-browser'
import { askNextAuth, type SignInCheck } from '@/lib/auth/next-auth'
import { readSessionToken, sessionCookieName } from '@/lib/auth/session-vendor'
import { signOutSession } from '@/lib/auth/sessions'
import { database } from '@/lib/db/client'
import { readCookie } from '@/lib/http/cookies'
import type { BodyReader } from '@/lib/http/input'
import { type Call, operation } from '@/lib/http/operation'
import { anyone } from '@/lib/http/public-access'
import { Refusal } from '@/lib/http/refusals'
import { checkSignIn } from './authenticate'
import { signInByPasskey } from './passkey-sign-in'

/*
 * The NextAuth routes in use, as operations: they read bodies under a limit and refuse like any other. The
 * callback URL that NextAuth supports is ignored.
 */

const TAG = 'Sign-in'

/** A form or JSON: the names and texts of its fields. */
const fields: BodyReader<Record<string, string>> = {
  contentType: 'application/x-www-form-urlencoded',
  schema: null,
  errors: [],
  maximumBytes: 64 * 1024,
  read: (call) =>
    Object.fromEntries(isJson(call) ? textsOf(call) : new URLSearchParams(call.body.toString())),
}

function isJson({ headers }: Call): boolean {
  return headers.get('content-type')?.toLowerCase().includes('application/json') ?? false
}

function textsOf(call: Call): [string, string][] {
  return Object.entries(call.json()).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as [string, string]] : [],
  )
}

const csrfAnswer = z.object({ csrfToken: z.string() })

export const readCsrfToken = operation({
  method: 'GET',
  path: '/api/auth/csrf',
  summary: 'Read a CSRF token',
  description: 'For the forms of sign-in and sign-out; tied to a cookie that this answer sets.',
  tag: TAG,
  access: anyone(),
  answers: { 200: csrfAnswer },
}).handle(async ({ headers }) => {
  const { body, cookies } = await askNextAuth({ method: 'GET', segments: ['csrf'] }, headers)
  return { status: 200, body: csrfAnswer.parse(body), cookies }
})

const sessionAnswer = z.object({
  user: z.object({ name: z.string().nullable(), email: z.string().nullable() }).optional(),
  expires: z.string().optional(),
})

export const readSession = operation({
  method: 'GET',
  path: '/api/auth/session',
  summary: 'Read the session',
  description: 'Empty without one.',
  tag: TAG,
  access: anyone(),
  answers: { 200: sessionAnswer },
}).handle(async ({ headers }) => {
  const { body, cookies } = await askNextAuth({ method: 'GET', segments: ['session'] }, headers)
  const { user, expires } = sessionAnswer.parse(body)
  return { status: 200, body: { ...(user ? { user } : {}), ...(expires ? { expires } : {}) }, cookies }
})

/** NextAuth's answer to a form: where to go next. A refusal is in the query. */
const nextPage = z.object({ url: z.string() })

export const startSession = operation({
  method: 'POST',
  path: '/api/auth/callback/credentials',
  summary: 'Sign in',
  tag: TAG,
  access: anyone({ limit: 'sign_in', tooMany: 'too_many_attempts' }),
  body: fields,
  answers: { 200: nextPage, 401: nextPage },
  errors: ['invalid_json', 'too_many_wrong_passwords'],
}).handle(async ({ headers, clientAddress, input }) => {
  const origin = {
    address: clientAddress,
    userAgent: headers.get('user-agent'),
    browserMark: readCookie(headers, knownBrowserCookieName()),
  }
  // NextAuth would turn a refusal into the URL of its error page.
  const outcome: { memberId: string | null; refusal: Refusal | null } = { memberId: null, refusal: null }
  const answer = await post(['callback', 'credentials'], headers, input, async (fields) => {
    try {
      const { passkey } = input
      const session = await (passkey ? signInByPasskey(passkey, origin) : checkSignIn(fields, origin))
      outcome.memberId = session?.memberId ?? null
      return session
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      outcome.refusal = error
      return null
    }
  })
  const { memberId, refusal } = outcome
  if (refusal) throw refusal
  if (!memberId) return answer
  // The browser forgets the cookie of the session that it had, which would go on for nobody but a thief.
  const earlier = await readSessionToken(readCookie(headers, sessionCookieName()))
  if (earlier) await signOutSession(database(), earlier)
  return { ...answer, cookies: [...answer.cookies, knownBrowserCookie(memberId)] }
})

export const endSession = operation({
  method: 'POST',
  path: '/api/auth/signout',
  summary: 'Sign out',
  tag: TAG,
  access: anyone(),
  body: fields,
  answers: { 200: nextPage, 401: nextPage },
  errors: ['invalid_json'],
}).handle(({ headers, input }) => post(['signout'], headers, input))

async function post(
  segments: string[],
  headers: Pick<Headers, 'get'>,
  fields: Record<string, string>,
  check?: SignInCheck,
) {
  const route = { method: 'POST' as const, segments, fields }
  const { status, body, cookies } = await askNextAuth(route, headers, check)
  const { pathname, search } = new URL(nextPage.parse(body).url, 'http://localhost')
  // Without the origin: NextAuth knows one name of the service, but it may have several.
  return {
    status: status === 401 ? (401 as const) : (200 as const),
    body: { url: pathname + search },
    cookies,
  }
}
