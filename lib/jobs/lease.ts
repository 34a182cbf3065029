import { now } from '@/lib/time/clock'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@/lib/time/units'
import { type BackOff, backOffMs } from './back-off'

/** Time for the transactions before and after a provider call. */
const MARGIN_MS = 5000

/**
 * The lease that a request takes on its payment or payout when it calls a provider. During the lease nobody else asks
 * the provider about it; after the lease the holder counts as dead.
 */
export function leaseMs(providerTimeoutMs: number): number {
  return providerTimeoutMs + MARGIN_MS
}

/** Lease of the claim on an idempotency key: it outlives the lease of what its request created. */
export function claimLeaseMs(providerTimeoutMs: number): number {
  return leaseMs(providerTimeoutMs) + 500
}

/** Lease for finding out a request's outcome: time for a look-up and for sending the request again. */
export function askLeaseMs(providerTimeoutMs: number): number {
  return 2 * providerTimeoutMs
}

/** Delays before a provider that gave no answer is asked again: short at first, then an hour until it knows. */
const ASK_AGAIN: BackOff = {
  delaysMs: [15 * SECOND_MS, 30 * SECOND_MS, MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, HOUR_MS],
  isEndless: true,
  jitter: 0,
}

/** The time to ask the provider again after `attemptCount` attempts without an answer. */
export function askAgainAt(attemptCount: number): Date {
  return new Date(now().getTime() + (backOffMs(ASK_AGAIN, attemptCount + 1) ?? HOUR_MS))
}
