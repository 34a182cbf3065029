import { handleByNextAuth } from '@/lib/auth/next-auth-handler'
import { notFound, type Operation } from '../operation'
import { takeAddressToken } from '../rate-limit'
import { checkSignIn } from './check-sign-in'

const PATH = '/api/auth/'

/** What of next-auth is in use; the rest of it (its own pages, its log sink) is closed. */
const ACTIONS = new Set(['GET csrf', 'GET session', 'POST callback/credentials', 'POST signout'])

/** Sign-in, sign-out and the session by next-auth, with a limit on sign-ins. */
export const authenticate: Operation = async (request) => {
  const path = new URL(request.url).pathname.slice(PATH.length)
  const action = `${request.method} ${path}`
  if (!ACTIONS.has(action)) return notFound.GET(request)
  if (action === 'POST callback/credentials') {
    const limit = await takeAddressToken(request.headers, 'sign_in')
    if (!limit.ok) {
      const headers = { 'Retry-After': String(limit.retryAfterSeconds) }
      return Response.json(
        { error: 'Too many attempts. Wait a minute and try again.' },
        { status: 429, headers },
      )
    }
  }
  return handleByNextAuth(request, path.split('/'), checkSignIn)
}
