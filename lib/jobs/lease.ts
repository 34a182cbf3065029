import { now } from '@/lib/time/clock'
import { type BackOff, backOffMs } from './back-off'

/** What the transactions before and after a provider's call may take. */
const MARGIN_MS = 5000

/**
 * How long a request that calls a provider holds what it works on. While the lease lasts nobody else
 * asks about the same payment or payout; once it is over the holder counts as dead.
 */
export function leaseMs(providerTimeoutMs: number): number {
  return providerTimeoutMs + MARGIN_MS
}

/** The same for the claim on an idempotency key: it outlives the lease of what its request has made. */
export function claimLeaseMs(providerTimeoutMs: number): number {
  return leaseMs(providerTimeoutMs) + 500
}

/** How long somebody who finds out what became of a request has: a look-up, and the request once more. */
export function askLeaseMs(providerTimeoutMs: number): number {
  return 2 * providerTimeoutMs
}

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

/** When a provider that has not said is asked again: soon at first, then every hour until it knows. */
export const ASK_AGAIN: BackOff = {
  delaysMs: [15 * SECOND_MS, 30 * SECOND_MS, MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, HOUR_MS],
  isEndless: true,
  jitter: 0,
}

/** When the provider is asked again after `attemptCount` attempts without an answer. */
export function askAgainAt(attemptCount: number): Date {
  return new Date(now().getTime() + (backOffMs(ASK_AGAIN, attemptCount + 1) ?? HOUR_MS))
}
