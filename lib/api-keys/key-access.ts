import { sharedReads } from '@/lib/db/client'
import type { ApiKeyScope } from '@/lib/db/generated/enums'
import { env } from '@/lib/env'
import { DomainError } from '@/lib/errors'
import { isWithin } from '@/lib/http/client-address'
import type { Access, Call } from '@/lib/http/operation'
import { takeAccountToken } from '@/lib/http/rate-limit'
import { recordRequest } from '@/lib/http/record-request'
import { Refusal } from '@/lib/http/refusals'
import { simulationOf } from '@/lib/http/simulation'
import type { Account } from '@/lib/vendors/account'
import { findAccountByApiKey, type KeyLimits } from './api-key'

type Rules = {
  /** The error for a request without a key: the endpoint's own row of the contract's error table. */
  missingKey: 'api_key_required' | 'api_key_missing' | 'api_key_parameter_required' | 'invalid_api_key'
  /**
   * True if a banned vendor is refused, and so is a live key without approval. Endpoints whose contract lists no 403
   * stay readable.
   */
  refusesBanned: boolean
  /** The permission that the key needs. */
  scope: ApiKeyScope
  /** To a live key the operation does not exist. */
  isTestOnly?: true
}

/**
 * Access by API key: from the `Authorization` header, the body's field or, for GET, the query. Checks body,
 * key, rate limit, ban and the key's own limits, in this order (docs/decisions/0003-order-of-checks.md).
 */
export function apiKey({
  missingKey,
  refusesBanned,
  scope,
  isTestOnly,
}: Rules): Access<{ account: Account; apiKeyId: string }> {
  return {
    kind: 'api key',
    scope,
    codes: [
      // The key may be in the body.
      'invalid_json',
      missingKey,
      'invalid_api_key',
      'rate_limited',
      ...(refusesBanned ? (['vendor_banned'] as const) : []),
      'api_key_address_refused',
      'api_key_scope_missing',
      'simulation_in_live_mode',
      'invalid_simulation',
      ...(isTestOnly ? (['not_found'] as const) : []),
    ],
    enter: async (call) => {
      const key = keyOf(call)
      if (!key) throw new Refusal(missingKey)
      const match = await findAccountOnce(key)
      if (!match) throw new Refusal('invalid_api_key')
      const { account, apiKeyId, limits } = match
      // From here on the request belongs to the account and is logged whatever the answer.
      call.logged.accountId = account.id
      const origin = { accountId: account.id, apiKeyId }
      call.onAnswer = (answer) => recordRequest(call, origin, answer)
      Object.assign(call.answerHeaders, await takeAccountToken(account))
      if (refusesBanned && (account.isBanned || !account.isApproved)) throw new DomainError('vendor_banned')
      requireLimits(limits, scope, call.clientAddress)
      call.simulation = simulationOf(call, account.mode)
      if (isTestOnly && account.mode !== 'test') throw new Refusal('not_found')
      return { account, apiKeyId }
    },
  }
}

/** The look-ups that leave at the end of this turn of the event loop, by key. */
const leaving = new Map<string, ReturnType<typeof findAccountByApiKey>>()

/**
 * Requests with one key that arrive in the same turn of the event loop share one look-up. It leaves for the database
 * when the turn ends, so it is never older than any of these requests: a revoked key or a ban counts at once.
 */
function findAccountOnce(key: string): ReturnType<typeof findAccountByApiKey> {
  // Through a pooler, a statement leaves before the turn ends.
  if (!env.DATABASE_PREPARED) return findAccountByApiKey(sharedReads(), key)
  let match = leaving.get(key)
  if (!match) {
    if (leaving.size === 0) setImmediate(() => leaving.clear())
    match = findAccountByApiKey(sharedReads(), key)
    leaving.set(key, match)
  }
  return match
}

function requireLimits(limits: KeyLimits, scope: ApiKeyScope, address: string | null): void {
  const { scopes, allowedAddresses } = limits
  if (allowedAddresses.length > 0 && !isWithin(address ?? '', allowedAddresses)) {
    throw new Refusal('api_key_address_refused', { address: address ?? 'this address' })
  }
  if (!scopes.includes(scope)) throw new Refusal('api_key_scope_missing', { scope })
}

/** If both field and header are given, the field wins. */
function keyOf(call: Call): string | null {
  const field = hasBody(call) ? call.json().api_key : call.search.get('api_key')
  if (typeof field === 'string' && field !== '') return field
  const bearer = /^Bearer +(\S+)$/i.exec(call.headers.get('authorization') ?? '')
  return bearer?.[1] ?? null
}

function hasBody({ method }: Call): boolean {
  return method !== 'GET' && method !== 'HEAD'
}
