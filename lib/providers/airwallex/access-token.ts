import { type ApiAnswer, UnclearAnswerError } from './http-exchange'
import { asText } from './json-values'
import { createSharedCalls } from './shared-calls'

/** How long before its expiry a token is replaced: longer than a call with it takes. */
const REFRESH_BEFORE_MS = 60_000

/** How long a token lives where its expiry can't be read ("API Access Token": 30 minutes). */
const USUAL_LIFETIME_MS = 30 * 60_000

type TokenAnswer = { kind: 'token'; token: string } | { kind: 'none'; answer: ApiAnswer }

type AccessTokens = {
  /** A token that is good for some time yet, or what Airwallex said instead of one. */
  current(): Promise<TokenAnswer>
  /** Drops a token that Airwallex did not take, unless another has replaced it meanwhile. */
  forget(token: string): void
}

/**
 * Keeps the access token between calls: it lives for 30 minutes, and logins are limited to 100 a minute
 * (airwallex.com/docs/api/authentication/api_access_token and /docs/developer-tools/api/rate-limits).
 * Calls that need one at the same time share one login.
 */
export function createAccessTokens(login: () => Promise<ApiAnswer>): AccessTokens {
  let kept: { token: string; refreshAt: number } | null = null
  const share = createSharedCalls<TokenAnswer>()

  async function logIn(): Promise<TokenAnswer> {
    const answer = await login()
    if (answer.status < 200 || answer.status > 299) return { kind: 'none', answer }
    const token = asText(answer.body?.token)
    if (token === null) throw new UnclearAnswerError('Airwallex answered a login without a token')
    kept = { token, refreshAt: expiryOf(answer) - REFRESH_BEFORE_MS }
    return { kind: 'token', token }
  }

  return {
    async current() {
      if (kept && Date.now() < kept.refreshAt) return { kind: 'token', token: kept.token }
      return share('login', logIn)
    },
    forget(token) {
      if (kept?.token === token) kept = null
    },
  }
}

/** Milliseconds since the epoch. Airwallex writes `2026-05-12T00:00:00+0000`, which is not quite ISO 8601. */
function expiryOf(answer: ApiAnswer): number {
  const written = asText(answer.body?.expires_at) ?? ''
  const expiry = Date.parse(written.replace(/([+-]\d{2})(\d{2})$/, '$1:$2'))
  return Number.isNaN(expiry) ? Date.now() + USUAL_LIFETIME_MS : expiry
}
