import { findAccountByApiKey } from '@/lib/auth/api-key'
import { database } from '@/lib/db/client'
import { DomainError } from '@/lib/errors'
import { takeAccountToken } from '@/lib/http/rate-limit'
import { type BodyObject, readJsonBody } from '@/lib/http/read-json-body'
import { recordRequest } from '@/lib/http/record-request'
import type { Account } from '@/lib/vendors/account'
import { RequestError } from '../errors'
import { type Call, type JsonAnswer, type Operation, operation } from '../operation'
import { type Commit, runIdempotently } from './idempotent'

type Endpoint = {
  path: string
  /** What a request without a key is told: the endpoint's own row of the contract's error table. */
  missingKey: { status: number; message: string }
  /** Whether a banned vendor is refused; reading stays possible where the contract lists no 403. */
  refusesBanned: boolean
}

/** A key-authenticated read. `run` gets the account; the query's `api_key` or a bearer token is the key. */
export function readOperation(
  endpoint: Endpoint,
  run: (account: Account, params: Call['params']) => Promise<JsonAnswer>,
): Operation {
  return operation(endpoint.path, async (call) => {
    const account = await authenticate(call, call.url.searchParams.get('api_key'), null, endpoint)
    return run(account, call.params)
  })
}

/**
 * A key-authenticated write, in the order of checks of the decisions: body, key, rate limit, ban,
 * fields (`parse`), and then what the domain refuses (`run`). `run` commits its effect through
 * `commit`, which keeps the answer for a repeat with the same Idempotency-Key.
 */
export function writeOperation<Input>(
  endpoint: Endpoint & { keyKeptForGood?: boolean },
  parse: (body: BodyObject, account: Account) => Input,
  run: (call: {
    account: Account
    params: Call['params']
    input: Input
    commit: Commit
  }) => Promise<JsonAnswer>,
): Operation {
  return operation(endpoint.path, async (call) => {
    const body = await readJsonBody(call.request)
    const account = await authenticate(call, body.api_key, body, endpoint)
    const input = parse(body, account)
    return runIdempotently(call, body, account, endpoint.keyKeptForGood ?? false, (commit) =>
      run({ account, params: call.params, input, commit }),
    )
  })
}

/** From here on the request is the account's own, and stands in its request log, whatever is answered. */
async function authenticate(
  call: Call,
  given: unknown,
  body: BodyObject | null,
  endpoint: Endpoint,
): Promise<Account> {
  const key = typeof given === 'string' && given !== '' ? given : bearerToken(call.request)
  if (!key) throw new RequestError(endpoint.missingKey.status, endpoint.missingKey.message)
  const found = await findAccountByApiKey(database(), key)
  if (!found) throw new RequestError(401, 'Invalid API Key')
  const { account, apiKeyId } = found
  call.logged.accountId = account.id
  const origin = { accountId: account.id, apiKeyId, body }
  call.onAnswer = (answer, durationMs) => recordRequest(call, origin, answer, durationMs)
  const limit = await takeAccountToken(account)
  if (!limit.ok) {
    throw new RequestError(429, 'Too many requests', { 'Retry-After': String(limit.retryAfterSeconds) })
  }
  if (account.isBanned && endpoint.refusesBanned) throw new DomainError('vendor_banned')
  return account
}

function bearerToken(request: Request): string | null {
  const match = /^Bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '')
  return match?.[1] ?? null
}
