import { RequestFailure, requestJson } from '@/components/browser/request'
import type { SignInRefusalCode } from '@/lib/auth/sign-in-refusal'

const WRONG = 'Incorrect email or password'
const STALE_FORM = 'This form expired. Try again.'
const FAILED = 'Sign-in failed. Try again in a moment.'

/** What a sign-in with a right password may be refused with all the same. */
const REFUSALS: Record<SignInRefusalCode, string> = {
  code_needed: 'Enter the code from your authenticator app',
  code_wrong: 'Incorrect or already used code. Wait for the next one.',
  code_limit: 'Too many wrong codes. Try again in 15 minutes.',
}

/** A right password that the vendor's second step has to follow. */
export class CodeNeeded extends RequestFailure {
  override name = 'CodeNeeded'

  constructor() {
    super(401, REFUSALS.code_needed)
  }
}

/**
 * Signs in. Next-auth wants its CSRF token in the form, tied to a cookie that the same answer sets.
 * Throws `RequestFailure` with words for the form, and `CodeNeeded` where a code has to be given too.
 */
export async function signIn(fields: {
  email: string
  password: string
  code?: string | undefined
}): Promise<void> {
  const { code, ...rest } = fields
  const response = await submit('/api/auth/callback/credentials', code ? { ...rest, code } : rest)
  const answer: { url?: string; error?: string } = await response.json().catch(() => ({}))
  // Next-auth tells what is wrong in the query of an address to go to; the one of a success has none.
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

/** Ends the session of this browser. */
export async function signOut(): Promise<void> {
  await submit('/api/auth/signout', {})
}

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

/** Makes a vendor. `RequestFailure` with status 409 when the email has one already. */
export async function signUp(fields: { name: string; email: string; password: string }): Promise<void> {
  await requestJson('/api/dashboard/sign-up', { method: 'POST', body: fields })
}

/** Has another link to confirm the signed-in vendor's address sent. */
export async function sendConfirmation(): Promise<void> {
  await requestJson('/api/dashboard/email-confirmation', { method: 'POST', body: {} })
}

/** Confirms an address by the token of a mailed link. */
export async function confirmEmail(token: string): Promise<void> {
  await requestJson('/api/dashboard/email-confirmation/complete', { method: 'POST', body: { token } })
}

/** Asks for a link to set a new password. The answer says nothing of whether the address has an account. */
export async function requestPasswordReset(fields: { email: string }): Promise<void> {
  await requestJson('/api/dashboard/password-reset', { method: 'POST', body: fields })
}

/** Sets a new password by the token of a mailed link. */
export async function resetPassword(fields: { token: string; password: string }): Promise<void> {
  await requestJson('/api/dashboard/password-reset/complete', { method: 'POST', body: fields })
}
