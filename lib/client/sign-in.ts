import { RequestFailure, requestJson } from './request'

const WRONG = 'The e-mail or the password is not right.'

/**
 * Signs in. Next-auth wants its CSRF token in the form, tied to a cookie that the same answer sets.
 * Throws `RequestFailure` with words for the form.
 */
export async function signIn(fields: { email: string; password: string }): Promise<void> {
  const response = await submit('/api/auth/callback/credentials', fields)
  if (response.ok) {
    // A refusal that next-auth makes by redirecting (a stale CSRF token, say) has a query; success has none.
    const { url } = (await response.json()) as { url: string }
    if (!/[?&](csrf|error)=/.test(url)) return
    throw new RequestFailure(400, 'The form was open for too long. Try again.')
  }
  if (response.status === 401) throw new RequestFailure(401, WRONG)
  const refusal: { error?: string } = await response.json().catch(() => ({}))
  throw new RequestFailure(response.status, refusal.error ?? 'Sign-in failed. Try again in a moment.')
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
    throw new RequestFailure(0, 'The service could not be reached. Check your connection and try again.')
  }
}
