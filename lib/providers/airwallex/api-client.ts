import { stringify } from 'lossless-json'
import { isClear4xx } from './answer-verdict'
import {
  type ApiAnswer,
  asText,
  exchange,
  type HttpRequest,
  type JsonObject,
  UnclearAnswerError,
} from './http-exchange'

/**
 * Runs one call per key at a time; callers that arrive meanwhile share its result. The call belongs to all of
 * them, so none of their signals may end it.
 */
export function createSharedCalls<T>(): (key: string, call: () => Promise<T>) => Promise<T> {
  const underWay = new Map<string, Promise<T>>()
  return (key, call) => {
    const running = underWay.get(key)
    if (running) return running
    const started = call().finally(() => underWay.delete(key))
    underWay.set(key, started)
    return started
  }
}

/** A token is replaced this long before it expires: longer than a call takes. */
const REFRESH_BEFORE_MS = 60_000

/** Assumed lifetime of a token with an unreadable expiry ("API Access Token": 30 minutes). */
const USUAL_LIFETIME_MS = 30 * 60_000

type TokenAnswer = { kind: 'token'; token: string } | { kind: 'none'; answer: ApiAnswer }

type AccessTokens = {
  /** A token that stays valid for a while, or Airwallex's refusal to issue one. */
  current(): Promise<TokenAnswer>
  /** Drops a token that Airwallex refused, unless another has replaced it meanwhile. */
  forget(token: string): void
}

/**
 * Keeps the access token between calls: it lives for 30 minutes, and logins are limited to 100 a minute
 * (airwallex.com/docs/api/authentication/api_access_token and /docs/developer-tools/api/rate-limits).
 * Concurrent calls share one login.
 */
function createAccessTokens(login: () => Promise<ApiAnswer>): AccessTokens {
  let accessToken: { token: string; refreshAt: number } | null = null
  const share = createSharedCalls<TokenAnswer>()

  async function logIn(): Promise<TokenAnswer> {
    const answer = await login()
    if (answer.status < 200 || answer.status > 299) return { kind: 'none', answer }
    const token = asText(answer.body?.token)
    if (token === null) throw new UnclearAnswerError('Airwallex answered a login without a token')
    accessToken = { token, refreshAt: expiryOf(answer) - REFRESH_BEFORE_MS }
    return { kind: 'token', token }
  }

  return {
    async current() {
      if (accessToken && Date.now() < accessToken.refreshAt)
        return { kind: 'token', token: accessToken.token }
      return share('login', logIn)
    },
    forget(token) {
      if (accessToken?.token === token) accessToken = null
    },
  }
}

/** Milliseconds since the epoch. Airwallex writes `2026-05-12T00:00:00+0000`, which is not quite ISO 8601. */
function expiryOf(answer: ApiAnswer): number {
  const written = asText(answer.body?.expires_at) ?? ''
  const expiry = Date.parse(written.replace(/([+-]\d{2})(\d{2})$/, '$1:$2'))
  return Number.isNaN(expiry) ? Date.now() + USUAL_LIFETIME_MS : expiry
}

/**
 * The API version this client is written for (airwallex.com/docs/api/versioning). It must be sent: an account
 * may default to a version before 2024-09-27, where `/api/v1/transfers/create` paid connected accounts and
 * bank transfers were called payments ("Create a transfer", airwallex.com/docs/payouts__create-a-transfer,
 * and /docs/api/2024-08-07/scale/transfers).
 */
export const API_VERSION = '2026-08-21'

/** Limit for a login. It serves many calls, so no single call's signal ends it. */
const LOGIN_LIMIT_MS = 10_000

export type ApiClient = {
  get(path: string, query: Record<string, string>, signal: AbortSignal): Promise<ApiAnswer>
  post(path: string, body: JsonObject, signal: AbortSignal): Promise<ApiAnswer>
}

type ApiOptions = {
  baseUrl: string
  clientId: string
  apiKey: string
  /** The account to log in to, where the key reaches several; null: its own. */
  loginAs: string | null
}

/**
 * Airwallex's API with its access token ("Get started", airwallex.com/docs/api/getting_started). After a 401
 * it logs in and tries once more: a 401 means that the request was not processed.
 */
export function createApiClient({ baseUrl, clientId, apiKey, loginAs }: ApiOptions): ApiClient {
  const root = baseUrl.replace(/\/+$/, '')
  const common = { 'content-type': 'application/json', 'x-api-version': API_VERSION }
  const account: Record<string, string> = loginAs === null ? {} : { 'x-login-as': loginAs }
  const tokens = createAccessTokens(() =>
    exchange(
      `${root}/api/v1/authentication/login`,
      { method: 'POST', headers: { ...common, ...account, 'x-client-id': clientId, 'x-api-key': apiKey } },
      AbortSignal.timeout(LOGIN_LIMIT_MS),
    ),
  )

  async function call(
    url: string,
    request: Omit<HttpRequest, 'headers'>,
    signal: AbortSignal,
    isLastTry = false,
  ): Promise<ApiAnswer> {
    const login = await tokens.current()
    if (login.kind === 'none') return asRefusedCredentials(login.answer)
    const headers = { ...common, authorization: `Bearer ${login.token}` }
    const answer = await exchange(url, { ...request, headers }, signal)
    if (answer.status !== 401 || isLastTry) return answer
    tokens.forget(login.token)
    return call(url, request, signal, true)
  }

  return {
    get: (path, query, signal) =>
      call(`${root}${path}?${new URLSearchParams(query)}`, { method: 'GET' }, signal),
    post: (path, body, signal) => call(`${root}${path}`, { method: 'POST', body: stringify(body) }, signal),
  }
}

/** Any refusal of the login concerns our credentials, whatever its status. */
function asRefusedCredentials(answer: ApiAnswer): ApiAnswer {
  return isClear4xx(answer) ? { ...answer, status: 401 } : answer
}
