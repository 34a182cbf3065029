import { stringify } from 'lossless-json'
import { createAccessTokens } from './access-token'
import { isClear4xx } from './answer-verdict'
import { type ApiAnswer, exchange, type HttpRequest } from './http-exchange'
import type { JsonObject } from './json-values'

/**
 * The version that these calls are written against (airwallex.com/docs/api/versioning). It has to be
 * said: the account's own default may be older than 2024-09-27, where `/api/v1/transfers/create` paid
 * connected accounts and bank transfers were called payments ("Create a transfer",
 * airwallex.com/docs/payouts__create-a-transfer, and /docs/api/2024-08-07/scale/transfers).
 */
const API_VERSION = '2026-08-21'

/** How long a login may take. It serves many calls, so no single call's signal ends it. */
const LOGIN_LIMIT_MS = 10_000

export type ApiClient = {
  get(path: string, query: Record<string, string>, signal: AbortSignal): Promise<ApiAnswer>
  post(path: string, body: JsonObject, signal: AbortSignal): Promise<ApiAnswer>
}

type ApiOptions = { baseUrl: string; clientId: string; apiKey: string }

/**
 * Airwallex's API with its access token ("Get started", airwallex.com/docs/api/getting_started). A 401
 * is answered by one new login and one more try: it means that the request was not looked at.
 */
export function createApiClient({ baseUrl, clientId, apiKey }: ApiOptions): ApiClient {
  const root = baseUrl.replace(/\/+$/, '')
  const common = { 'content-type': 'application/json', 'x-api-version': API_VERSION }
  const tokens = createAccessTokens(() =>
    exchange(
      `${root}/api/v1/authentication/login`,
      { method: 'POST', headers: { ...common, 'x-client-id': clientId, 'x-api-key': apiKey } },
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

/** Whatever Airwallex refuses at the login is about our credentials, under any status. */
function asRefusedCredentials(answer: ApiAnswer): ApiAnswer {
  return isClear4xx(answer) ? { ...answer, status: 401 } : answer
}
