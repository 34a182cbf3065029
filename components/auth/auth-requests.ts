import { RequestFailure, requestJson } from '@/components/browser/request'
import { forgetTestKey } from '@/components/docs/docs-session'
import type { SignInRefusalCode } from '@/lib/auth/sign-in-refusal'

const WRONG = 'Incorrect email or password'
const STALE_FORM = 'This form expired. Try again.'
const FAILED = 'Sign-in failed. Try again in a moment.'

/** Reasons a sign-in with the right password is still refused. */
const REFUSALS: Record<SignInRefusalCode, string> = {
  code_needed: 'Enter the code from your authenticator app',
  code_wrong: 'Incorrect or already used code. Wait for the next one.',
  code_limit: 'Too many wrong codes. Try again in 15 minutes.',
  passkey_refused: 'This passkey wasn’t accepted. Try again, or use your password.',
  suspended: 'Your access is suspended. Ask the owner of the account to re-admit you.',
}

/** The password was right and the vendor also needs to enter a code. */
export class CodeNeeded extends RequestFailure {
  override name = 'CodeNeeded'

  constructor() {
    super(401, REFUSALS.code_needed)
  }
}

/** Signs in. Throws `RequestFailure` with a message for the form, and `CodeNeeded` when a code is required too. */
export async function signIn(fields: {
  email: string
  password: string
  code?: string | undefined
}): Promise<void> {
  const { code, ...rest } = fields
  await startSession(code ? { ...rest, code } : rest)
}

/** Signs in with the browser's answer to a request for a passkey. Throws `RequestFailure` like `signIn`. */
export async function signInByPasskey(passkey: object): Promise<void> {
  await startSession({ passkey: JSON.stringify(passkey) })
}

async function startSession(fields: Record<string, string>): Promise<void> {
  const response = await submit('/api/auth/callback/credentials', fields)
  const answer: { url?: string; error?: string } = await response.json().catch(() => ({}))
  // NextAuth reports a refusal in the query of the URL it answers with; a success has none.
  const refusal = new URL(answer.url ?? '/', window.location.origin).searchParams.get('error')
  if (response.ok) {
    if (refusal || /[?&]csrf=/.test(answer.url ?? '')) throw new RequestFailure(400, STALE_FORM)
    return
  }
  if (refusal === 'code_needed') throw new CodeNeeded()
  if (refusal && refusal in REFUSALS) {
    throw new RequestFailure(401, REFUSALS[refusal as SignInRefusalCode])
  }
  if (refusal === 'CredentialsSignin') throw new RequestFailure(401, WRONG)
  throw new RequestFailure(response.status, answer.error ?? FAILED)
}

/** Ends this browser's session. */
export async function signOut(): Promise<void> {
  forgetTestKey()
  await submit('/api/auth/signout', {})
}

/** NextAuth wants its CSRF token in the form, tied to a cookie set by the same answer. */
async function submit(path: string, fields: Record<string, string>): Promise<Response> {
  const { csrfToken } = await requestJson<{ csrfToken: string }>('/api/auth/csrf')
  try {
    return await fetch(path, {
      method: 'POST',
      body: new URLSearchParams({ ...fields, csrfToken, json: 'true' }),
    })
  } catch {
    throw new RequestFailure(0, 'We can’t reach the server. Check your connection and try again.')
  }
}

/** Creates a vendor. Throws `RequestFailure` with status 409 when the email is taken. */
export async function signUp(fields: {
  name: string
  email: string
  password: string
  /** The token of an invitation. */
  invitation?: string
  /** The browser's, an IANA name. */
  timeZone: string
}): Promise<void> {
  await requestJson('/api/dashboard/sign-up', { method: 'POST', body: fields })
}

/** Sends another confirmation link to the signed-in vendor. */
export async function sendConfirmation(): Promise<void> {
  await requestJson('/api/dashboard/email-confirmation', { method: 'POST', body: {} })
}

/** Confirms an email address with the token from a mailed link; the password unless signed in. */
export async function confirmEmail(token: string, password?: string): Promise<void> {
  const body = { token, ...(password === undefined ? {} : { password }) }
  await requestJson('/api/dashboard/email-confirmation/complete', { method: 'POST', body })
}

/** Requests a password reset link. The answer does not reveal whether the email has an account. */
export async function requestPasswordReset(fields: { email: string }): Promise<void> {
  await requestJson('/api/dashboard/password-reset', { method: 'POST', body: fields })
}

/** Sets a new password with the token from a mailed link. */
export function resetPassword(fields: {
  token: string
  password: string
}): Promise<{ isTakenOver: boolean }> {
  return requestJson('/api/dashboard/password-reset/complete', { method: 'POST', body: fields })
}

/** Joins a team with the token from a mailed link. */
export async function joinTeam(fields: { token: string; name: string; password: string }): Promise<void> {
  await requestJson('/api/dashboard/join', { method: 'POST', body: fields })
}
