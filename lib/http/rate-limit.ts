import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { connectionPool } from '@/lib/db/client'
import type { Mode } from '@/lib/db/generated/enums'
import { env } from '@/lib/env'
import { Refusal } from '@/lib/http/refusals'

export type LimitResult = { ok: true } | { ok: false; retryAfterSeconds: number }

const limiters = new Map<string, RateLimiterPostgres>()

/** Counts one API request of an account: at most RATE_LIMIT_LIVE or RATE_LIMIT_TEST per second. */
export function takeAccountToken(account: { id: string; mode: Mode }): Promise<LimitResult> {
  const limit = account.mode === 'live' ? env.RATE_LIMIT_LIVE : env.RATE_LIMIT_TEST
  return take(`account_${account.mode}`, account.id, limit, 1)
}

/** Counts one attempt by a client address: at most RATE_LIMIT_ADDRESS per minute. */
export function takeAddressToken(clientAddress: string | null, name: string): Promise<LimitResult> {
  // Clients whose address is unknown share one limit; their own claims don't count.
  return take(`address_${name}`, clientAddress ?? 'unknown', env.RATE_LIMIT_ADDRESS, 60)
}

/** Refuses a client address with too many attempts, with 429 and `Retry-After`. */
export async function limitAddress(
  clientAddress: string | null,
  name: string,
  code: 'rate_limited' | 'too_many_attempts' = 'rate_limited',
): Promise<void> {
  const limit = await takeAddressToken(clientAddress, name)
  if (!limit.ok) throw new Refusal(code, null, { 'Retry-After': String(limit.retryAfterSeconds) })
}

/** Above this many wrong codes or passwords, a vendor is being guessed. */
const VENDOR_TRIES = 5
const VENDOR_TRIES_SECONDS = 15 * 60

/**
 * One try at a vendor's secret that is short enough to guess. Allows five in a quarter of an hour, whatever
 * addresses they come from, and answers 429 after that; a right one resets the count. `work` throws if the
 * try is wrong. A try counts before it runs, so that a hundred at once are still five.
 */
export async function limitVendorTries<Result>(
  vendorId: string,
  name: 'code' | 'password',
  work: () => Promise<Result>,
): Promise<Result> {
  const limit = await take(`vendor_${name}`, vendorId, VENDOR_TRIES, VENDOR_TRIES_SECONDS)
  if (!limit.ok) {
    const headers = { 'Retry-After': String(limit.retryAfterSeconds) }
    throw new Refusal('too_many_wrong_tries', null, headers)
  }
  const result = await work()
  await limiterFor(`vendor_${name}`, VENDOR_TRIES, VENDOR_TRIES_SECONDS).delete(vendorId)
  return result
}

async function take(name: string, key: string, points: number, seconds: number): Promise<LimitResult> {
  if (points === 0) return { ok: true }
  try {
    await limiterFor(name, points, seconds).consume(key)
    return { ok: true }
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error
    return { ok: false, retryAfterSeconds: Math.max(1, Math.ceil(error.msBeforeNext / 1000)) }
  }
}

function limiterFor(name: string, points: number, seconds: number): RateLimiterPostgres {
  const known = limiters.get(name)
  if (known) return known
  const limiter = new RateLimiterPostgres({
    storeClient: connectionPool(),
    tableName: 'rate_limits',
    tableCreated: true,
    keyPrefix: name,
    points,
    duration: seconds,
    // Past the limit the answer is known until the window ends, so don't query the database again.
    inMemoryBlockOnConsumed: points,
  })
  limiters.set(name, limiter)
  return limiter
}
